import { crc32 } from './crc32.ts'

/** Chunks of PNG files (PNG specification, 5.3): a length, a type of four letters, the data and a check sum. */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Length, type and check sum. */
const FRAME = 12
/** Bytes of the signature and the first chunk, IHDR, which must stay first. */
const HEAD = 33

/** A PNG file with a chunk of its own behind the header; viewers pass over types that they do not know. */
export function insertChunk(png: Uint8Array, type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(4 + data.length)
  for (let i = 0; i < 4; i++) body[i] = type.charCodeAt(i)
  body.set(data, 4)
  const out = new Uint8Array(png.length + data.length + FRAME)
  const view = new DataView(out.buffer)
  out.set(png.subarray(0, HEAD))
  view.setUint32(HEAD, data.length)
  out.set(body, HEAD + 4)
  view.setUint32(HEAD + 4 + body.length, crc32(body))
  out.set(png.subarray(HEAD), HEAD + FRAME + data.length)
  return out
}

/**
 * The data of the first chunk of a type; null where there is none, or the file is no PNG.
 * @param start bytes that its data begins with
 */
export function findChunk(
  png: Uint8Array,
  type: string,
  start: Uint8Array = new Uint8Array(),
): Uint8Array | null {
  if (SIGNATURE.some((byte, i) => png[i] !== byte)) return null
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  for (let at = SIGNATURE.length; at + FRAME <= png.length; ) {
    const length = view.getUint32(at)
    const data = png.subarray(at + 8, at + 8 + length)
    const isWanted =
      at + FRAME + length <= png.length &&
      [...type].every((letter, i) => png[at + 4 + i] === letter.charCodeAt(0)) &&
      start.every((byte, i) => data[i] === byte)
    if (isWanted) return data
    at += FRAME + length
  }
  return null
}
