import { z } from 'zod'
import { FRAMES_PREFIX } from '#contracts/frames.ts'
import { PINNED_PREFIX } from '#contracts/pins.ts'
import { SHARE_CACHE } from '#contracts/share.ts'
import { currentOwner } from '#src/data/api/session.ts'
import { forgetDrafts } from '#src/data/drafts/draft-store.ts'
import { openProjects } from '#src/data/projects/projects.ts'
import { unpinProject } from '#src/data/tasks/pins.ts'
import { zLocalInput, zOutputMeta } from '#src/data/tasks/task-model.ts'
import { dropRecords, ensureRecords, forgetViews } from '#src/data/tasks/task-store.ts'
import { forgetWholeHistory } from '#src/data/tasks/task-sync.ts'
import { namedByDraft, sweepOrphans } from './blob-sweep.ts'
import { deleteBlobs } from './blobs.ts'
import { type Database, read, write } from './db.ts'

/** What takes room on this device. */
export const CATEGORIES = [
  'records',
  'results',
  'drafts',
  'pinned',
  'cached',
  'packs',
  'downloads',
  'app',
] as const
export type StorageCategory = (typeof CATEGORIES)[number]

export interface StorageUse {
  bytes: Record<StorageCategory, number>
  /** What cannot be fetched again from anywhere, counted. */
  onlyHere: { results: number; drafts: number; unsent: number }
  /** Task records that the server has as well. */
  serverRecords: number
  /** The browser's own figures, bytes; null where it tells none. */
  usage: number | null
  quota: number | null
}

const CHUNK = 250
/** Records whose length is measured to estimate that of all. */
const SAMPLE = 50

const zFacts = z.object({
  taskId: z.string(),
  origin: z.enum(['server', 'device']),
  owed: z.literal(1).optional(),
  phase: z.string().optional(),
  localInputs: z.array(zLocalInput.pick({ key: true })).default([]),
  outputMeta: z.array(zOutputMeta.pick({ key: true })).default([]),
})
type Facts = z.infer<typeof zFacts>

interface Survey {
  tasks: Facts[]
  recordBytes: number
  drafts: number
}

async function surveyRecords(db: Database): Promise<Survey> {
  const tasks: Facts[] = []
  let sampled = 0
  let sampleChars = 0
  for (let from: IDBKeyRange | null = null; ; ) {
    const page: { taskId: string }[] = await db.getAll('tasks', from, CHUNK)
    for (const record of page) {
      const facts = zFacts.safeParse(record)
      if (facts.success) tasks.push(facts.data)
      if (sampled < SAMPLE) {
        sampled++
        sampleChars += JSON.stringify(record).length
      }
    }
    const last = page.at(-1)
    if (page.length < CHUNK || !last) break
    from = IDBKeyRange.lowerBound(last.taskId, true)
  }
  const drafts = (await db.getAll('drafts')).filter((draft) => namedByDraft(draft).length > 0).length
  return { tasks, recordBytes: Math.round((sampleChars / Math.max(1, sampled)) * tasks.length), drafts }
}

/** Bytes of the blobs that are results, and of those that are anything else. */
async function surveyBlobs(db: Database, results: ReadonlySet<string>) {
  const bytes = { results: 0, drafts: 0 }
  for (let from: IDBKeyRange | null = null; ; ) {
    const page = await db.getAll('blobs', from, CHUNK)
    for (const { key, blob, buffer } of page) {
      bytes[results.has(key) ? 'results' : 'drafts'] += blob?.size ?? buffer?.byteLength ?? 0
    }
    const last = page.at(-1)
    if (page.length < CHUNK || !last) return bytes
    from = IDBKeyRange.lowerBound(last.key, true)
  }
}

/** The category of a cache, by its name. */
function categoryOf(cacheName: string): StorageCategory {
  if (cacheName.startsWith(PINNED_PREFIX)) return 'pinned'
  if (cacheName.startsWith('packs')) return 'packs'
  if (cacheName.includes('precache') || cacheName.startsWith(FRAMES_PREFIX)) return 'app'
  // Pictures that other apps handed over are nowhere else.
  if (cacheName === SHARE_CACHE) return 'drafts'
  return 'cached'
}

