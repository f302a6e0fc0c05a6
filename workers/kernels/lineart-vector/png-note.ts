import { type VectorDrawing, zVectorDrawing } from '#contracts/vector-drawing.ts'
import { findChunk, insertChunk } from '#kernels/png-chunks.ts'

/** Keyword of the text chunk and the zero that ends it. */
const START = 'zhuhui:vectors\0'

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

/**
 * Lays the lines of a drawing into its PNG file, as a text chunk (PNG specification, 11.3.4.3): they go wherever the
 * file goes, and viewers pass over them.
 */
export function addVectors(png: Uint8Array, drawing: VectorDrawing): Uint8Array<ArrayBuffer> {
  return insertChunk(png, 'tEXt', toBytes(`${START}${JSON.stringify(drawing)}`))
}

/** The lines that addVectors laid into a PNG file; null where there are none, or they cannot be read. */
export function readVectors(png: Uint8Array): VectorDrawing | null {
  const data = findChunk(png, 'tEXt', toBytes(START))
  if (!data) return null
  try {
    return zVectorDrawing.parse(JSON.parse(toText(data.subarray(START.length))))
  } catch {
    return null
  }
}
