import { type Remote, wrap } from 'comlink'
import { type ArchiveEntry, zArchiveEntry } from '#contracts/archive.ts'
import {
  DOWNLOADS_FOLDER,
  packArchive,
  terminateArchiveWorker,
  zipBlobs,
} from '#src/worker-clients/archive.ts'
import type { ArchiveBenchWorker } from './archive-worker.ts'

export type Way = 'floor' | 'app' | 'known' | 'jszip'

const MIB = 1024 * 1024
const modified = Date.UTC(2026, 0, 1)
let worker: Worker | undefined
let other: Remote<ArchiveBenchWorker> | undefined
let files: { name: string; blob: Blob; crc32: number }[] = []
let made: Blob | undefined

function others(): Remote<ArchiveBenchWorker> {
  worker ??= new Worker(new URL('./archive-worker.ts', import.meta.url), { type: 'module' })
  other ??= wrap<ArchiveBenchWorker>(worker)
  return other
}

/** Bytes that do not compress; getRandomValues gives 64 KiB at a time. */
function randomBytes(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

function openStore(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('bench', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('blobs')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

/** Puts the blobs where the app keeps its results, and takes them out again: they then lie on disk. */
async function throughStore(blobs: readonly Blob[]): Promise<Blob[]> {
  const db = await openStore()
  const writing = db.transaction('blobs', 'readwrite')
  for (const [key, blob] of blobs.entries()) writing.objectStore('blobs').put(blob, key)
  await new Promise((settle, fail) => {
    writing.oncomplete = settle
    writing.onabort = () => fail(writing.error)
  })
  const reading = db.transaction('blobs').objectStore('blobs').getAll()
  return new Promise((settle, fail) => {
    reading.onsuccess = () => settle(reading.result)
    reading.onerror = () => fail(reading.error)
  })
}

const ways: Record<Way, () => Promise<Blob | undefined>> = {
  async floor() {
    await others().floor(files.map(({ blob }) => blob))
    return undefined
  },
  app: () => zipBlobs(files.map(({ name, blob }) => ({ name, modified, blob, crc32: null }))),
  known: () => zipBlobs(files.map(({ name, blob, crc32 }) => ({ name, modified, blob, crc32 }))),
  jszip: () => others().jszip(files.map(({ name, blob }) => ({ name, blob }))),
}

function save(blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = 'bench.zip'
  link.click()
}

const bench = {
  async prepare(count: number, bytes: number): Promise<void> {
    const blobs: Blob[] = []
    for (let i = 0; i < count; i++) blobs.push(new Blob([randomBytes(bytes)]))
    const stored = await throughStore(blobs)
    const sums = await others().sums(stored)
    files = stored.map((blob, i) => ({ name: `效果图 ${i + 1}.png`, blob, crc32: sums[i] ?? 0 }))
  },

  /** Starts the worker of a way without work, so that its start is no part of a measurement. */
  async warm(way: Way): Promise<void> {
    if (way === 'floor' || way === 'jszip') await others().floor([])
    else await zipBlobs([])
  },

  /** Milliseconds of one archive by the clock of this page. */
  async time(way: Way): Promise<number> {
    made = undefined
    const startedAt = performance.now()
    made = await ways[way]()
    return performance.now() - startedAt
  },

  /** Ends the workers and forgets what they made. */
  stop(): void {
    made = undefined
    terminateArchiveWorker()
    worker?.terminate()
    worker = undefined
    other = undefined
  },

  /** Hands the last archive to the browser's downloads. */
  saveMade(): void {
    if (made) save(made)
  },

  /**
   * Streams an archive into the private file system: files of these many MiB, each of one repeated piece.
   * @returns its size in bytes
   */
  async large(sizes: readonly number[]): Promise<number> {
    const entries = sizes.map(
      (size, i): ArchiveEntry =>
        zArchiveEntry.parse({
          name: `大图 ${i + 1}.bin`,
          modified,
          url: null,
          bytes: size * MIB,
          sha256: null,
        }),
    )
    const piece = new Blob([randomBytes(MIB)])
    const job = {
      place: { kind: 'opfs' as const, name: 'large.zip' },
      committed: 0,
      entries,
      missingList: { name: '未包含的文件.txt', head: '' },
      sumList: { name: '校验清单.sha256' },
    }
    const io = {
      open: async (index: number) => ({ blob: new Blob(Array(sizes[index]).fill(piece)) }),
      commit: async () => undefined,
      progress: () => undefined,
      online: async () => true,
    }
    const { bytes } = await packArchive(job, io, () => undefined).result
    return bytes
  },

  /** Hands the archive of `large` to the browser's downloads. */
  async saveLarge(): Promise<void> {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(DOWNLOADS_FOLDER)
    save(await (await folder.getFileHandle('large.zip')).getFile())
  },
}
export type ArchiveBench = typeof bench

Object.assign(window, { bench })
