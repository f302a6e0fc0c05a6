import { type Signal, signal } from '@preact/signals-react'
import { z } from 'zod'
import { AppError } from '#contracts/errors.ts'
import type { OpId } from '#ops/index.ts'
import { ownAmong } from '#ops/own-edits.ts'
import { draftBlobKey, freeBlobs, onBlobsHeld } from '#src/data/store/blob-sweep.ts'
import { deleteBlobs, readBlob, saveBlobs } from '#src/data/store/blobs.ts'
import { onDatabaseBack, onUnsaved, parseRecord, read, write } from '#src/data/store/db.ts'
import { newId } from '#src/data/store/locks.ts'
import { draftKey, onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { GUEST } from '#src/data/tasks/task-model.ts'
import { draftOffers } from '#src/state/draft-offers.ts'
import { settleEdits } from '#src/state/pending-edits.ts'
import {
  type DraftInput,
  formOf,
  isAlike,
  keysOf,
  type StoredDraft,
  type StoredForm,
  zStoredDraft,
} from './draft-record.ts'
import { forgetAllLeft, forgetLeft, noteLeft, readLeft } from './left-forms.ts'
import { tellRenewedMasks } from './renewed-masks.ts'

/** What a form holds. */
export interface DraftView {
  params: Record<string, unknown>
  inputs: DraftInput[]
  /** False until the stored draft has been read. */
  ready: boolean
}

const SAVE_DELAY_MS = 300
const UNREAD = Symbol('unread')
const EMPTY: DraftView = { params: {}, inputs: [], ready: false }

/** A tool, as far as its form depends on it. */
export interface FormOf {
  readonly id: string
  readonly op: OpId
}

/**
 * The form of one tool: in memory while the page lives, behind it in IndexedDB. Other tabs follow what one of them
 * stores. Where two have changed it at the same time, the later one stays on show, and the other form is kept beside it.
 */
class DraftState {
  readonly view: Signal<DraftView> = signal(EMPTY)
  readonly toolId: string
  readonly op: OpId
  owner: string
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts changes, so that a write knows whether it was the last one. */
  #changes = 0
  #storedIds = new Set<string>()
  #saving: Promise<unknown> = Promise.resolve()
  /** False while the database gave no answer: what it holds is not known, and must not be overwritten. */
  #isRead = false
  /** Version of the stored form that this one goes on from; '' where there was none. */
  #base = ''
  #others: StoredForm[] = []
  /** The user has changed something since it was made. */
  touched = false

  constructor({ id, op }: FormOf, owner: string) {
    this.toolId = id
    this.op = op
    this.owner = owner
  }

  get key(): string {
    return draftKey(this.owner, this.toolId)
  }

  async load(): Promise<void> {
    const { key } = this
    const left = readLeft(key)
    const record = left ?? (await read<unknown>((db) => db.get('drafts', key), UNREAD))
    this.#isRead = record !== UNREAD
    const stored = this.#isRead ? parseRecord(zStoredDraft, record, `drafts/${this.toolId}`) : undefined
    const inputs = stored ? await this.#inputsOf(stored) : []
    this.#storedIds = new Set(inputs.map(({ id }) => id))
    this.#base = stored?.version ?? ''
    this.#keepOthers(stored?.others ?? [])
    const now = this.view.peek()
    const isFirst = !now.ready
    // What was set while the store was being read is newer.
    this.view.value = {
      params: { ...stored?.params, ...now.params },
      inputs: [...inputs, ...now.inputs],
      ready: true,
    }
    // Saving looks again first: where nothing can be read it would ask for itself without end.
    if ((this.touched || left !== undefined) && (isFirst || this.#isRead)) this.saveSoon(0)
  }

  /** Inputs of a stored form with their files; one whose file is gone is left out. */
  async #inputsOf({ inputs }: StoredForm): Promise<DraftInput[]> {
    const here = new Map(this.view.peek().inputs.map((input) => [input.id, input]))
    const found = await Promise.all(
      inputs.map(async ({ name, type, of, own, chosenBytes, ...input }): Promise<DraftInput[]> => {
        const known = here.get(input.id)?.file
        const blob = known ?? (await readBlob(draftBlobKey(input.id)))
        if (!blob) return []
        const file = known ?? new File([blob], name, { type })
        const copied = chosenBytes === undefined ? {} : { chosenBytes }
        return [{ ...input, file, ...copied, ...(of && { of }), ...(own && { own: ownAmong(this.op, own) }) }]
      }),
    )
    return found.flat()
  }

  change(next: Partial<DraftView>, delay = SAVE_DELAY_MS): void {
    this.touched = true
    this.view.value = { ...this.view.peek(), ...next }
    if (this.view.peek().ready) this.saveSoon(delay)
  }

  saveSoon(delay: number): void {
    clearTimeout(this.#timer)
    this.#changes++
    unwritten.add(this)
    this.#timer = setTimeout(() => this.flush(), delay)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { key } = this
    const changes = this.#changes
    this.#saving = this.#saving
      .then(() => this.#save(key))
      .then(
        () => {
          refused.delete(this)
          if (changes !== this.#changes) return
          unwritten.delete(this)
          forgetLeft(key)
        },
        () => refused.add(this),
      )
  }

  /** Resolves when everything so far is stored, or known not to be. */
  get saved(): Promise<unknown> {
    return this.#saving
  }

  /** Stops saving: the data is being cleared. */
  abandon(): void {
    clearTimeout(this.#timer)
    unwritten.delete(this)
    refused.delete(this)
    this.#keepOthers([])
  }

  /** Reads what could not be read before; what was set meanwhile stays. */
  async readAgain(): Promise<void> {
    if (!this.#isRead && this.view.peek().ready) await this.load()
  }

  async #save(key: string): Promise<void> {
    await this.readAgain()
    if (!this.#isRead) await write(() => Promise.reject(new AppError('STORAGE_SILENT')))
    const { inputs } = this.view.peek()
    const ids = new Set(inputs.map(({ id }) => id))
    await this.#saveFiles(inputs.filter(({ id }) => !this.#storedIds.has(id)))
    const record: StoredDraft = { ...this.#record(), version: newId() }
    /** What another tab has stored since this one looked. */
    let met: StoredDraft | undefined
    await write(async (db) => {
      const { store, done } = db.transaction('drafts', 'readwrite')
      const there = zStoredDraft.safeParse(await store.get(key)).data
      met = there?.version === this.#base ? undefined : there
      if (met) record.others = isAlike(met, record) ? met.others : [formOf(met), ...met.others]
      await Promise.all([store.put(record, key), done])
    })
    this.#base = record.version
    if (met) {
      this.#keepOthers(record.others)
      // The other tab may have forgotten files that stand in this form.
      await this.#saveFiles(inputs)
    }
    channel?.postMessage({ key, version: record.version })
    const kept = new Set(record.others.flatMap(keysOf))
    const gone = [...this.#storedIds].filter((id) => !ids.has(id)).map(draftBlobKey)
    this.#storedIds = ids
    await deleteBlobs(gone.filter((blob) => !kept.has(blob)))
  }

  async #saveFiles(inputs: readonly DraftInput[]): Promise<void> {
    if (inputs.length === 0) return
    await saveBlobs(
      inputs.map(({ id, file }) => [draftBlobKey(id), file] as const),
      this.owner,
    )
  }

  /** Takes over what another tab has stored, unless something was changed here: then the next save meets it. */
  async follow(): Promise<void> {
    if (!this.#isRead || !this.view.peek().ready) return
    await this.#saving
    const record = await read<unknown>((db) => db.get('drafts', this.key), undefined)
    const stored = parseRecord(zStoredDraft, record, `drafts/${this.toolId}`)
    if (!stored || stored.version === this.#base) return
    await settleEdits()
    const changes = this.#changes
    const inputs = await this.#inputsOf(stored)
    if (unwritten.has(this) || changes !== this.#changes) return
    const before = this.view.peek().inputs
    this.#base = stored.version
    this.#storedIds = new Set(inputs.map(({ id }) => id))
    this.#keepOthers(stored.others)
    this.view.value = { params: stored.params, inputs, ready: true }
    tellRenewedMasks(before, inputs)
  }

  /** Puts the form that was kept beside this one in its place, and this one beside it. */
  async takeOther(): Promise<void> {
    await settleEdits()
    // What stands in the form now has to be in the store before it can be kept beside.
    this.flush()
    await this.#saving
    const [other, ...rest] = this.#others
    if (!other) return
    const inputs = await this.#inputsOf(other)
    const before = this.view.peek().inputs
    this.#keepOthers([formOf(this.#record()), ...rest])
    this.change({ params: other.params, inputs }, 0)
    tellRenewedMasks(before, inputs)
  }

  /** Forgets the form that was kept beside this one. */
  dropOther(): void {
    const [gone, ...rest] = this.#others
    this.#keepOthers(rest)
    this.saveSoon(0)
    void this.saved.then(() => freeBlobs(gone ? keysOf(gone) : []))
  }

  #keepOthers(others: readonly StoredForm[]): void {
    this.#others = [...others]
    const { toolId } = this
    const rest = draftOffers.peek().filter((offer) => offer.toolId !== toolId)
    const [other] = others
    const pictures = other?.inputs.filter(({ role }) => role !== 'mask').length ?? 0
    const offer = other && {
      toolId,
      at: other.at,
      pictures,
      take: () => void this.takeOther(),
      drop: () => this.dropOther(),
    }
    draftOffers.value = offer ? [...rest, offer] : rest
  }

  /** Keys of the files that stand in this form and in those kept beside it. */
  get keys(): string[] {
    return [this.#record(), ...this.#others].flatMap(keysOf)
  }

  /** What is stored of the form; the files lie beside it. */
  #record(): StoredDraft {
    const { params, inputs } = this.view.peek()
    return {
      params,
      inputs: inputs.map(({ file, ...input }) => ({ ...input, name: file.name, type: file.type })),
      at: Date.now(),
      version: this.#base,
      others: this.#others,
    }
  }

  /** Notes the form of a page that is being left: no database ends its work for one that is gone. */
  leave(): void {
    noteLeft(this.key, this.#record())
    if (this.#timer !== undefined) this.flush()
  }

  /** A visitor who signs in takes the form along. */
  adopt(owner: string): void {
    const old = this.key
    this.owner = owner
    // Stored again, under the account, so that a sign-out clears the pictures as well.
    this.#storedIds = new Set()
    // No version is known under the account: a form that another tab has taken along there is kept and offered.
    this.#base = ''
    this.saveSoon(0)
    forgetLeft(old)
    void write((db) => db.delete('drafts', old)).catch(() => undefined)
  }
}

const states = new Map<string, DraftState>()
/** Forms whose last change is not in the database yet. */
const unwritten = new Set<DraftState>()
/** Forms whose last write has failed. */
const refused = new Set<DraftState>()

onUnsaved({
  unit: '份草稿',
  count: () => refused.size,
  retry() {
    const states = [...refused]
    for (const state of states) state.flush()
    return Promise.all(states.map((state) => state.saved))
  },
})

onDatabaseBack(() => Promise.all([...states.values()].map((state) => state.readAgain())))

onBlobsHeld(() => [...states.values()].flatMap((state) => state.keys))

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('zhuhui-drafts')
const zMessage = z.object({ key: z.string(), version: z.string() })

channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
  const { data } = zMessage.safeParse(event.data)
  for (const state of states.values()) if (state.key === data?.key) void state.follow()
})

/** Counts clearings, so that open forms look for their state again. */
export const draftEpoch = signal(0)

function openState(tool: FormOf, owner: string): DraftState {
  const state = new DraftState(tool, owner)
  states.set(tool.id, state)
  void state.load()
  return state
}

/**
 * The form of a tool for an account. One that a visitor has begun goes along into the account on sign-in, and
 * one of an account stays on show when its session runs out; another account gets its own.
 */
export function draftState(tool: FormOf, owner: string): DraftState {
  const state = states.get(tool.id)
  if (!state) return openState(tool, owner)
  if (state.owner === owner || owner === GUEST) return state
  const isBegun = state.touched || state.view.peek().inputs.length > 0
  if (state.owner !== GUEST || !isBegun) return openState(tool, owner)
  state.adopt(owner)
  return state
}

/**
 * The form to which a change of a form belongs now. Sign-in replaces a visitor's form that nobody had begun by the account's:
 * what was still on its way into it, such as a picture that is being checked, goes into that one.
 */
export function currentDraft(state: DraftState): DraftState {
  return (state.owner === GUEST && states.get(state.toolId)) || state
}

function leaveAll(): void {
  for (const state of [...unwritten]) state.leave()
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', leaveAll)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leaveAll()
    // A tab that slept may have heard nothing.
    else for (const state of states.values()) void state.follow()
  })
}

/** Forgets the forms of this tab; open ones begin anew. The store is cleared by whoever asks for it. */
export function forgetDrafts(): void {
  for (const state of states.values()) state.abandon()
  states.clear()
  forgetAllLeft(() => true)
  draftEpoch.value++
}

onPrivateDataCleared(() => {
  for (const [toolId, state] of [...states]) {
    state.abandon()
    if (state.owner !== GUEST) states.delete(toolId)
  }
  forgetAllLeft((key) => !key.startsWith(draftKey(GUEST, '')))
  draftEpoch.value++
})
