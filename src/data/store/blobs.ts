import {
  type Database,
  onUnsaved,
  parseRecord,
  read,
  type StoredBlob,
  type StoredTask,
  write,
  zStoredBlob,
} from './db.ts'

/** Blobs that could not be stored: kept here so that nothing is lost while the page lives. */
const unsaved = new Map<string, { userId: string; blob: Blob }>()

let blobsAllowed: boolean | undefined

async function toRecord(key: string, userId: string, blob: Blob): Promise<StoredBlob> {
  const type = blob.type
  return blobsAllowed === false
    ? { key, userId, type, buffer: await blob.arrayBuffer() }
    : { key, userId, type, blob }
}

async function put(
  db: Database,
  entries: readonly (readonly [string, Blob])[],
  userId: string,
  tasks: readonly StoredTask[],
) {
  const records = await Promise.all(entries.map(([key, blob]) => toRecord(key, userId, blob)))
  const stores = tasks.length > 0 ? (['blobs', 'tasks'] as const) : (['blobs'] as const)
  const transaction = db.transaction(stores, 'readwrite', { durability: 'strict' })
  const puts: Promise<unknown>[] = []
  try {
    for (const task of tasks) puts.push(transaction.objectStore('tasks').put(task))
    for (const record of records) puts.push(transaction.objectStore('blobs').put(record))
  } catch (thrown) {
    // Tasks without their bytes are not kept.
    transaction.abort()
    await Promise.allSettled([...puts, transaction.done])
    throw thrown
  }
  // Otherwise the browser would wait for the page to say that nothing follows, and a page that is left says nothing.
  transaction.commit()
  // One failed put aborts all: both promises have to be awaited, or one rejects unheard.
  await Promise.all([...puts, transaction.done])
}

/** Some WebKit versions refuse Blobs (DataCloneError, or UnknownError on writing the file). */
function refusesBlobs(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'DataCloneError' || thrown.name === 'UnknownError')
}

/**
 * Stores blobs in one transaction. They can be read again at once, even when storing fails.
 * @param tasks records that the bytes belong to, stored with them or not at all
 * @param onStored called when the browser has everything, before the user is told that nothing is unsaved
 * @throws AppError STORAGE_FULL; the blobs then live in memory until the page goes
 */
export async function saveBlobs(
  entries: readonly (readonly [string, Blob])[],
  userId: string,
  tasks: readonly StoredTask[] = [],
  onStored: () => void = () => undefined,
): Promise<void> {
  for (const [key, blob] of entries) unsaved.set(key, { userId, blob })
  // Counted as refused before the user is told, so that the notice names them.
  for (const [key] of entries) refused.add(key)
  await write(async (db) => {
    try {
      await put(db, entries, userId, tasks)
      if (entries.length > 0) blobsAllowed ??= true
    } catch (thrown) {
      if (blobsAllowed !== undefined || !refusesBlobs(thrown)) throw thrown
      blobsAllowed = false
      await put(db, entries, userId, tasks)
    }
    for (const [key] of entries) refused.delete(key)
    onStored()
  })
  for (const [key] of entries) unsaved.delete(key)
}

/** Blobs whose write has failed, not those on their way. */
const refused = new Set<string>()

onUnsaved({
  unit: '个文件',
  count: () => refused.size,
  async retry() {
    for (const key of [...refused]) {
      const held = unsaved.get(key)
      if (held) await saveBlobs([[key, held.blob]], held.userId)
      else refused.delete(key)
    }
  },
})

/** A stored blob, or undefined. */
export async function readBlob(key: string): Promise<Blob | undefined> {
  const held = unsaved.get(key)
  if (held) return held.blob
  const record = await read<unknown>((db) => db.get('blobs', key), undefined)
  const stored = parseRecord(zStoredBlob, record, 'blobs')
  if (stored?.blob) return stored.blob
  return stored?.buffer ? new Blob([stored.buffer], { type: stored.type }) : undefined
}

/** Forgets blobs; keys that are not there are no error. */
export async function deleteBlobs(keys: Iterable<string>): Promise<void> {
  const all = [...keys]
  for (const key of all) {
    unsaved.delete(key)
    refused.delete(key)
  }
  if (all.length === 0) return
  await write(async (db) => {
    const transaction = db.transaction('blobs', 'readwrite')
    await Promise.all([...all.map((key) => transaction.store.delete(key)), transaction.done])
  }).catch(() => undefined)
}

/** Forgets every blob of an account, stored or held in memory, except some. */
export async function deleteBlobsOf(userId: string, except: ReadonlySet<string>): Promise<void> {
  for (const [key, held] of unsaved) {
    if (held.userId !== userId || except.has(key)) continue
    unsaved.delete(key)
    refused.delete(key)
  }
  await write(async (db) => {
    const transaction = db.transaction('blobs', 'readwrite')
    const keys = await transaction.store.index('userId').getAllKeys(userId)
    const gone = keys.filter((key) => !except.has(key))
    await Promise.all([...gone.map((key) => transaction.store.delete(key)), transaction.done])
  }).catch(() => undefined)
}
