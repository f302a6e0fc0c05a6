import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { z } from 'zod'
import { currentOwner } from '#src/data/api/session.ts'
import { freeBlobs, onBlobsHeld } from '#src/data/store/blob-sweep.ts'
import { saveBlobs } from '#src/data/store/blobs.ts'
import { indexed, onUnsaved, parseRecord, read, write } from '#src/data/store/db.ts'
import { onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { blobKeys, GUEST, isVisibleTo, type LocalTask, newestFirst, zLocalTask } from './task-model.ts'
import { readTasksById } from './task-pages.ts'

/**
 * Every record that this tab has read or made, of any account: the one copy in memory. The database has them all;
 * lists read it page by page (task-lists.ts).
 */
const records = new Map<string, LocalTask>()
/** Counts changes of the map; whoever reads the map inside a computed depends on it. */
const revision = signal(0)
/** Records that the browser refused to store: they live in memory alone. */
const unsaved = new Set<string>()
/** Those of them whose write has failed, and removals that failed. */
const refused = new Set<string>()
/** Writes on their way, by record: until they are done the store is older than memory. */
const writing = new Map<string, number>()
/** Records removed since the page was opened. */
const removed = new Set<string>()
/** Records that the current account may see, newest first. */
export const visibleTasks: ReadonlySignal<LocalTask[]> = computed(() => {
  revision.value
  const owner = currentOwner()
  return [...records.values()].filter((task) => isVisibleTo(task, owner)).sort(newestFirst)
})

/** A record by its id, of any account. */
export function findRecord(taskId: string): LocalTask | undefined {
  return records.get(taskId)
}

/** The same for a view: what reads it inside a computed follows the record. */
export function trackRecord(taskId: string): LocalTask | undefined {
  revision.value
  return records.get(taskId)
}

/** True when the record was removed here since the page was opened. */
export function wasRemoved(taskId: string): boolean {
  return removed.has(taskId)
}

/** Every loaded record, of any account. */
export function allRecords(): Iterable<LocalTask> {
  return records.values()
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('zhuhui-tasks')
const remoteListeners = new Set<() => void>()
const zMessage = z.object({ ids: z.array(z.string()) })

/** Registers who is told that another tab changed records. */
export function onRemoteChange(listener: () => void): void {
  remoteListeners.add(listener)
}

function countWrites(ids: readonly string[], by: 1 | -1): void {
  for (const id of ids) {
    const count = (writing.get(id) ?? 0) + by
    if (count > 0) writing.set(id, count)
    else writing.delete(id)
  }
}

/** A record and its id; undefined where it is gone. */
export type RecordChange = readonly [taskId: string, task: LocalTask | undefined]
const changeListeners = new Set<(changes: readonly RecordChange[]) => void>()

/** Registers who is told of every record that was put, changed or dropped, here or in another tab. */
export function onRecordsChanged(listener: (changes: readonly RecordChange[]) => void): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

function announce(changes: readonly RecordChange[]): void {
  for (const listener of changeListeners) listener(changes)
}

/** Bytes of an account, by the keys that its records name. */
export interface RecordBytes {
  userId: string
  entries: readonly (readonly [key: string, blob: Blob])[]
}

/**
 * Runs a write of records, with what this tab knows of them meanwhile. What the browser refuses to store stays in memory.
 * @returns whether it was stored
 */
async function storing(ids: readonly string[], work: () => Promise<unknown>): Promise<boolean> {
  countWrites(ids, 1)
  try {
    await work()
    for (const id of ids) unsaved.delete(id)
    channel?.postMessage({ ids })
    return true
  } catch (thrown) {
    // useStorageProblem tells the user; the records stay in memory and the app goes on.
    console.warn('zhuhui: tasks could not be stored', thrown)
    for (const id of ids) if (records.has(id)) unsaved.add(id)
    return false
  } finally {
    countWrites(ids, -1)
  }
}

/**
 * Stores records (or their absence) in one transaction; transactions of one tab run in the order of the calls.
 * @param bytes of new records, stored with them or not at all
 */
async function persist(changes: readonly RecordChange[], bytes?: RecordBytes): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.map(([id]) => id)
  announce(changes)
  // Counted as refused before the user is told, so that the notice names them.
  for (const id of ids) refused.add(id)
  const handleStored = () => {
    for (const id of ids) refused.delete(id)
  }
  await storing(ids, () => {
    const tasks = changes.flatMap(([, task]) => (task ? indexed(task) : []))
    if (bytes) return saveBlobs(bytes.entries, bytes.userId, tasks, handleStored)
    return write(async (db) => {
      const transaction = db.transaction('tasks', 'readwrite', { durability: 'strict' })
      const writes = changes.map(([id, task]) =>
        task ? transaction.store.put(indexed(task)) : transaction.store.delete(id),
      )
      // A page that is left would not say that nothing follows, and all would be undone.
      transaction.commit()
      await Promise.all([...writes, transaction.done])
      handleStored()
    })
  })
}

const asNow = (id: string): RecordChange => [id, records.get(id)]

onUnsaved({
  unit: '个任务',
  count: () => refused.size,
  retry: () => persist([...refused].map(asNow)),
})

/** Puts a record into view whose bytes are still being stored; the next change stores it. */
export function showRecord(task: LocalTask): void {
  records.set(task.taskId, task)
  unsaved.add(task.taskId)
  revision.value++
}

/**
 * Stores records that are in view together with their bytes, and only then shows them as stored. What the browser
 * refuses lives in memory.
 * @param ready turns a record as it is shown into what is stored; one that was cancelled meanwhile stays so
 */
export async function storeShown(ids: readonly string[], bytes: RecordBytes, ready: Change): Promise<void> {
  const shown = ids.flatMap((id) => records.get(id) ?? [])
  await persist(
    shown.map((task) => [task.taskId, ready(task)]),
    bytes,
  )
  for (const { taskId } of shown) {
    const task = records.get(taskId)
    if (task) records.set(taskId, ready(task))
  }
  revision.value++
}

/** Puts records into view at once and stores them. Resolves when they are stored, or known not to be. */
export function putRecords(tasks: readonly LocalTask[]): Promise<void> {
  for (const task of tasks) records.set(task.taskId, task)
  revision.value++
  return persist(tasks.map(({ taskId }) => asNow(taskId)))
}

type Change = (task: LocalTask) => LocalTask

/** How far this tab has come with a record, which is not worth a write: the store's record with that. */
function withProgress(stored: LocalTask, memory: LocalTask | undefined): LocalTask {
  if (!memory) return stored
  const { phase, uploadProgress, step, state, progress, startedAt } = memory
  if (stored.phase && phase)
    return { ...stored, phase, step, ...(uploadProgress === undefined ? {} : { uploadProgress }) }
  if (stored.origin !== 'device' || stored.state !== 'queued') return stored
  // Its start was never stored either: without it nobody could tell how long it took.
  return state === 'running' ? { ...stored, state, progress, step, startedAt } : { ...stored, startedAt }
}

/** What a change makes of a record in the store; undefined when another tab has removed it. */
function changedInStore(taskId: string, found: unknown, change: Change): LocalTask | undefined {
  const memory = records.get(taskId)
  // What the browser refused to store is newer in memory, and has been changed there.
  if (unsaved.has(taskId)) return memory
  const stored = parseRecord(zLocalTask, found, 'tasks')
  return stored && change(withProgress(stored, memory))
}

/**
 * Changes records in the store within one transaction, each from what the store has: what another tab did to
 * them meanwhile (stopped, removed, moved) is not overwritten.
 */
async function persistChange(ids: readonly string[], change: Change): Promise<void> {
  announce(ids.map(asNow))
  const after = new Map<string, LocalTask | undefined>()
  const isStored = await storing(ids, () =>
    write(async (db) => {
      const transaction = db.transaction('tasks', 'readwrite', { durability: 'strict' })
      const work = ids.map(async (id) => {
        const task = changedInStore(id, await transaction.store.get(id), change)
        after.set(id, task)
        if (task) await transaction.store.put(indexed(task))
      })
      await Promise.all([...work, transaction.done])
    }),
  )
  if (isStored) takeStored(after)
}

/** Takes into view what the store has after a write, unless a later write is on its way. */
function takeStored(after: ReadonlyMap<string, LocalTask | undefined>): void {
  const taken: RecordChange[] = []
  for (const [id, task] of after) {
    const memory = records.get(id)
    if (!memory || writing.has(id)) continue
    if (task) records.set(id, withProgress(task, memory))
    else records.delete(id)
    taken.push(asNow(id))
  }
  if (taken.length === 0) return
  revision.value++
  announce(taken)
}

/**
 * Changes records that are still there, in view at once and then in the store.
 * @param change gets the newest record, first as this tab knows it and then as the store has it; returning it
 *   unchanged changes nothing
 * @param keep false leaves the store alone: for progress, which is not worth a write
 */
export async function changeRecords(ids: readonly string[], change: Change, keep = true): Promise<void> {
  const changed = ids.filter((id) => {
    const before = records.get(id)
    if (!before) return false
    const after = change(before)
    if (after !== before) records.set(id, after)
    return after !== before
  })
  if (changed.length === 0) return
  if (!keep) return showSoon()
  revision.value++
  await persistChange(changed, change)
}

/** Progress is shown this often at most, ms: hundreds of tasks report it, and each report redraws their lists. */
const SHOW_MS = 150
let shownAt = 0
let showing: ReturnType<typeof setTimeout> | undefined

function showSoon(): void {
  if (showing !== undefined) return
  const show = () => {
    showing = undefined
    shownAt = Date.now()
    revision.value++
  }
  const wait = shownAt + SHOW_MS - Date.now()
  if (wait <= 0) show()
  else showing = setTimeout(show, wait)
}

/** Changes one record; see changeRecords. @returns the record after the change */
export async function changeRecord(
  taskId: string,
  change: Change,
  keep = true,
): Promise<LocalTask | undefined> {
  await changeRecords([taskId], change, keep)
  return records.get(taskId)
}

/** Forgets records and the blobs that no other record refers to. */
export async function dropRecords(ids: readonly string[]): Promise<void> {
  const gone = ids.flatMap((id) => records.get(id) ?? [])
  for (const id of ids) {
    records.delete(id)
    removed.add(id)
  }
  revision.value++
  await persist(ids.map(asNow))
  freeBlobs(gone.flatMap(blobKeys))
}

onBlobsHeld(() => [...records.values()].flatMap(blobKeys))

/**
 * Takes records of the store into view, unless memory knows better.
 * @param isPart more follow at once: the lists show them together
 * @returns those that are sound
 */
export function takeRecords(found: readonly unknown[], isPart = false): LocalTask[] {
  const sound: LocalTask[] = []
  for (const record of found) {
    const task = parseRecord(zLocalTask, record, 'tasks')
    if (!task || removed.has(task.taskId)) continue
    const known = records.get(task.taskId)
    sound.push(known ?? task)
    if (!known) records.set(task.taskId, task)
  }
  if (isPart) showSoon()
  else revision.value++
  return sound
}

/** Takes records out of view whose copies here were cleared; the server still has them. */
export function forgetViews(ids: readonly string[]): void {
  for (const id of ids) records.delete(id)
  revision.value++
  announce(ids.map(asNow))
  channel?.postMessage({ ids })
}

/** Ids that one transaction reads: enough to be quick, few enough to leave the page free between. */
const CHUNK = 200

/**
 * Records by their ids, read from the store where they are not in view yet. What is done to a task (cancel,
 * retry, remove, download) is done to one in view.
 */
export async function ensureRecords(ids: readonly string[]): Promise<LocalTask[]> {
  const absent = ids.filter((id) => !records.has(id) && !removed.has(id))
  for (let at = 0; at < absent.length; at += CHUNK) {
    takeRecords(await readTasksById(absent.slice(at, at + CHUNK)))
  }
  return ids.flatMap((id) => records.get(id) ?? [])
}

/**
 * Stores what the server told of tasks that this device does not know yet.
 * @returns how many they were
 */
export async function keepRecords(tasks: readonly LocalTask[]): Promise<number> {
  const known = new Set((await ensureRecords(tasks.map(({ taskId }) => taskId))).map(({ taskId }) => taskId))
  const fresh = tasks.filter(
    ({ taskId }) => !known.has(taskId) && !records.has(taskId) && !removed.has(taskId),
  )
  await putRecords(fresh)
  return fresh.length
}

/**
 * The record as the store has it, since another tab may have changed it: undefined when it was removed
 * there.
 */
export async function freshRecord(taskId: string): Promise<LocalTask | undefined> {
  const known = records.get(taskId)
  if (unsaved.has(taskId) || writing.has(taskId)) return known
  const record = await read<unknown>((db) => db.get('tasks', taskId), known)
  // Written here while it was read: memory is newer.
  if (writing.has(taskId)) return records.get(taskId)
  const task = parseRecord(zLocalTask, record, 'tasks')
  if (task) records.set(taskId, task)
  else records.delete(taskId)
  revision.value++
  announce([[taskId, task]])
  return task
}

channel?.addEventListener('message', async (event: MessageEvent<unknown>) => {
  const message = zMessage.safeParse(event.data)
  if (!message.success) return
  await Promise.all(message.data.ids.map(freshRecord))
  for (const listener of remoteListeners) listener()
})

onPrivateDataCleared(() => {
  for (const task of [...records.values()]) if (task.userId !== GUEST) records.delete(task.taskId)
  unsaved.clear()
  refused.clear()
  revision.value++
})
