import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { z } from 'zod'
import { currentOwner } from '#src/data/api/session.ts'
import { freeBlobs, onBlobsHeld } from '#src/data/store/blob-sweep.ts'
import { saveBlobs } from '#src/data/store/blobs.ts'
import { indexed, onUnsaved, parseRecord, read, write } from '#src/data/store/db.ts'
import { onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { blobKeys, GUEST, isVisibleTo, type LocalTask, newestFirst, zLocalTask } from './task-model.ts'
import { type PageOf, readTaskPage, readTasksById, readUnsettled } from './task-pages.ts'

const records = new Map<string, LocalTask>()
/** Counts changes of the map; whoever reads the map inside a computed depends on it. */
const revision = signal(0)
const loaded = signal(false)
/** Records that the browser refused to store: they live in memory alone. */
const unsaved = new Set<string>()
/** Those of them whose write has failed, and removals that failed. */
const refused = new Set<string>()
/** Writes on their way, by record: until they are done the store is older than memory. */
const writing = new Map<string, number>()
/** Records removed since the page was opened. */
const removed = new Set<string>()
/** How far each list was read from the store, by its key. `after` is where it goes on. */
const readUpTo = new Map<string, { after: number; ended: boolean }>()

/** False until the records of this device have been read. */
export const tasksLoaded: ReadonlySignal<boolean> = loaded

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

/** Stores records, or their absence, in one transaction. */
async function writeRecords(changes: readonly RecordChange[], onStored: () => void): Promise<void> {
  await write(async (db) => {
    const transaction = db.transaction('tasks', 'readwrite', { durability: 'strict' })
    const writes = changes.map(([id, task]) =>
      task ? transaction.store.put(indexed(task)) : transaction.store.delete(id),
    )
    // A page that is left would not say that nothing follows, and all would be undone.
    transaction.commit()
    await Promise.all([...writes, transaction.done])
    onStored()
  })
}

/**
 * Stores records (or their absence); transactions of one tab run in the order of the calls.
 * @param bytes of new records, stored with them or not at all
 */
async function persist(changes: readonly RecordChange[], bytes?: RecordBytes): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.map(([id]) => id)
  announce(changes)
  countWrites(ids, 1)
  // Counted as refused before the user is told, so that the notice names them.
  for (const id of ids) refused.add(id)
  try {
    const handleStored = () => {
      for (const id of ids) refused.delete(id)
    }
    if (bytes) {
      const tasks = changes.flatMap(([, task]) => (task ? indexed(task) : []))
      await saveBlobs(bytes.entries, bytes.userId, tasks, handleStored)
    } else await writeRecords(changes, handleStored)
    for (const id of ids) unsaved.delete(id)
    channel?.postMessage({ ids })
  } catch (thrown) {
    // useStorageProblem tells the user; the records stay in memory and the app goes on.
    console.warn('zhuhui: tasks could not be stored', thrown)
    for (const [id] of changes) if (records.has(id)) unsaved.add(id)
  } finally {
    countWrites(ids, -1)
  }
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
  countWrites(ids, 1)
  const after = new Map<string, LocalTask | undefined>()
  try {
    await write(async (db) => {
      const transaction = db.transaction('tasks', 'readwrite', { durability: 'strict' })
      const work = ids.map(async (id) => {
        const task = changedInStore(id, await transaction.store.get(id), change)
        after.set(id, task)
        if (task) await transaction.store.put(indexed(task))
      })
      await Promise.all([...work, transaction.done])
    })
    for (const id of ids) unsaved.delete(id)
    channel?.postMessage({ ids })
  } catch (thrown) {
    // useStorageProblem tells the user; the records stay in memory and the app goes on.
    console.warn('zhuhui: tasks could not be stored', thrown)
    for (const id of ids) if (records.has(id)) unsaved.add(id)
    after.clear()
  } finally {
    countWrites(ids, -1)
  }
  takeStored(after)
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

/** Takes records of the store into view, unless memory knows better; returns those that are sound. */
function take(found: readonly unknown[]): LocalTask[] {
  const sound: LocalTask[] = []
  batch(() => {
    for (const record of found) {
      const task = parseRecord(zLocalTask, record, 'tasks')
      if (!task || removed.has(task.taskId)) continue
      const known = records.get(task.taskId)
      sound.push(known ?? task)
      if (!known) records.set(task.taskId, task)
    }
    revision.value++
  })
  return sound
}

/** Takes records out of view whose copies here were cleared; the server still has them. */
export function forgetViews(ids: readonly string[]): void {
  for (const id of ids) records.delete(id)
  revision.value++
  announce(ids.map(asNow))
  channel?.postMessage({ ids })
}

const listKey = ({ owner, toolId }: PageOf) => `${owner}/${toolId ?? ''}`

/** Reads the next page of one list into view; false when there is none left. */
async function loadPage(of: PageOf): Promise<boolean> {
  const from = readUpTo.get(listKey(of))
  if (from?.ended) return false
  const { records: found, next } = await readTaskPage(of, from?.after ?? null)
  // Another call has read it meanwhile.
  if (readUpTo.get(listKey(of)) !== from) return true
  const sound = take(found)
  const oldest = Math.min(...sound.map(({ createdAt }) => createdAt))
  const end = sound.length > 0 ? -oldest : (from?.after ?? -Number.MAX_SAFE_INTEGER)
  readUpTo.set(listKey(of), { after: next ?? end, ended: next === null })
  return sound.length > 0
}

/** Lists whose records an account sees: its own, and the one of this device's visitors. */
function listsOf(owner: string, toolId?: string): PageOf[] {
  return [...new Set([owner, GUEST])].map((one) => ({ owner: one, ...(toolId ? { toolId } : {}) }))
}

/**
 * Reads what is needed at start into view: whatever something is still to happen to (unsent, unfinished,
 * unconfirmed), however old, and the newest page.
 */
export async function loadRecords(owner: string): Promise<void> {
  const lists = listsOf(owner)
  const unsettled = Promise.all(lists.map((list) => readUnsettled(list.owner)))
  await Promise.all(lists.filter((list) => !readUpTo.has(listKey(list))).map(loadPage))
  take((await unsettled).flat())
  loaded.value = true
}

/** Reads the lists anew that a database without an answer left empty. */
export async function rereadRecords(owner: string): Promise<void> {
  readUpTo.clear()
  await loadRecords(owner)
}

/**
 * Reads older records of this device into view, a page at a time.
 * @param toolId of one tool only
 * @returns false when there are none left
 */
export async function loadOlderRecords(owner: string, toolId?: string): Promise<boolean> {
  const found = await Promise.all(listsOf(owner, toolId).map(loadPage))
  return found.includes(true)
}

/** True while some page of this list has not been read. */
export function hasOlderRecords(owner: string, toolId?: string): boolean {
  return listsOf(owner, toolId).some((list) => !readUpTo.get(listKey(list))?.ended)
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
    take(await readTasksById(absent.slice(at, at + CHUNK)))
  }
  return ids.flatMap((id) => records.get(id) ?? [])
}

