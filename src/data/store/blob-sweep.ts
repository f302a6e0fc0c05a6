import { z } from 'zod'
import { zLocalInput, zOutputMeta } from '#src/data/tasks/task-model.ts'
import { deleteBlobs } from './blobs.ts'
import { dropValue, keepValue, read, readValue } from './db.ts'
import { withLock } from './locks.ts'
import { masksKey, materialsKey } from './private-data.ts'

/** Records that one read takes: the page stays free between two. */
const CHUNK = 250
/** Bytes that lost their last record are freed after a pause, many at once. */
const FREE_AFTER_MS = 3000
/**
 * Bytes are stored before the record that refers to them, maybe in another tab: only what nobody has referred
 * to for this long was left behind.
 */
const ORPHAN_AGE_MS = 60 * 60_000
const KEY_SUSPECTS = 'blobs/suspects'

const zReferences = z.object({
  localInputs: z.array(zLocalInput.pick({ key: true })).default([]),
  outputMeta: z.array(zOutputMeta.pick({ key: true })).default([]),
})
const zForm = z.object({ inputs: z.array(z.object({ id: z.string() })) })
const zDraftReferences = zForm.extend({ others: z.array(zForm).default([]) })
const zSuspects = z.record(z.string(), z.number())

/** Key in the store `blobs` of a draft's input. */
export const draftBlobKey = (id: string) => `draft-${id}`

/** Keys of the files that a stored draft refers to, those kept beside its form among them. */
export function namedByDraft(record: unknown): string[] {
  const { data } = zDraftReferences.safeParse(record)
  const forms = data ? [data, ...data.others] : []
  return forms.flatMap(({ inputs }) => inputs.map(({ id }) => draftBlobKey(id)))
}

const holders = new Set<() => Iterable<string>>()

/** Registers what names the blobs that this tab still needs, stored or not. */
export function onBlobsHeld(holder: () => Iterable<string>): void {
  holders.add(holder)
}

function heldHere(): Set<string> {
  return new Set([...holders].flatMap((holder) => [...holder()]))
}

/** Every text in a record, however deep: a download's manifest may name blobs anywhere. */
function textsIn(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  else if (Array.isArray(value)) for (const one of value) textsIn(one, into)
  else if (value && Object.getPrototypeOf(value) === Object.prototype) {
    for (const one of Object.values(value)) textsIn(one, into)
  }
}

function namedByTask(record: unknown): string[] {
  const found = zReferences.safeParse(record)
  if (!found.success) {
    // A damaged record keeps its bytes: a later version may be able to read it.
    const texts = new Set<string>()
    textsIn(record, texts)
    return [...texts]
  }
  const outputs = found.data.outputMeta.flatMap(({ key }) => (key ? [key] : []))
  return [...found.data.localInputs.map(({ key }) => key), ...outputs]
}

/** Keys of all blobs that some stored record of any account refers to; undefined when the store cannot be read. */
async function namedInStore(): Promise<Set<string> | undefined> {
  return read<Set<string> | undefined>(async (db) => {
    const named = new Set<string>()
    for (let from: IDBKeyRange | null = null; ; ) {
      const tasks: { taskId: string }[] = await db.getAll('tasks', from, CHUNK)
      for (const task of tasks) for (const key of namedByTask(task)) named.add(key)
      const last = tasks.at(-1)
      if (tasks.length < CHUNK || !last) break
      from = IDBKeyRange.lowerBound(last.taskId, true)
    }
    for (const draft of await db.getAll('drafts')) {
      for (const key of namedByDraft(draft)) named.add(key)
    }
    for (const download of await db.getAll('downloads')) textsIn(download, named)
    const masks = IDBKeyRange.bound(masksKey(''), masksKey('\uffff'))
    for (const list of await db.getAll('kv', masks)) textsIn(list, named)
    const materials = IDBKeyRange.bound(materialsKey(''), materialsKey('\uffff'))
    for (const list of await db.getAll('kv', materials)) textsIn(list, named)
    return named
  }, undefined)
}

let timer: ReturnType<typeof setTimeout> | undefined
const candidates = new Set<string>()

async function freeNow(): Promise<void> {
  const keys = [...candidates]
  candidates.clear()
  const named = await namedInStore()
  if (!named) return
  const held = heldHere()
  await deleteBlobs(keys.filter((key) => !named.has(key) && !held.has(key)))
}

/** Forgets blobs that have lost a record, unless another one refers to them. */
export function freeBlobs(keys: readonly string[]): void {
  if (keys.length === 0) return
  for (const key of keys) candidates.add(key)
  clearTimeout(timer)
  timer = setTimeout(() => void freeNow(), FREE_AFTER_MS)
}

/**
 * Forgets blobs that a closed tab or a failed write has left behind. Nothing is deleted that was not found
 * without a record an hour earlier as well, so what another tab is about to refer to is safe.
 * @returns how many were deleted
 */
export async function sweepOrphans(now: number = Date.now()): Promise<number> {
  const swept = await withLock(
    'zhuhui-sweep',
    async () => {
      const keys = await read<string[]>((db) => db.getAllKeys('blobs'), [])
      const named = await namedInStore()
      if (!named) return 0
      const held = heldHere()
      const orphans = keys.filter((key) => !named.has(key) && !held.has(key))
      const before = (await readValue(KEY_SUSPECTS, zSuspects)) ?? {}
      const isOld = (key: string) => now - (before[key] ?? now) >= ORPHAN_AGE_MS
      const left = orphans.filter((key) => !isOld(key)).map((key) => [key, before[key] ?? now])
      if (left.length > 0) await keepValue(KEY_SUSPECTS, Object.fromEntries(left))
      else await dropValue(KEY_SUSPECTS)
      const old = orphans.filter(isOld)
      await deleteBlobs(old)
      return old.length
    },
    { wait: false },
  )
  return swept ?? 0
}
