import { PINNED_PREFIX } from '#contracts/pins.ts'
import { keptAtSignOut } from '#src/data/tasks/outbox-model.ts'
import { blobKeys, type LocalTask, zLocalTask } from '#src/data/tasks/task-model.ts'
import { deleteBlobsOf } from './blobs.ts'
import { indexed, parseRecord, read, write } from './db.ts'

/** What tells whether a record's results are on this device alone. */
const zMade = zLocalTask.pick({ origin: true, outputMeta: true })

const cleaners = new Set<() => void>()

/** Registers what else must forget private things at sign-out: views in memory, workers. */
export function onPrivateDataCleared(cleaner: () => void): void {
  cleaners.add(cleaner)
}

const losers = new Set<(userId: string) => Promise<void>>()

/** Registers who must note that an account's pictures are no longer kept for use without a network. */
export function onPicturesForgotten(loser: (userId: string) => Promise<void>): void {
  losers.add(loser)
}

/** Takes an account's pictures out of the browser's caches; its records and what only they have stay. */
export async function forgetPictures(userId: string): Promise<void> {
  // The worker of the app, also where it has no control of this page.
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage({ type: 'CLEAR_PRIVATE' })
  // Also without a service worker to hear of it.
  if (typeof caches !== 'undefined') await caches.delete(`${PINNED_PREFIX}${userId}`)
  await Promise.all([...losers].map((loser) => loser(userId)))
}

/** Forgets what this tab holds in memory of an account that has signed out, here or in another tab. */
export function forgetPrivateViews(): void {
  for (const cleaner of cleaners) cleaner()
}

/** Key of an account's watermark in the store `kv`. */
export function watermarkKey(userId: string): string {
  return `watermark/${userId}`
}

/** Key of the list of an account's own materials in the store `kv`. */
export function materialsKey(userId: string): string {
  return `materials/${userId}`
}

/** Key of the list of an account's masks in the store `kv`. */
export function masksKey(userId: string): string {
  return `masks/${userId}`
}

/** Key of an account's draft of one tool. */
export function draftKey(userId: string, toolId: string): string {
  return `${userId}/${toolId}`
}

/** Upload addresses that tus-js-client keeps so that a cut upload can go on, by the names that upload.ts gives. */
function forgetUploads(userId: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(`tus::zhuhui-${userId}-`)) localStorage.removeItem(key)
  }
}

/** Number of an account's results that were made on this device and are nowhere else: a sign-out loses them. */
export async function countOnlyHere(userId: string): Promise<number> {
  const range = IDBKeyRange.bound([userId, -Number.MAX_SAFE_INTEGER], [userId, 0])
  const records = await read<unknown[]>((db) => db.getAllFromIndex('tasks', 'userId+newest', range), [])
  return records.filter((record) => {
    const task = parseRecord(zMade, record, 'tasks')
    return task?.origin === 'device' && task.outputMeta.some(({ key }) => key)
  }).length
}

/** What stays of an account's records in the store, to be sent when it signs in again. */
async function readKept(userId: string): Promise<LocalTask[]> {
  const owed = await read<unknown[]>(
    (db) => db.getAllFromIndex('tasks', 'userId+owed', IDBKeyRange.only([userId, 1])),
    [],
  )
  return owed.flatMap((record) => {
    const task = parseRecord(zLocalTask, record, 'tasks')
    return (task && keptAtSignOut(task)) ?? []
  })
}

/**
 * Forgets everything of an account on this device: tasks, pictures, drafts, the watermark, own materials, what the service
 * worker cached.
 * What visitors made without signing in stays.
 * @param keepWaiting leaves what waits to be sent where nobody but the same account sees it again
 */
export async function clearPrivateData(userId: string, keepWaiting: boolean): Promise<void> {
  forgetPrivateViews()
  const kept = keepWaiting ? await readKept(userId) : []
  if (kept.length === 0) forgetUploads(userId)
  await forgetPictures(userId)
  await deleteBlobsOf(userId, new Set(kept.flatMap(blobKeys)))
  await write(async (db) => {
    const transaction = db.transaction(['tasks', 'drafts', 'downloads', 'projects', 'kv'], 'readwrite')
    const tasks = transaction.objectStore('tasks')
    const range = IDBKeyRange.bound([userId, -Number.MAX_SAFE_INTEGER], [userId, 0])
    const keys = await tasks.index('userId+newest').getAllKeys(range)
    const downloads = transaction.objectStore('downloads')
    const archives = await downloads.index('userId').getAllKeys(userId)
    const projects = transaction.objectStore('projects')
    const owned = await projects.index('userId').getAllKeys(userId)
    const drafts = IDBKeyRange.bound(draftKey(userId, ''), draftKey(userId, '\uffff'))
    await Promise.all([
      ...keys.map((key) => tasks.delete(key)),
      ...archives.map((key) => downloads.delete(key)),
      ...owned.map((key) => projects.delete(key)),
      transaction.objectStore('drafts').delete(drafts),
      transaction.objectStore('kv').delete(watermarkKey(userId)),
      transaction.objectStore('kv').delete(masksKey(userId)),
      transaction.objectStore('kv').delete(materialsKey(userId)),
      ...kept.map((task) => tasks.put(indexed(task))),
      transaction.done,
    ])
  }).catch(() => undefined)
}
