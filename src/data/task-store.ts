import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { z } from 'zod'
import { deleteBlobs } from './blobs.ts'
import { indexed, parseRecord, read, write } from './db.ts'
import { onPrivateDataCleared } from './private-data.ts'
import { user } from './session.ts'
import { blobKeys, GUEST, isVisibleTo, type LocalTask, newestFirst, zLocalTask } from './task-model.ts'

/** Most records of one account that are loaded at start. */
const FIRST_LOAD = 1000
const NEXT_LOAD = 200

const records = new Map<string, LocalTask>()
/** Counts changes of the map; whoever reads the map inside a computed depends on it. */
const revision = signal(0)
const loaded = signal(false)
/** Records that the browser refused to store: they live in memory alone. */
const unsaved = new Set<string>()
/** Writes on their way, by record: until they are done the store is older than memory. */
const writing = new Map<string, number>()
/** Records removed since the page was opened. */
const removed = new Set<string>()
/** Oldest createdAt that was read from the store, by owner. */
const oldest = new Map<string, number>()

/** False until the records of this device have been read. */
export const tasksLoaded: ReadonlySignal<boolean> = loaded

/** Account whose records are on show. */
export function currentOwner(): string {
  return user.value?.id ?? GUEST
}

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

/** Stores records as they are now (or their absence); transactions of one tab run in the order of the calls. */
async function persist(ids: readonly string[]): Promise<void> {
  const now = ids.map((id) => [id, records.get(id)] as const)
  countWrites(ids, 1)
  try {
    await write(async (db) => {
      const transaction = db.transaction('tasks', 'readwrite', { durability: 'strict' })
      const changes = now.map(([id, task]) =>
        task ? transaction.store.put(indexed(task)) : transaction.store.delete(id),
      )
      await Promise.all([...changes, transaction.done])
    })
    for (const id of ids) unsaved.delete(id)
    channel?.postMessage({ ids })
  } catch (thrown) {
    // useStorageProblem tells the user; the records stay in memory and the app goes on.
    console.warn('zhuhui: tasks could not be stored', thrown)
    for (const id of ids) if (records.has(id)) unsaved.add(id)
  } finally {
    countWrites(ids, -1)
  }
}

/** Puts a record into view whose bytes are still being stored; the next change stores it. */
export function showRecord(task: LocalTask): void {
  records.set(task.taskId, task)
  unsaved.add(task.taskId)
  revision.value++
}

/** Puts records into view at once and stores them. Resolves when they are stored, or known not to be. */
export function putRecords(tasks: readonly LocalTask[]): Promise<void> {
  for (const task of tasks) records.set(task.taskId, task)
  revision.value++
  return persist(tasks.map(({ taskId }) => taskId))
}

/**
 * Changes a record that is still there.
 * @param change gets the newest record; returning it unchanged changes nothing
 * @param keep false leaves the store alone: for progress, which is not worth a write
 * @returns the record after the change
 */
export async function changeRecord(
  taskId: string,
  change: (task: LocalTask) => LocalTask,
  keep = true,
): Promise<LocalTask | undefined> {
  const before = records.get(taskId)
  if (!before) return undefined
  const after = change(before)
  if (after === before) return before
  records.set(taskId, after)
  revision.value++
  if (keep) await persist([taskId])
  return after
}

/** Forgets records and the blobs that no other record refers to. */
export async function dropRecords(ids: readonly string[]): Promise<void> {
  const gone = ids.flatMap((id) => records.get(id) ?? [])
  for (const id of ids) {
    records.delete(id)
    removed.add(id)
  }
  revision.value++
  await persist(ids)
  await freeBlobs(gone.flatMap(blobKeys))
}

/** Forgets blobs that no record refers to any more. */
export async function freeBlobs(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const used = new Set([...records.values()].flatMap(blobKeys))
  await deleteBlobs(keys.filter((key) => !used.has(key)))
}

/** The newest `count` records of an account made before a moment, newest first. */
async function readSome(owner: string, before: number, count: number): Promise<unknown[]> {
  const range = IDBKeyRange.bound([owner, -before], [owner, 0], true, false)
  return read<unknown[]>((db) => db.getAllFromIndex('tasks', 'userId+newest', range, count), [])
}

function take(found: readonly unknown[]): number {
  let taken = 0
  batch(() => {
    for (const record of found) {
      const task = parseRecord(zLocalTask, record, 'tasks')
      if (!task || records.has(task.taskId)) continue
      records.set(task.taskId, task)
      oldest.set(task.userId, Math.min(oldest.get(task.userId) ?? task.createdAt, task.createdAt))
      taken++
    }
    revision.value++
  })
  return taken
}

/** Reads the newest records of an account and of visitors into view. */
export async function loadRecords(owner: string): Promise<void> {
  const owners = new Set([owner, GUEST])
  const found = await Promise.all(
    [...owners].map((one) => readSome(one, Number.MAX_SAFE_INTEGER, FIRST_LOAD)),
  )
  take(found.flat())
  loaded.value = true
}

/** Reads older records of this device; false when there are none left. */
export async function loadOlderRecords(owner: string): Promise<boolean> {
  const owners = [...new Set([owner, GUEST])].filter((one) => oldest.has(one))
  const found = await Promise.all(owners.map((one) => readSome(one, oldest.get(one) ?? 0, NEXT_LOAD)))
  return take(found.flat()) > 0
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
  for (const owner of [...oldest.keys()]) if (owner !== GUEST) oldest.delete(owner)
  unsaved.clear()
  revision.value++
})
