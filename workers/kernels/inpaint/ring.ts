import { boxOf, CHANNELS, distanceToHole, type Level } from './level.ts'
import { type Offset, spanOf } from './offsets.ts'

/** Width of the ring around the hole that is compared, px. */
const RING = 7
/** Most and fewest pixels of the ring that are compared on each of the hole's sides, and comparisons in all. */
const MOST_COMPARED = 90
const LEAST_COMPARED = 24
const COMPARISONS = 9_000_000
/** Offsets of more than this are not looked for, px. */
const MOST_REACH = 256
/** Part of them that must be known at an offset. */
const LEAST_KNOWN = 0.7
/** A larger difference of one colour, summed over its channels, is as good as this: what ends at the hole may. */
const MOST_APART = 150
/** Offsets closer than this to a better one are the same, px. */
const SAME = 2

/** Known pixels close to the hole: left, right, above and below it, thinned out evenly. */
function sidesOf(level: Level, compared: number): number[][] {
  const { width } = level
  const { x0, y0, x1, y1 } = boxOf(level)
  const distance = distanceToHole(level)
  const sides: number[][] = [[], [], [], []]
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const [wide, high] = [x1 - x0 + 1, y1 - y0 + 1]
  for (let i = 0; i < distance.length; i++) {
    const away = distance[i] as number
    if (away < 1 || away > RING) continue
    const x = i % width
    const u = (x - cx) / wide
    const v = ((i - x) / width - cy) / high
    const side = Math.abs(u) > Math.abs(v) ? (u < 0 ? 0 : 1) : v < 0 ? 2 : 3
    sides[side]?.push(i)
  }
  return sides.map((side) => {
    const count = Math.min(side.length, compared)
    return Array.from({ length: count }, (_, n) => side[Math.floor((n * side.length) / count)] as number)
  })
}

/** Pixels that are compared with others, and what they look like: their columns and their three colours. */
interface Side {
  pixels: Int32Array
  columns: Int32Array
  colours: Float32Array
}

function sideOf({ width, data }: Level, pixels: readonly number[]): Side {
  const colours = new Float32Array(3 * pixels.length)
  pixels.forEach((pixel, n) => {
    colours.set(data.subarray(pixel * CHANNELS, pixel * CHANNELS + 3), 3 * n)
  })
  return {
    pixels: Int32Array.from(pixels),
    columns: Int32Array.from(pixels, (pixel) => pixel % width),
    colours,
  }
}

/** Mean difference of some pixels from those an offset away; Infinity where too few are known there. */
function mismatch(level: Level, { pixels, columns, colours }: Side, dx: number, dy: number): number {
  const { width, height, data, hole } = level
  const step = dy * width + dx
  let sum = 0
  let known = 0
  for (let n = 0; n < pixels.length; n++) {
    const x = (columns[n] as number) + dx
    const other = (pixels[n] as number) + step
    if (x < 0 || x >= width || other < 0 || other >= width * height || hole[other]) continue
    const b = other * CHANNELS
    const apart =
      Math.abs((colours[3 * n] as number) - (data[b] as number)) +
      Math.abs((colours[3 * n + 1] as number) - (data[b + 1] as number)) +
      Math.abs((colours[3 * n + 2] as number) - (data[b + 2] as number))
    sum += apart < MOST_APART ? apart : MOST_APART
    known++
  }
  return known < LEAST_KNOWN * pixels.length || known === 0 ? Number.POSITIVE_INFINITY : sum / known
}

/** Places of the lowest values, none close to a lower one. */
function lowest(values: Float32Array, width: number, most: number): number[] {
  const order: number[] = []
  for (let i = width + 1; i < values.length - width - 1; i++) {
    const value = values[i] as number
    if (value === Number.POSITIVE_INFINITY) continue
    if (value > (values[i - 1] as number) || value > (values[i + 1] as number)) continue
    if (value > (values[i - width] as number) || value > (values[i + width] as number)) continue
    order.push(i)
  }
  order.sort((a, b) => (values[a] as number) - (values[b] as number))
  const found: number[] = []
  for (const i of order) {
    if (found.length >= most) break
    const isNew = found.every((j) => {
      const away = Math.abs((i % width) - (j % width))
      return Math.max(away, Math.abs(Math.floor(i / width) - Math.floor(j / width))) > SAME
    })
    if (isNew) found.push(i)
  }
  return found
}

/**
 * The offsets at which the picture looks around most like it does around the hole, as a whole and on each of its
 * sides: where a retoucher would clone from, so that bars and joints meet.
 * @param whole how many for the whole ring
 * @param each how many for each side
 */
export function alignedOffsets(level: Level, whole: number, each: number): Offset[] {
  const span = spanOf(level)
  const reach = Math.min(MOST_REACH, Math.round(2 * span + 32))
  const [reachX, reachY] = [Math.min(reach, level.width - 1), Math.min(reach, level.height - 1)]
  const width = 2 * reachX + 1
  const size = width * (2 * reachY + 1)
  const compared = Math.round(Math.max(LEAST_COMPARED, Math.min(MOST_COMPARED, COMPARISONS / size)))
  const sides = sidesOf(level, compared)
    .filter((side) => side.length > 0)
    .map((side) => sideOf(level, side))
  const least = span / 4
  const all = new Float32Array(size)
  const scores = sides.map((side) => {
    const values = new Float32Array(size).fill(Number.POSITIVE_INFINITY)
    for (let i = 0; i < size; i++) {
      const [dx, dy] = [(i % width) - reachX, Math.floor(i / width) - reachY]
      if (Math.max(Math.abs(dx), Math.abs(dy)) < least) continue
      values[i] = mismatch(level, side, dx, dy)
    }
    return values
  })
  for (let i = 0; i < size; i++) {
    let sum = 0
    for (const values of scores) sum += values[i] as number
    all[i] = sum || Number.POSITIVE_INFINITY
  }
  const chosen = [...lowest(all, width, whole), ...scores.flatMap((values) => lowest(values, width, each))]
  return [...new Set(chosen)].map((i) => [(i % width) - reachX, Math.floor(i / width) - reachY])
}
