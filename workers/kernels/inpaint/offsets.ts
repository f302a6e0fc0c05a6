import { boxOf, CHANNELS, HALF, type Level } from './level.ts'
import { patchCost } from './match.ts'

/** By how much a place of the picture lies away from one that looks like it, px: x, then y. */
export type Offset = readonly [number, number]

/** Most patches that are asked for their likeness. */
const MOST_ASKED = 4000
const ROUNDS = 4
/** Least margin around the hole that is looked at, px. */
const LEAST_MARGIN = 48
/** A patch whose mean gradient is this large counts half: what is flat looks like everything. */
const PLAIN = 12

interface Frame {
  left: number
  top: number
  right: number
  bottom: number
}

/** Longer side of the hole's box, px. */
export function spanOf(level: Level): number {
  const { x0, y0, x1, y1 } = boxOf(level)
  return Math.max(x1 - x0, y1 - y0) + 1
}

/** The hole's box with as much around it as it is long, inside the part where patches are whole. */
function frameOf(level: Level): Frame {
  const { x0, y0, x1, y1 } = boxOf(level)
  const margin = Math.max(LEAST_MARGIN, spanOf(level))
  return {
    left: Math.max(HALF, x0 - margin),
    top: Math.max(HALF, y0 - margin),
    right: Math.min(level.width - 1 - HALF, x1 + margin),
    bottom: Math.min(level.height - 1 - HALF, y1 + margin),
  }
}

/** For a grid of patches of the known picture, the offset to the patch that each resembles most. */
function likenesses(level: Level, frame: Frame, least: number, random: () => number) {
  const { width, source } = level
  const { left, top, right, bottom } = frame
  const stride = Math.max(1, Math.ceil(Math.sqrt(((right - left) * (bottom - top)) / MOST_ASKED)))
  const columns = Math.floor((right - left) / stride) + 1
  const rows = Math.floor((bottom - top) / stride) + 1
  const best = new Int32Array(columns * rows).fill(-1)
  const cost = new Float32Array(best.length).fill(Number.POSITIVE_INFINITY)
  const attempt = (n: number, pixel: number, x: number, y: number) => {
    const px = pixel % width
    const far = Math.max(Math.abs(x - px), Math.abs(y - (pixel - px) / width))
    if (x < left || y < top || x > right || y > bottom || far < least) return
    const other = y * width + x
    if (!source[other] || other === best[n]) return
    const value = patchCost(level, pixel, other, cost[n] as number)
    if (value >= (cost[n] as number)) return
    cost[n] = value
    best[n] = other
  }
  for (let round = 0; round < ROUNDS; round++) {
    const step = round % 2 === 1 ? 1 : -1
    for (let m = 0; m < best.length; m++) {
      const n = step === 1 ? best.length - 1 - m : m
      const column = n % columns
      const [x, y] = [left + stride * column, top + stride * Math.floor(n / columns)]
      const pixel = y * width + x
      if (!source[pixel]) continue
      for (const [near, dx, dy] of [
        [column + step >= 0 && column + step < columns ? n + step : -1, step, 0],
        [n + step * columns, 0, step],
      ] as const) {
        const theirs = best[near] ?? -1
        if (theirs >= 0)
          attempt(n, pixel, (theirs % width) - dx * stride, Math.floor(theirs / width) - dy * stride)
      }
      const from = best[n] as number
      const [fx, fy] = from < 0 ? [x, y] : [from % width, Math.floor(from / width)]
      for (let radius = Math.max(right - left, bottom - top); radius >= 1; radius /= 2)
        attempt(
          n,
          pixel,
          Math.round(fx + (2 * random() - 1) * radius),
          Math.round(fy + (2 * random() - 1) * radius),
        )
    }
  }
  return { best, columns, stride }
}

/** Blurs a histogram by (1 4 6 4 1) / 16 along both sides, so that offsets a pixel apart count together. */
function smooth(counts: Float32Array, width: number): Float32Array {
  const pass = (from: Float32Array, step: number) => {
    const out = new Float32Array(from.length)
    for (let i = 2 * step; i < from.length - 2 * step; i++)
      out[i] =
        (6 * (from[i] as number) +
          4 * ((from[i - step] as number) + (from[i + step] as number)) +
          (from[i - 2 * step] as number) +
          (from[i + 2 * step] as number)) /
        16
    return out
  }
  return pass(pass(counts, 1), width)
}

/**
 * The offsets by which the picture around the hole repeats itself most, the commonest first: those of tiles and
 * bars, and of anything along a straight line (He, Sun: Statistics of Patch Offsets for Image Completion, ECCV
 * 2012).
 * @param most how many are given at most
 * @param random 0..1
 */
export function dominantOffsets(level: Level, most: number, random: () => number): Offset[] {
  const frame = frameOf(level)
  const { left, top, right, bottom } = frame
  if (right - left < 2 * HALF || bottom - top < 2 * HALF) return []
  const least = Math.max(2 * HALF + 1, spanOf(level) / 4)
  const { best, columns, stride } = likenesses(level, frame, least, random)
  const [reachX, reachY] = [right - left + 3, bottom - top + 3]
  const width = 2 * reachX + 1
  const counts = new Float32Array(width * (2 * reachY + 1))
  for (let n = 0; n < best.length; n++) {
    const other = best[n] as number
    if (other < 0) continue
    const [x, y] = [left + stride * (n % columns), top + stride * Math.floor(n / columns)]
    const dx = (other % level.width) - x
    const dy = Math.floor(other / level.width) - y
    const t = (y * level.width + x) * CHANNELS
    const grain = (level.data[t + 3] as number) + (level.data[t + 4] as number)
    const weight = grain / (grain + PLAIN)
    for (const sign of [1, -1]) {
      const place = (reachY + sign * dy) * width + reachX + sign * dx
      counts[place] = (counts[place] as number) + weight
    }
  }
  return peaks(smooth(counts, width), width, most).map((place) => [
    (place % width) - reachX,
    Math.floor(place / width) - reachY,
  ])
}

/** Places of the highest values that no neighbour exceeds, the highest first. */
function peaks(values: Float32Array, width: number, most: number): number[] {
  const found: number[] = []
  for (let i = width + 1; i < values.length - width - 1; i++) {
    const value = values[i] as number
    if (value <= 0) continue
    let isPeak = true
    for (const step of [1, width - 1, width, width + 1]) {
      if ((values[i - step] as number) > value || (values[i + step] as number) >= value) isPeak = false
    }
    if (isPeak) found.push(i)
  }
  return found.sort((a, b) => (values[b] as number) - (values[a] as number)).slice(0, most)
}
