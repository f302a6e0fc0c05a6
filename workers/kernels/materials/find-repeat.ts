import type { Plane } from '#kernels/raster.ts'

/** Where a tile is cut from a line of pixels: it starts at `from`, is `length` long, and meets itself over `band`. */
export interface Repeat {
  from: number
  length: number
  band: number
}

/** Shortest and longest tile that is tried, parts of the side. */
const SHORTEST = 0.5
const LONGEST = 0.86
/** Part of the side over which the two ends are compared and joined. */
const BAND = 0.12
/** A longer tile shows more of the material: it is taken when its ends fit nearly as well. */
const SLACK = 1.06

function mismatch(plane: Plane, upright: boolean, from: number, length: number, band: number): number {
  const { width, height, data } = plane
  const across = upright ? width : height
  const step = upright ? width : 1
  const side = upright ? 1 : width
  let sum = 0
  for (let k = 0; k < band; k++) {
    const a = (from + k) * step
    const b = (from + length + k) * step
    for (let o = 0; o < across; o++) {
      const d = data[a + o * side]! - data[b + o * side]!
      sum += d * d
    }
  }
  return sum / (band * across)
}

/**
 * The stretch of a picture whose two ends fit best, so that courses of bricks, tiles and boards go on where the
 * picture repeats.
 * @param plane lightness at any size; the answer is in its pixels
 * @param upright looks along y instead of x
 */
export function findRepeat(plane: Plane, upright: boolean): Repeat {
  const total = upright ? plane.height : plane.width
  const band = Math.max(2, Math.round(total * BAND))
  const found: { repeat: Repeat; cost: number }[] = []
  for (let length = Math.ceil(total * SHORTEST); length <= total * LONGEST; length++) {
    const room = total - length - band
    if (room < 0) break
    for (const part of [0, 0.5, 1]) {
      const from = Math.round(room * part)
      found.push({ repeat: { from, length, band }, cost: mismatch(plane, upright, from, length, band) })
    }
  }
  const lowest = Math.min(...found.map(({ cost }) => cost))
  const fitting = found.filter(({ cost }) => cost <= lowest * SLACK + 1e-9).map(({ repeat }) => repeat)
  return fitting.reduce((best, next) => (next.length > best.length ? next : best))
}
