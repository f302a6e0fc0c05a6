import type { Rect } from './rect.ts'

/** Where the picture lies on the canvas, in the canvas' own pixels: canvas = picture · scale + offset. */
interface Placing {
  scale: number
  x: number
  y: number
}

/** What a mask looks like over its picture. */
export interface Look {
  red: number
  green: number
  blue: number
  /** Of what is fully masked, 0..1. */
  opacity: number
}

interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Value from which on a place counts as inside; the outline runs there. */
const INSIDE = 128
const OUTLINE_ALPHA = 235

/** The area of the canvas that a place of the picture covers, with room for its outline. */
export function onCanvas(rect: Rect, { scale, x, y }: Placing): Rect {
  return {
    left: Math.floor(rect.left * scale + x) - 2,
    top: Math.floor(rect.top * scale + y) - 2,
    right: Math.ceil(rect.right * scale + x) + 2,
    bottom: Math.ceil(rect.bottom * scale + y) + 2,
  }
}

/**
 * Places of the picture under canvas pixels from `from` − 1 on, twice each, so that a mask that is shown
 * smaller is averaged; −1 outside the picture.
 */
function places(from: number, count: number, offset: number, scale: number, side: number) {
  const [first, second] = [new Int32Array(count + 1), new Int32Array(count + 1)]
  const spread = scale < 0.7 ? 0.25 / scale : 0
  for (let n = 0; n <= count; n++) {
    const at = (from + n - 0.5 - offset) / scale
    const isInside = at >= 0 && at < side
    first[n] = isInside ? Math.max(0, Math.floor(at - spread)) : -1
    second[n] = isInside ? Math.min(side - 1, Math.floor(at + spread)) : -1
  }
  return { first, second }
}

/**
 * Paints a part of a mask as it is seen: its colour, and a line where it ends, so that it can be told from a
 * picture of the same colour.
 * @param area of the canvas, its pixels
 * @returns straight RGBA of the area, for putImageData
 */
export function paintView(
  mask: Pixels,
  area: Rect,
  placing: Placing,
  { red, green, blue, opacity }: Look,
): Uint8ClampedArray<ArrayBuffer> {
  const [wide, high] = [area.right - area.left, area.bottom - area.top]
  const out = new Uint8ClampedArray(4 * wide * high)
  const columns = places(area.left, wide, placing.x, placing.scale, mask.width)
  const rows = places(area.top, high, placing.y, placing.scale, mask.height)
  const { data, width } = mask
  const above = new Uint8Array(wide + 1)
  for (let n = 0; n <= high; n++) {
    const upper = rows.first[n] as number
    const lower = rows.second[n] as number
    let left = 0
    for (let m = 0; m <= wide; m++) {
      const x0 = columns.first[m] as number
      const x1 = columns.second[m] as number
      let value = 0
      if (upper >= 0 && x0 >= 0) {
        const [a, b] = [upper * width, lower * width]
        value =
          ((data[a + x0] as number) +
            (data[a + x1] as number) +
            (data[b + x0] as number) +
            (data[b + x1] as number) +
            2) >>
          2
      }
      const isIn = value >= INSIDE ? 1 : 0
      const isEdge = isIn !== left || isIn !== above[m]
      above[m] = isIn
      left = isIn
      if (m === 0 || n === 0 || (value === 0 && !isEdge)) continue
      const p = 4 * ((n - 1) * wide + m - 1)
      out[p] = red
      out[p + 1] = green
      out[p + 2] = blue
      out[p + 3] = isEdge ? OUTLINE_ALPHA : value * opacity
    }
  }
  return out
}
