import { deleteBlobsOf } from './blobs.ts'
import { write } from './db.ts'

const cleaners = new Set<() => void>()

/** Registers what else must forget private things at sign-out: views in memory, workers. */
export function onPrivateDataCleared(cleaner: () => void): void {
  cleaners.add(cleaner)
}

/** Forgets what this tab holds in memory of an account that has signed out, here or in another tab. */
export function forgetPrivateViews(): void {
  for (const cleaner of cleaners) cleaner()
}

/** Key of an account's draft of one tool. */
export function draftKey(userId: string, toolId: string): string {
  return `${userId}/${toolId}`
}

/** Upload addresses that tus-js-client keeps so that a cut upload can go on. */
function forgetUploads(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith('tus::')) localStorage.removeItem(key)
}

/**
 * Forgets everything of an account on this device: tasks, pictures, drafts, what the service worker cached.
 * What visitors made without signing in stays.
 */
export async function clearPrivateData(userId: string): Promise<void> {
  forgetPrivateViews()
  forgetUploads()
  navigator.serviceWorker?.controller?.postMessage({ type: 'CLEAR_PRIVATE' })
  await deleteBlobsOf(userId)
  await write(async (db) => {
    const transaction = db.transaction(['tasks', 'drafts', 'downloads'], 'readwrite')
    const tasks = transaction.objectStore('tasks')
    const range = IDBKeyRange.bound([userId, -Number.MAX_SAFE_INTEGER], [userId, 0])
    const keys = await tasks.index('userId+newest').getAllKeys(range)
    const downloads = transaction.objectStore('downloads')
    const archives = await downloads.index('userId').getAllKeys(userId)
    const drafts = IDBKeyRange.bound(draftKey(userId, ''), draftKey(userId, '\uffff'))
    await Promise.all([
      ...keys.map((key) => tasks.delete(key)),
      ...archives.map((key) => downloads.delete(key)),
      transaction.objectStore('drafts').delete(drafts),
      transaction.done,
    ])
  }).catch(() => undefined)
}
