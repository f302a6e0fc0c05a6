import { type Signal, signal } from '@preact/signals-react'
import { z } from 'zod'
import { AppError } from '#contracts/errors.ts'
import { type InputRole, zInputRole } from '#contracts/ops.ts'
import type { OpId } from '#ops/index.ts'
import { type OwnEdits, ownAmong } from '#ops/own-edits.ts'
import { draftBlobKey, onBlobsHeld } from './blob-sweep.ts'
import { deleteBlobs, readBlob, saveBlobs } from './blobs.ts'
import { onDatabaseBack, onUnsaved, parseRecord, read, write } from './db.ts'
import { draftKey, onPrivateDataCleared } from './private-data.ts'
import { GUEST } from './task-model.ts'

/** A file in a workbench's form. */
export interface DraftInput {
  /** Stable id for React keys. */
  id: string
  role: InputRole
  file: File
  width: number
  height: number
  /** Id of the picture that it belongs to alone: a mask painted on one of several. */
  of?: string
  /** What was edited by hand on it alone, beside its mask. */
  own?: OwnEdits
}

/** What a form holds. */
export interface DraftView {
  params: Record<string, unknown>
  inputs: DraftInput[]
  /** False until the stored draft has been read. */
  ready: boolean
}

const zValues = z.record(z.string(), z.unknown())
const zStoredInput = z.object({
  id: z.string(),
  role: zInputRole,
  name: z.string(),
  type: z.string(),
  width: z.number(),
  height: z.number(),
  of: z.string().optional(),
  own: zValues.optional(),
})
const zStoredDraft = z.object({
  params: zValues,
  inputs: z.array(z.preprocess(gatherOwn, zStoredInput)),
})

/** Before database version 3 each edit stood in an input by itself, those of a plan together under `plan`. */
function gatherOwn(input: unknown): unknown {
  const known = zValues.safeParse(input).data
  if (!known || 'own' in known) return input
  return { ...known, own: { ...known, ...zValues.safeParse(known.plan).data } }
}

type StoredDraft = z.output<typeof zStoredDraft>

const SAVE_DELAY_MS = 300
const UNREAD = Symbol('unread')
const EMPTY: DraftView = { params: {}, inputs: [], ready: false }

/** Forms as pages left them, in localStorage until they are in the database. */
const LEFT = 'zhuhui-left/'

function noteLeft(key: string, record: StoredDraft): void {
  try {
    localStorage.setItem(LEFT + key, JSON.stringify(record))
  } catch {
    // Forbidden or full: the database may still get there in time.
  }
}

function readLeft(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(LEFT + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function forgetLeft(key: string): void {
  try {
    localStorage.removeItem(LEFT + key)
  } catch {
    // Forbidden: then nothing was noted either.
  }
}

function forgetAllLeft(isMeant: (key: string) => boolean): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(LEFT) && isMeant(name.slice(LEFT.length))) localStorage.removeItem(name)
    }
  } catch {
    // Forbidden: then nothing was noted either.
  }
}

/** A tool, as far as its form depends on it. */
export interface FormOf {
  readonly id: string
  readonly op: OpId
}

/** The form of one tool: in memory while the page lives, behind it in IndexedDB. */
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
  /** The user has changed something since it was made. */
  touched = false

  constructor({ id, op }: FormOf, owner: string) {
    this.toolId = id
    this.op = op
    this.owner = owner
  }

  async load(): Promise<void> {
    const key = draftKey(this.owner, this.toolId)
    const left = readLeft(key)
    const record = left ?? (await read<unknown>((db) => db.get('drafts', key), UNREAD))
    this.#isRead = record !== UNREAD
    const stored = this.#isRead ? parseRecord(zStoredDraft, record, `drafts/${this.toolId}`) : undefined
    const found = await Promise.all(
      (stored?.inputs ?? []).map(async ({ name, type, of, own, ...input }): Promise<DraftInput[]> => {
        const blob = await readBlob(draftBlobKey(input.id))
        const file = blob && new File([blob], name, { type })
        if (!file) return []
        return [{ ...input, file, ...(of && { of }), ...(own && { own: ownAmong(this.op, own) }) }]
      }),
    )
    const inputs = found.flat()
    this.#storedIds = new Set(inputs.map(({ id }) => id))
    const now = this.view.peek()
    // What was set while the store was being read is newer.
    this.view.value = {
      params: { ...stored?.params, ...now.params },
      inputs: [...inputs, ...now.inputs],
      ready: true,
    }
    if (this.touched || left !== undefined) this.saveSoon(0)
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
    const key = draftKey(this.owner, this.toolId)
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
    const fresh = inputs.filter(({ id }) => !this.#storedIds.has(id))
    if (fresh.length > 0) {
      await saveBlobs(
        fresh.map(({ id, file }) => [draftBlobKey(id), file] as const),
        this.owner,
      )
    }
    await write((db) => db.put('drafts', this.#record(), key))
    const gone = [...this.#storedIds].filter((id) => !ids.has(id))
    this.#storedIds = ids
    await deleteBlobs(gone.map(draftBlobKey))
  }

  /** What is stored of the form; the files lie beside it. */
  #record(): StoredDraft {
    const { params, inputs } = this.view.peek()
    return {
      params,
      inputs: inputs.map(({ file, ...input }) => ({ ...input, name: file.name, type: file.type })),
    }
  }

  /** Notes the form of a page that is being left: no database ends its work for one that is gone. */
  leave(): void {
    noteLeft(draftKey(this.owner, this.toolId), this.#record())
    if (this.#timer !== undefined) this.flush()
  }

  /** A visitor who signs in takes the form along. */
  adopt(owner: string): void {
    const old = draftKey(this.owner, this.toolId)
    this.owner = owner
    // Stored again, under the account, so that a sign-out clears the pictures as well.
    this.#storedIds = new Set()
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

onBlobsHeld(() =>
  [...states.values()].flatMap((state) => state.view.peek().inputs.map(({ id }) => draftBlobKey(id))),
)

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
 * The form that stands for one now: a visitor's that nobody had begun makes room for the account's on sign-in, and what is
 * still on its way into it, such as a picture that is being checked, belongs there.
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
