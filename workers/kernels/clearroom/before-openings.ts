import type { Where } from './sheet.ts'

/** Least size of an opening, px: less is a speck. */
const LEAST = 40

/** Pixels of one opening and of the holes that touch it, on one side of the room. */
interface Part {
  /** Indices of its pixels. */
  pixels: number[]
  /** Box of the opening's own pixels. */
  left: number
  top: number
  right: number
  bottom: number
  opening: number
}

/** Collects what hangs together with pixel `start`. */
function partFrom(
  start: number,
  { mask, foreign, sides }: Omit<Where, 'side'>,
  width: number,
  seen: Uint8Array,
): Part {
  const part: Part = {
    pixels: [start],
    left: width,
    top: Infinity,
    right: -1,
    bottom: -1,
    opening: 0,
  }
  const belongs = (i: number) => sides[i] === sides[start] && (mask[i]! > 127 || foreign[i] === 1)
  seen[start] = 1
  for (let k = 0; k < part.pixels.length; k++) {
    const at = part.pixels[k]!
    const x = at % width
    const y = (at - x) / width
    if (foreign[at] && mask[at]! <= 127) {
      part.opening++
      part.left = Math.min(part.left, x)
      part.right = Math.max(part.right, x)
      part.top = Math.min(part.top, y)
      part.bottom = Math.max(part.bottom, y)
    }
    for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
      if (next < 0 || next >= seen.length || seen[next] || !belongs(next)) continue
      seen[next] = 1
      part.pixels.push(next)
    }
  }
  return part
}

/**
 * Pixels of the hole that stand before an opening: those within the box of an opening that the hole touches. What is
 * behind them is frame and pane, not wall.
 * @returns 255 there, 0 elsewhere
 */
export function beforeOpenings(where: Omit<Where, 'side'>, width: number): Uint8Array {
  const { mask, foreign } = where
  const seen = new Uint8Array(mask.length)
  const out = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    if (seen[i] || !foreign[i]) continue
    const part = partFrom(i, where, width, seen)
    if (part.opening < LEAST) continue
    for (const at of part.pixels) {
      const x = at % width
      const y = (at - x) / width
      const isInside = x >= part.left && x <= part.right && y >= part.top && y <= part.bottom
      if (isInside && mask[at]! > 127) out[at] = 255
    }
  }
  return out
}
