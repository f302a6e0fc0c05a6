import JSZip from 'jszip'
import { LIMITS } from '#contracts/asset.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import { isDrawingName, isPictureName } from '#contracts/formats.ts'
import type { Unpacked } from './contract.ts'

/** Most bytes that one archive may unpack to. */
const MOST_BYTES = 2 * 1024 ** 3

const isWanted = (name: string) => isPictureName(name) || isDrawingName(name)

/** Names from Chinese Windows are GBK unless the archive says UTF-8; JSZip asks only in that case. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gbk').decode(bytes)
  }
}

const baseName = (path: string) => path.split(/[\\/]/).pop() ?? path

/** A folder, a resource fork of macOS, or a hidden file. */
function isClutter(path: string): boolean {
  return path.startsWith('__MACOSX/') || baseName(path).startsWith('.')
}

/**
 * Unpacks one entry, counting as it comes: the size that an archive claims cannot be believed.
 * @throws AppError FILE_TOO_BIG past `most` bytes
 */
function read(entry: JSZip.JSZipObject, most: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    // The typings leave out the stream that the library documents for reading in pieces.
    const { internalStream } = entry as unknown as {
      internalStream(type: 'uint8array'): JSZip.JSZipStreamHelper<Uint8Array<ArrayBuffer>>
    }
    const stream = internalStream.call(entry, 'uint8array')
    stream.on('data', (chunk) => {
      size += chunk.byteLength
      if (size > most) {
        stream.pause()
        parts.length = 0
        reject(new AppError('FILE_TOO_BIG'))
      } else parts.push(chunk)
    })
    stream.on('error', (cause) => reject(new AppError('FILE_DAMAGED', undefined, { cause })))
    stream.on('end', () => resolve(new Blob(parts)))
    stream.resume()
  })
}

async function open(zip: Blob): Promise<JSZip> {
  try {
    return await JSZip.loadAsync(zip, {
      decodeFileName: (bytes) => decodeName(Uint8Array.from(bytes as ArrayLike<number>)),
    })
  } catch (cause) {
    throw new AppError('ARCHIVE_DAMAGED', undefined, { cause })
  }
}

/** See ArchiveWorker.unpack. */
export async function unpack(zip: Blob, mostFiles: number): Promise<Unpacked> {
  const archive = await open(zip)
  const entries = Object.values(archive.files).filter((entry) => !entry.dir && !isClutter(entry.name))
  const pictures = entries.filter(({ name }) => isWanted(name))
  if (pictures.length === 0) throw new AppError('ARCHIVE_EMPTY')
  const files: File[] = []
  const refused: Unpacked['refused'] = []
  let room = MOST_BYTES
  for (const entry of pictures.slice(0, mostFiles)) {
    const name = baseName(entry.name)
    try {
      const blob = await read(entry, Math.min(LIMITS.uploadBytes, room))
      room -= blob.size
      files.push(new File([blob], name, { lastModified: entry.date.getTime() }))
    } catch (thrown) {
      refused.push({ name, errorName: toAppError(thrown, 'FILE_DAMAGED').errorName })
    }
  }
  const left = Math.max(0, pictures.length - mostFiles)
  return { files, refused, left, skipped: entries.length - pictures.length }
}