async function cacheBytes(name: string): Promise<number> {
  const cache = await caches.open(name)
  const sizes = (await cache.matchAll()).map(async (response) => {
    const length = Number(response.headers.get('content-length'))
    // What was sent compressed lies here as it was before.
    const isPlain = length > 0 && !response.headers.has('content-encoding')
    return isPlain ? length : (await response.blob()).size
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function folderBytes(folder: FileSystemDirectoryHandle): Promise<number> {
  let bytes = 0
  for await (const handle of folder.values()) {
    bytes += handle.kind === 'file' ? (await handle.getFile()).size : await folderBytes(handle)
  }
  return bytes
}

/** Bytes of files in the origin's private folder; 0 where the browser has none. */
async function privateFileBytes(): Promise<number> {
  try {
    return await folderBytes(await navigator.storage.getDirectory())
  } catch {
    // Not offered here, or a file is being written: the next look counts it.
    return 0
  }
}

/** Looks at everything that this app keeps on this device. */
export async function measureStorage(): Promise<StorageUse> {
  const bytes = Object.fromEntries(CATEGORIES.map((name) => [name, 0])) as Record<StorageCategory, number>
  const nothing: Survey = { tasks: [], recordBytes: 0, drafts: 0 }
  const survey = await read(surveyRecords, nothing)
  const keys = survey.tasks.flatMap(({ outputMeta }) => outputMeta.flatMap(({ key }) => (key ? [key] : [])))
  const blobs = await read((db) => surveyBlobs(db, new Set(keys)), { results: 0, drafts: 0 })
  bytes.records = survey.recordBytes
  bytes.results = blobs.results
  bytes.drafts = blobs.drafts
  if (typeof caches !== 'undefined') {
    for (const name of await caches.keys()) bytes[categoryOf(name)] += await cacheBytes(name)
  }
  bytes.downloads = await privateFileBytes()
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
  return {
    bytes,
    onlyHere: {
      results: survey.tasks.filter(
        (task) => task.origin === 'device' && task.outputMeta.some(({ key }) => key),
      ).length,
      drafts: survey.drafts,
      unsent: survey.tasks.filter((task) => task.owed === 1).length,
    },
    serverRecords: survey.tasks.filter(isOnServer).length,
    usage: estimate?.usage ?? null,
    quota: estimate?.quota ?? null,
  }
}

/** A record that the server can give again. */
const isOnServer = (task: Facts) => task.origin === 'server' && task.owed === undefined

async function clearRecords(): Promise<void> {
  const { tasks } = await read(surveyRecords, { tasks: [], recordBytes: 0, drafts: 0 })
  const ids = tasks.filter(isOnServer).map(({ taskId }) => taskId)
  await forgetWholeHistory()
  await write(async (db) => {
    const transaction = db.transaction('tasks', 'readwrite')
    await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done])
  })
  forgetViews(ids)
}

async function clearResults(): Promise<void> {
  const { tasks } = await read(surveyRecords, { tasks: [], recordBytes: 0, drafts: 0 })
  const ids = tasks
    .filter((task) => task.origin === 'device' && task.owed === undefined)
    .map(({ taskId }) => taskId)
  await dropRecords((await ensureRecords(ids)).map(({ taskId }) => taskId))
  // Their pictures are freed in a moment; who asked for room needs it now.
  const keys = tasks.filter(({ taskId }) => ids.includes(taskId)).flatMap(({ outputMeta }) => outputMeta)
  await deleteBlobs(keys.flatMap(({ key }) => (key ? [key] : [])))
}

async function clearDrafts(): Promise<void> {
  const drafts = await read((db) => db.getAll('drafts'), [])
  forgetDrafts()
  await write((db) => db.clear('drafts'))
  await deleteBlobs(drafts.flatMap(namedByDraft))
  await sweepOrphans()
  await clearCaches('drafts')
}

async function clearPinned(): Promise<void> {
  for (const { projectId, pinned } of await openProjects(currentOwner())) {
    if (pinned) await unpinProject(projectId)
  }
}

async function clearCaches(category: StorageCategory): Promise<void> {
  const names = (await caches.keys()).filter((name) => categoryOf(name) === category)
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** What can be cleared here; packs have a panel of their own, downloads their list, the app stays. */
export const CLEARERS = {
  records: clearRecords,
  results: clearResults,
  drafts: clearDrafts,
  pinned: clearPinned,
  cached: () => clearCaches('cached'),
} satisfies Partial<Record<StorageCategory, () => Promise<void>>>
export type Clearable = keyof typeof CLEARERS

/** Whether the browser has promised not to clear this origin by itself; null where it cannot say. */
export async function isPersistent(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.()) ?? null
}

/** Asks the browser for that promise. @returns whether it gave it */
export async function askForPersistence(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false
}
