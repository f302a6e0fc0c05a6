import { AppError } from '#contracts/errors.ts'
import { digestFile } from '#src/worker-clients/image-files.ts'
import { PACKS_CACHE } from '#src/worker-clients/networks.ts'
import type { RuntimeFile } from '#src/worker-clients/runtimes.ts'

/** Parts of files that are on their way, each under `ADDRESS?part=OFFSET`. */
const PARTS_CACHE = 'packs-parts'
/** A cut loses at most this much, bytes. */
const PART_BYTES = 1 << 20
const TYPES: Record<string, string> = { mjs: 'text/javascript', wasm: 'application/wasm' }

/** Whether this page can keep files at all: plain http on a local network has no caches. */
export const canKeep = typeof caches !== 'undefined'

function storageError(thrown: unknown): unknown {
  const isFull = thrown instanceof DOMException && thrown.name === 'QuotaExceededError'
  return isFull ? new AppError('STORAGE_FULL', undefined, { cause: thrown }) : thrown
}

/** Addresses of all files that are kept whole. */
export async function keptFiles(): Promise<Set<string>> {
  if (!canKeep) return new Set()
  const requests = await (await caches.open(PACKS_CACHE)).keys()
  return new Set(requests.map(({ url }) => url))
}

/** Bytes that one kept file takes; 0 where it is not kept. */
export async function keptBytes(url: string): Promise<number> {
  const found = await caches.match(url, { cacheName: PACKS_CACHE, ignoreVary: true })
  return found ? (await found.blob()).size : 0
}

const partUrl = (url: string, offset: number) => `${url}?part=${offset}`

/** Parts of a file that have arrived, without a gap from the start. */
async function arrivedParts(url: string): Promise<Blob[]> {
  const cache = await caches.open(PARTS_CACHE)
  const parts: Blob[] = []
  for (let offset = 0; ; ) {
    const found = await cache.match(partUrl(url, offset))
    if (!found) return parts
    const blob = await found.blob()
    if (blob.size === 0) return parts
    parts.push(blob)
    offset += blob.size
  }
}

const sizeOf = (parts: readonly Blob[]) => parts.reduce((sum, part) => sum + part.size, 0)

/** Bytes of a file that have arrived so far. */
export async function arrivedBytes(url: string): Promise<number> {
  return canKeep ? sizeOf(await arrivedParts(url)) : 0
}

/** Forgets what has arrived of a file. */
export async function dropParts(url: string): Promise<void> {
  const cache = await caches.open(PARTS_CACHE)
  const requests = await cache.keys(url, { ignoreSearch: true })
  await Promise.all(requests.map((request) => cache.delete(request)))
}

/** Forgets a kept file. */
export async function dropFile(url: string): Promise<void> {
  await (await caches.open(PACKS_CACHE)).delete(url, { ignoreVary: true })
}

/** Asks for what is missing; null when the server begins anew, so that what has arrived is of no use. */
async function request(url: string, offset: number, signal: AbortSignal): Promise<Response | null> {
  // Without a range the answer may come compressed; what has arrived is counted as it is unpacked.
  const headers: Record<string, string> = offset > 0 ? { Range: `bytes=${offset}-` } : {}
  const response = await fetch(url, { headers, signal, cache: 'no-store' })
  if (response.status === 404) throw new AppError('NOT_FOUND', '服务器上没有这个离线包')
  if (response.status === 416 || (offset > 0 && response.status === 200)) {
    await response.body?.cancel()
    return null
  }
  if (!response.ok || !response.body) throw new AppError('NETWORK')
  return response
}

/** Puts a stream away part by part, so that little is lost when it is cut. */
async function keepStream(
  url: string,
  offset: number,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (count: number) => void,
): Promise<void> {
  const cache = await caches.open(PARTS_CACHE)
  let at = offset
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const flush = async () => {
    if (size === 0) return
    await cache.put(partUrl(url, at), new Response(new Blob(pieces)))
    at += size
    pieces = []
    size = 0
  }
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      pieces.push(value)
      size += value.length
      onBytes(value.length)
      if (size >= PART_BYTES) await flush()
    }
  } finally {
    await flush()
  }
}

/** Joins the parts, checks the sum and keeps the file under its address with the headers it came with. */
async function join(file: RuntimeFile): Promise<void> {
  const type = TYPES[file.url.split('.').pop() ?? ''] ?? 'application/octet-stream'
  const whole = new Blob(await arrivedParts(file.url), { type })
  const { sha256 } = await digestFile(whole)
  if (whole.size !== file.bytes || sha256 !== file.sha256) {
    await dropParts(file.url)
    throw new AppError('PACK_DAMAGED')
  }
  const headers = {
    'Content-Type': type,
    'Content-Length': String(whole.size),
    // A script of an isolated page's worker has to be isolated itself, also when it comes from here.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  await (await caches.open(PACKS_CACHE)).put(file.url, new Response(whole, { headers }))
  await dropParts(file.url)
}

/**
 * Downloads a file and keeps it, going on where an earlier attempt stopped.
 * @param onBytes told of every arrival; negative when what had arrived turned out to be of no use
 * @throws AppError NETWORK, PACK_DAMAGED, STORAGE_FULL, NOT_FOUND, CANCELLED
 */
export async function downloadFile(
  file: RuntimeFile,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): Promise<void> {
  try {
    let offset = await arrivedBytes(file.url)
    if (offset < file.bytes) {
      let response = await request(file.url, offset, signal)
      if (!response) {
        await dropParts(file.url)
        onBytes(-offset)
        offset = 0
        response = await request(file.url, 0, signal)
      }
      if (response?.body) await keepStream(file.url, offset, response.body, onBytes)
    }
    if ((await arrivedBytes(file.url)) < file.bytes) throw new AppError('NETWORK')
    await join(file)
  } catch (thrown) {
    if (signal.aborted) throw new AppError('CANCELLED')
    const error = storageError(thrown)
    throw error instanceof AppError ? error : new AppError('NETWORK', undefined, { cause: thrown })
  }
}
