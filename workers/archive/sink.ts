import { AppError } from '#contracts/errors.ts'
import type { SinkPlace } from './contract.ts'
import { DOWNLOADS_FOLDER, MEMORY_LIMIT } from './places.ts'

/** Where the bytes of an archive go. Positions are bytes from its start. */
export interface Sink {
  /** Bytes that are there from before. */
  size(): Promise<number>
  /** @throws AppError STORAGE_FULL, SAVE_REFUSED */
  write(bytes: Uint8Array<ArrayBuffer>, position: number): Promise<void> | void
  /** Forgets what lies behind `size`. */
  truncate(size: number): Promise<void> | void
  /** Whether a commit now is worth what it costs here. */
  isDue(committed: number, uncommitted: number, elapsedMs: number): boolean
  /** Resolves once all that was written outlives this page. */
  commit(): Promise<void> | void
  /** Bytes that were committed. */
  readBack(position: number, length: number): Promise<Uint8Array> | Uint8Array
  /** Ends the archive at `size`; the blob where nothing else holds it. */
  finish(size: number): Promise<Blob | null>
  /** Lets go of it; uncommitted bytes may be lost. */
  close(): Promise<void> | void
}

/** Why a browser refused to write, in the user's words. */
export function explainSink(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const name = thrown instanceof Error ? thrown.name : ''
  if (name === 'QuotaExceededError') return new AppError('STORAGE_FULL', undefined, { cause: thrown })
  return new AppError('SAVE_REFUSED', undefined, { cause: thrown })
}

const EAGER_BYTES = 16 * 1024 * 1024
const EAGER_MS = 1000

/** What only workers may do with a file; the page's own types leave it out. */
interface PrivateFile extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<{
    getSize(): number
    write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
    read(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
    truncate(size: number): void
    flush(): void
    close(): void
  }>
}

/** A file of the private file system: writing in place, a commit is a flush. */
async function openPrivate(name: string): Promise<Sink> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(DOWNLOADS_FOLDER, { create: true })
  const file = await folder.getFileHandle(name, { create: true })
  const access = await (file as PrivateFile).createSyncAccessHandle()
  return {
    size: async () => access.getSize(),
    write(bytes, position) {
      const written = access.write(bytes, { at: position })
      if (written < bytes.length) throw new AppError('STORAGE_FULL')
    },
    truncate: (size) => access.truncate(size),
    isDue: (_committed, uncommitted, elapsedMs) => uncommitted >= EAGER_BYTES || elapsedMs >= EAGER_MS,
    commit: () => access.flush(),
    readBack(position, length) {
      const bytes = new Uint8Array(length)
      access.read(bytes, { at: position })
      return bytes
    },
    async finish(size) {
      access.truncate(size)
      access.flush()
      access.close()
      return null
    },
    close: () => access.close(),
  }
}

const BUFFER_BYTES = 2 * 1024 * 1024

/**
 * A file that the user chose. The browser writes to a swap file that is lost with the page and takes its place
 * when it is closed; opening it again copies what is there. So commits are far apart, at least half of what is
 * there already: all the copying together stays below three times the archive.
 */
async function openChosen(handle: FileSystemFileHandle): Promise<Sink> {
  const before = await handle.getFile().then(
    (file) => file.size,
    () => 0,
  )
  let stream = await handle.createWritable({ keepExistingData: true })
  let held: Uint8Array<ArrayBuffer>[] = []
  let heldBytes = 0
  let heldAt = 0
  const flush = async () => {
    const data = new Blob(held)
    const position = heldAt
    held = []
    heldBytes = 0
    if (data.size > 0) await stream.write({ type: 'write', position, data })
  }
  const close = async () => {
    await flush()
    await stream.close()
  }
  return {
    size: async () => before,
    async write(bytes, position) {
      if (position !== heldAt + heldBytes || heldBytes >= BUFFER_BYTES) await flush()
      if (heldBytes === 0) heldAt = position
      held.push(bytes)
      heldBytes += bytes.length
    },
    async truncate(size) {
      await flush()
      await stream.truncate(size)
    },
    isDue: (committed, uncommitted) => uncommitted >= Math.max(EAGER_BYTES, committed / 2),
    async commit() {
      await close()
      stream = await handle.createWritable({ keepExistingData: true })
    },
    async readBack(position, length) {
      const file = await handle.getFile()
      return new Uint8Array(await file.slice(position, position + length).arrayBuffer())
    },
    async finish(size) {
      await flush()
      await stream.truncate(size)
      await stream.close()
      return null
    },
    close: () => stream.abort(),
  }
}

const FOLD_BYTES = 8 * 1024 * 1024

interface Part {
  position: number
  data: Blob
}

/** Chunks that follow each other, as one Blob, which the browser may page out. */
function fold(chunks: readonly { position: number; bytes: Uint8Array<ArrayBuffer> }[]): Part[] {
  const runs: { position: number; end: number; chunks: Uint8Array<ArrayBuffer>[] }[] = []
  for (const { position, bytes } of chunks) {
    const last = runs.at(-1)
    if (last?.end === position) {
      last.chunks.push(bytes)
      last.end += bytes.length
    } else runs.push({ position, end: position + bytes.length, chunks: [bytes] })
  }
  return runs.map((run) => ({ position: run.position, data: new Blob(run.chunks) }))
}

/** Memory, where a browser offers nothing else. */
function openMemory(): Sink {
  let parts: Part[] = []
  let loose: { position: number; bytes: Uint8Array<ArrayBuffer> }[] = []
  let looseBytes = 0
  const settle = () => {
    parts.push(...fold(loose))
    loose = []
    looseBytes = 0
  }
  return {
    size: async () => 0,
    write(bytes, position) {
      if (position + bytes.length > MEMORY_LIMIT) throw new AppError('ARCHIVE_MEMORY')
      loose.push({ position, bytes })
      looseBytes += bytes.length
      if (looseBytes >= FOLD_BYTES) settle()
    },
    truncate(size) {
      settle()
      parts = parts
        .filter(({ position }) => position < size)
        .map(({ position, data }) => ({ position, data: data.slice(0, size - position) }))
    },
    isDue: () => false,
    commit: () => undefined,
    readBack: () => {
      throw new AppError('SAVE_REFUSED')
    },
    async finish() {
      settle()
      parts.sort((a, b) => a.position - b.position)
      return new Blob(
        parts.map(({ data }) => data),
        { type: 'application/zip' },
      )
    },
    close() {
      parts = []
      loose = []
    },
  }
}

/** Opens the place that an archive is written to. @throws AppError STORAGE_FULL, SAVE_REFUSED */
export async function openSink(place: SinkPlace): Promise<Sink> {
  try {
    if (place.kind === 'opfs') return await openPrivate(place.name)
    if (place.kind === 'file') return await openChosen(place.handle)
    return openMemory()
  } catch (thrown) {
    throw explainSink(thrown)
  }
}
