import { AppError } from '#contracts/errors.ts'
import { crc32 } from '#kernels/crc32.ts'
import type { BlobEntry } from './contract.ts'
import { directory, isLarge, localHeader, ZIP_LIMITS, type ZipRecord } from './zip-format.ts'

/** Bytes that are read and summed at a time. */
const PIECE = 1024 * 1024

/** Null where the browser's blobs are no byte streams (Safari). */
function byteReader(blob: Blob): ReadableStreamBYOBReader | null {
  try {
    return blob.stream().getReader({ mode: 'byob' })
  } catch {
    return null
  }
}

/** Sums blobs through one buffer: what is read is not left for the collector, which lets hundreds of MB pile up. */
class Summer {
  #buffer = new ArrayBuffer(PIECE)

  async *#pieces(blob: Blob): AsyncGenerator<Uint8Array, void> {
    const reader = byteReader(blob)
    for (let at = 0; !reader && at < blob.size; at += PIECE) {
      yield new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer())
    }
    while (reader) {
      const { value, done } = await reader.read(new Uint8Array(this.#buffer))
      if (value) this.#buffer = value.buffer
      if (done) return
      yield value
    }
  }

  /** @throws AppError FILE_DAMAGED where the blob's file has gone */
  async crcOf(blob: Blob): Promise<number> {
    let sum = 0
    try {
      for await (const piece of this.#pieces(blob)) sum = crc32(piece, sum)
    } catch (cause) {
      throw new AppError('FILE_DAMAGED', '有图片已不在本机，无法打包', { cause })
    }
    return sum
  }
}

/** See ArchiveWorker.zipBlobs. @param limits smaller ones are for tests */
export async function zipBlobs(entries: readonly BlobEntry[], limits = ZIP_LIMITS): Promise<Blob> {
  const summer = new Summer()
  const parts: BlobPart[] = []
  const records: ZipRecord[] = []
  let position = 0
  for (const { name, modified, blob, crc32: known } of entries) {
    const sum = known ?? (await summer.crcOf(blob))
    const record = { name, modified, bytes: blob.size, crc32: sum, offset: position }
    const header = localHeader(record, isLarge(blob.size, limits))
    parts.push(header, blob)
    records.push(record)
    position += header.length + blob.size
  }
  return new Blob([...parts, ...directory(records, position, limits)], { type: 'application/zip' })
}
