import { AppError } from '#contracts/errors.ts'
import { crc32 } from '#kernels/crc32.ts'
import type { BlobEntry } from './contract.ts'
import { directory, isLarge, localHeader, ZIP_LIMITS, type ZipRecord } from './zip-format.ts'

/** Larger blobs are read in pieces of this size, bytes. */
const PIECE = 8 * 1024 * 1024

function* piecesOf(entries: readonly BlobEntry[]): Generator<{ index: number; blob: Blob }> {
  for (const [index, { blob, crc32: known }] of entries.entries()) {
    if (known !== null) continue
    for (let at = 0; at < blob.size; at += PIECE) yield { index, blob: blob.slice(at, at + PIECE) }
  }
}

async function read(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch (cause) {
    throw new AppError('FILE_DAMAGED', '有图片已不在本机，无法打包', { cause })
  }
}

/** CRCs of the entries; the next piece is read while the last one is summed. */
async function sums(entries: readonly BlobEntry[]): Promise<number[]> {
  const found = entries.map((entry) => entry.crc32 ?? 0)
  const pieces = piecesOf(entries)
  const begin = () => {
    const { value } = pieces.next()
    return value && { index: value.index, bytes: read(value.blob) }
  }
  for (let next = begin(); next; ) {
    const { index, bytes: reading } = next
    const bytes = await reading
    next = begin()
    // A read that fails is thrown when its turn comes; until then nobody listens to it.
    next?.bytes.catch(() => undefined)
    found[index] = crc32(bytes, found[index])
  }
  return found
}

/** See ArchiveWorker.zipBlobs. @param limits smaller ones are for tests */
export async function zipBlobs(entries: readonly BlobEntry[], limits = ZIP_LIMITS): Promise<Blob> {
  const crcs = await sums(entries)
  const parts: BlobPart[] = []
  const records: ZipRecord[] = []
  let position = 0
  for (const [index, { name, modified, blob }] of entries.entries()) {
    const record = { name, modified, bytes: blob.size, crc32: crcs[index] ?? 0, offset: position }
    const header = localHeader(record, isLarge(blob.size, limits))
    parts.push(header, blob)
    records.push(record)
    position += header.length + blob.size
  }
  return new Blob([...parts, ...directory(records, position, limits)], { type: 'application/zip' })
}
