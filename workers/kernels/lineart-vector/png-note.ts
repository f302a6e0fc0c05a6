import { type VectorDrawing, zVectorDrawing } from '#contracts/vector-drawing.ts'
import { crc32 } from '#kernels/crc32.ts'

/** Keyword of the text chunk. */
const KEYWORD = 'zhuhui:vectors'
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Length, type and check sum of a chunk. */
const FRAME = 12
/** Bytes of the signature and the first chunk, IHDR, which must stay first. */
const HEAD = 33

/** ASCII text as bytes. */
function toBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** Bytes of ASCII text; in parts, since a call takes only so many arguments. */
function toText(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return text
}

const typeAt = (png: Uint8Array, at: number): string => toText(png.subarray(at + 4, at + 8))

/**
 * Lays the lines of a drawing into its PNG file, as a text chunk (PNG specification, 11.3.4.3): they go wherever the
 * file goes, and viewers pass over them.
 */
export function addVectors(png: Uint8Array, drawing: VectorDrawing): Uint8Array<ArrayBuffer> {
  const body = toBytes(`tEXt${KEYWORD}\0${JSON.stringify(drawing)}`)
  const out = new Uint8Array(png.length + body.length + 8)
  const view = new DataView(out.buffer)
  out.set(png.subarray(0, HEAD))
  view.setUint32(HEAD, body.length - 4)
  out.set(body, HEAD + 4)
  view.setUint32(HEAD + 4 + body.length, crc32(body))
  out.set(png.subarray(HEAD), HEAD + 8 + body.length)
  return out
}

/** The lines that addVectors laid into a PNG file; null where there are none, or they cannot be read. */
export function readVectors(png: Uint8Array): VectorDrawing | null {
  if (SIGNATURE.some((byte, i) => png[i] !== byte)) return null
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  for (let at = SIGNATURE.length; at + FRAME <= png.length; ) {
    const length = view.getUint32(at)
    const data = png.subarray(at + 8, at + 8 + length)
    const start = KEYWORD.length + 1
    if (typeAt(png, at) === 'tEXt' && toText(data.subarray(0, start)) === `${KEYWORD}\0`) {
      try {
        return zVectorDrawing.parse(JSON.parse(toText(data.subarray(start))))
      } catch {
        return null
      }
    }
    at += FRAME + length
  }
  return null
}