/** A list whose end was reached goes on when older records were stored; whether a record lies before its end. */
function liesInView(task: LocalTask): boolean {
  let isInView = false
  for (const list of listsOf(task.userId, task.toolId).concat(listsOf(task.userId))) {
    const state = readUpTo.get(listKey(list))
    if (!state || list.owner !== task.userId) continue
    if (-task.createdAt <= state.after) isInView = true
    else if (state.ended) readUpTo.set(listKey(list), { ...state, ended: false })
  }
  return isInView
}

/**
 * Stores what the server told of older tasks, without taking those into view that no list has come to yet.
 * @returns how many of them this device did not know
 */
export async function keepRecords(tasks: readonly LocalTask[]): Promise<number> {
  const rest = tasks.filter(({ taskId }) => !records.has(taskId) && !removed.has(taskId))
  const known = await readTasksById(rest.map(({ taskId }) => taskId))
  const fresh = rest.filter(({ taskId }, i) => known[i] === undefined && !records.has(taskId))
  for (const task of fresh) if (liesInView(task)) records.set(task.taskId, task)
  revision.value++
  await persist(fresh.map((task) => [task.taskId, task] as const))
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
  for (const list of [...readUpTo.keys()]) if (!list.startsWith(`${GUEST}/`)) readUpTo.delete(list)
  unsaved.clear()
  refused.clear()
  revision.value++
})
