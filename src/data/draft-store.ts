import { type Signal, signal } from '@preact/signals-react'
import { z } from 'zod'
import { type PointedThing, zThings } from '#contracts/mask.ts'
import { type InputRole, zInputRole } from '#contracts/ops.ts'
import { type Placing, zPlacing } from '#contracts/scenes.ts'
import { draftBlobKey, onBlobsHeld } from './blob-sweep.ts'
import { deleteBlobs, readBlob, saveBlobs } from './blobs.ts'
import { onUnsaved, parseRecord, read, write } from './db.ts'
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
  /** Four corners of a rectangle that were set on it, x and y each in parts of its sides; see the op `retexture`. */
  corners?: readonly number[]
  /** What was pointed at on it, px: its mask began with that; see the op `matting`. */
  things?: readonly PointedThing[]
  /** Where its subject was placed by hand; see the op `composite`. */
  placing?: Placing
}

/** What a form holds. */
export interface DraftView {
  params: Record<string, unknown>
  inputs: DraftInput[]
  /** False until the stored draft has been read. */
  ready: boolean
}

const zStoredDraft = z.object({
  params: z.record(z.string(), z.unknown()),
  inputs: z.array(
    z.object({
      id: z.string(),
      role: zInputRole,
      name: z.string(),
      type: z.string(),
      width: z.number(),
      height: z.number(),
      of: z.string().optional(),
      corners: z.array(z.number()).length(8).optional(),
      things: zThings.optional(),
      placing: zPlacing.optional(),
    }),
  ),
})

const SAVE_DELAY_MS = 300
const EMPTY: DraftView = { params: {}, inputs: [], ready: false }

/** The form of one tool: in memory while the page lives, behind it in IndexedDB. */
class DraftState {
  readonly view: Signal<DraftView> = signal(EMPTY)
  readonly toolId: string
  owner: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #storedIds = new Set<string>()
  #saving: Promise<unknown> = Promise.resolve()
  /** The user has changed something since it was made. */
  touched = false

  constructor(toolId: string, owner: string) {
    this.toolId = toolId
    this.owner = owner
  }

  async load(): Promise<void> {
    const key = draftKey(this.owner, this.toolId)
    const record = await read<unknown>((db) => db.get('drafts', key), undefined)
    const stored = parseRecord(zStoredDraft, record, `drafts/${this.toolId}`)
    const found = await Promise.all(
      (stored?.inputs ?? []).map(
        async ({ name, type, of, corners, things, placing, ...input }): Promise<DraftInput[]> => {
          const blob = await readBlob(draftBlobKey(input.id))
          const file = blob && new File([blob], name, { type })
          if (!file) return []
          const own = {
            ...(of && { of }),
            ...(corners && { corners }),
            ...(things && { things }),
            ...(placing && { placing }),
          }
          return [{ ...input, file, ...own }]
        },
      ),
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
    if (this.touched) this.saveSoon(0)
  }

  change(next: Partial<DraftView>, delay = SAVE_DELAY_MS): void {
    this.touched = true
    this.view.value = { ...this.view.peek(), ...next }
    if (this.view.peek().ready) this.saveSoon(delay)
  }

  saveSoon(delay: number): void {
    clearTimeout(this.#timer)
    dirty.add(this)
    this.#timer = setTimeout(() => this.flush(), delay)
  }

  flush(): void {
    clearTimeout(this.#timer)
    dirty.delete(this)
    const key = draftKey(this.owner, this.toolId)
    this.#saving = this.#saving
      .then(() => this.#save(key))
      .then(
        () => refused.delete(this),
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
    dirty.delete(this)
    refused.delete(this)
  }

  async #save(key: string): Promise<void> {
    const { inputs } = this.view.peek()
    const ids = new Set(inputs.map(({ id }) => id))
    const fresh = inputs.filter(({ id }) => !this.#storedIds.has(id))
    if (fresh.length > 0) {
      await saveBlobs(
        fresh.map(({ id, file }) => [draftBlobKey(id), file] as const),
        this.owner,
      )
    }
    await this.#putForm(key)
    const gone = [...this.#storedIds].filter((id) => !ids.has(id))
    this.#storedIds = ids
    await deleteBlobs(gone.map(draftBlobKey))
  }

  async #putForm(key: string): Promise<void> {
    const { params, inputs } = this.view.peek()
    const record = {
      params,
      inputs: inputs.map(({ file, ...input }) => ({ ...input, name: file.name, type: file.type })),
    }
    await write(async (db) => {
      const tx = db.transaction('drafts', 'readwrite')
      const done = Promise.all([tx.store.put(record, key), tx.done])
      // At once: a page that is being left takes a transaction that is still open along with it.
      tx.commit?.()
      await done
    })
  }

  /** Stores the form of a page that is being left: what waits behind an earlier save would never get its turn. */
  leave(): void {
    this.#putForm(draftKey(this.owner, this.toolId)).catch(() => undefined)
    this.flush()
  }

  /** A visitor who signs in takes the form along. */
  adopt(owner: string): void {
    const old = draftKey(this.owner, this.toolId)
    this.owner = owner
    // Stored again, under the account, so that a sign-out clears the pictures as well.
    this.#storedIds = new Set()
    this.saveSoon(0)
    void write((db) => db.delete('drafts', old)).catch(() => undefined)
  }
}

const states = new Map<string, DraftState>()
const dirty = new Set<DraftState>()
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

onBlobsHeld(() =>
  [...states.values()].flatMap((state) => state.view.peek().inputs.map(({ id }) => draftBlobKey(id))),
)

/** Counts clearings, so that open forms look for their state again. */
export const draftEpoch = signal(0)

function openState(toolId: string, owner: string): DraftState {
  const state = new DraftState(toolId, owner)
  states.set(toolId, state)
  void state.load()
  return state
}

/**
 * The form of a tool for an account. One that a visitor has begun goes along into the account on sign-in, and
 * one of an account stays on show when its session runs out; another account gets its own.
 */
export function draftState(toolId: string, owner: string): DraftState {
  const state = states.get(toolId)
  if (!state) return openState(toolId, owner)
  if (state.owner === owner || owner === GUEST) return state
  const isBegun = state.touched || state.view.peek().inputs.length > 0
  if (state.owner !== GUEST || !isBegun) return openState(toolId, owner)
  state.adopt(owner)
  return state
}

function leaveAll(): void {
  for (const state of [...dirty]) state.leave()
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
  draftEpoch.value++
}

onPrivateDataCleared(() => {
  for (const [toolId, state] of [...states]) {
    state.abandon()
    if (state.owner !== GUEST) states.delete(toolId)
  }
  draftEpoch.value++
})
