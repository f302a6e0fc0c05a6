import { type DrawnPlan, zDrawnPlan } from '#contracts/flatplan.ts'
import type { Extents } from '#kernels/cad/extents.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { findChunk, insertChunk } from '#kernels/png-chunks.ts'
import type { Raster } from '#kernels/raster.ts'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** Keyword of the text chunk and the zero that ends it. */
const START = bytesOf('zhuhui:drawn\0')

/** Lays what a drawing said into the PNG that was drawn of it, as a text chunk. */
export function addDrawnPlan(png: Uint8Array, drawn: DrawnPlan): Uint8Array<ArrayBuffer> {
  const code = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  const json = JSON.stringify(drawn).replace(/[^\x20-\x7e]/g, code)
  const data = new Uint8Array(START.length + json.length)
  data.set(START)
  data.set(bytesOf(json), START.length)
  return insertChunk(png, 'tEXt', data)
}

/** What the drawing of a picture said; null for a picture of another origin, or one that was changed since. */
export function findDrawnPlan(png: Uint8Array): DrawnPlan | null {
  const data = findChunk(png, 'tEXt', START)?.subarray(START.length)
  if (!data) return null
  let json = ''
  for (const byte of data) json += String.fromCharCode(byte)
  try {
    return zDrawnPlan.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/** Texts of a drawing in px of the picture in which its plan is read; null where it has none that tell anything. */
export function textsOfDrawn(
  drawn: DrawnPlan | null,
  { width, height }: { width: number; height: number },
): ReadText[] | null {
  if (!drawn || drawn.texts.length === 0) return null
  return drawn.texts.map(({ left, right, top, bottom, ...text }) => ({
    ...{ ...text, sure: 1 },
    ...{ left: left * width, right: right * width, top: top * height, bottom: bottom * height },
  }))
}

/** What a drawing said of a part of its picture. @param box of the part, in parts of the sides */
export function cropDrawn(drawn: DrawnPlan, { x0, y0, x1, y1 }: Extents): DrawnPlan {
  const texts = drawn.texts.flatMap(({ left, right, top, bottom, ...text }) => {
    const placed = {
      left: (left - x0) / (x1 - x0),
      right: (right - x0) / (x1 - x0),
      top: (top - y0) / (y1 - y0),
      bottom: (bottom - y0) / (y1 - y0),
    }
    return Object.values(placed).every((v) => v >= 0 && v <= 1) ? [{ ...text, ...placed }] : []
  })
  return { ...drawn, unitsAcross: drawn.unitsAcross * (x1 - x0), texts }
}

/** How much darker light lines become: dimensions are to be seen in the result, though they are no walls. */
const DARKER = 1.9

/** A sheet's picture with its light lines as dark as a fine pen's, for what is painted of it; changes its pixels. */
export function darkenSheet({ data, width, height }: Raster): Raster {
  for (let i = 0; i < data.length; i++) if (i % 4 !== 3) data[i] = 255 - DARKER * (255 - data[i]!)
  return { data, width, height }
}
