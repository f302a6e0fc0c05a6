import { boxBlur } from '#kernels/lineart/smooth.ts'
import { type Patch, patchesOf } from '#kernels/raster/patches.ts'
import type { Plane } from '#kernels/raster.ts'
import { toLinear } from '#kernels/srgb.ts'
import { type Copy, planeOf } from './copy.ts'

/**
 * Likelihood from which a place may be a window, and that the places of a window have in the mean: of 12 photographs panes have 0.28 and
 * more, the frames and shadows of garage doors 0.17 to 0.23.
 */
const [MAYBE, LIKELY] = [0.15, 0.27] as const
/** Part of its box that a pane fills at least: frames and shadows go around corners. */
const COMPACT = 0.5
/** Part of the luma of the wall around it under which it is one, and how far around, as a part of the longer side. */
const [DARKER, AROUND] = [0.88, 0.06] as const
/** Smallest window, as a part of the picture. */
const LEAST = 4e-5
/**
 * Red over blue, as a part of the luma, from which a surface is painted or of wood: glass mirrors the sky or is dark. Doors have 0.6
 * and more, panes up to 0.45. Black has no colour of its own: luma counts as at least as much.
 */
const [PAINTED, BLACK] = [0.5, 0.25] as const
/**
 * What is at most so thin, as a part of the picture's longer side, and at least so many times as long is a gap between boards or bars:
 * 2 to 3 px of 640 and 6 to 11 times, panes of towers are up to 3 times as long.
 */
const [SLIM, LONG] = [0.007, 4] as const
/** How far below a door the ground begins, as a part of its height, and the part of its width where it does; a window has a sill. */
const [STEP, STANDS] = [0.15, 0.5] as const
/** How many times as likely one colour of a patch is a window as the other from where the other is a shutter or wall in shade. */
const PARTED = 1.5
/**
 * A shutter's window is at least so many times as likely one, so much cooler in colour, and at most so far away, as a part of the
 * longer side. Of one photograph shutters have a likelihood of 0.35 and a warmth of 0.25, their panes 0.5 and less than 0.
 */
const [LIKELIER, COOLER, BESIDE] = [1.25, 0.15, 0.02] as const
/** Shares of a pane's median luma under which it is a bar, and over which something stands before it or it is a frame. */
const [BAR, BEFORE] = [0.5, 1.5] as const
/** How strongly bars, and what is brighter than the pane, are lit from inside, 0..1. */
const [BAR_LIT, BEFORE_LIT] = [0.15, 0.4] as const

/** Panes of glass, at the size of the copy. */
export interface Windows {
  /** 0..1. */
  panes: Plane
  /** Median luma of the window that a pixel belongs to, linear light; 1 elsewhere. */
  level: Plane
  /** Part of the picture that panes cover. */
  part: number
}

/** How bright walls are around each pixel: the mean luma of what is no window. */
function wallAround({ width, height, luma }: Copy, likely: Float32Array): Float32Array {
  const spare = new Float32Array(luma.length)
  const weight = likely.map((value) => (value < MAYBE ? 1 : 0))
  const light = luma.map((value, i) => value * weight[i]!)
  const radius = Math.round(AROUND * Math.max(width, height))
  for (const plane of [weight, light]) boxBlur(plane, width, height, radius, spare)
  return light.map((value, i) => value / Math.max(1e-3, weight[i]!))
}

/** Whether a patch fills its box, as a window does. */
const isCompact = ({ pixels, left, right, top, bottom }: Patch) =>
  pixels.length >= COMPACT * (right - left + 1) * (bottom - top + 1)

/** How far red leads over blue. */
const warmthAt = ({ r, b, luma }: Copy, i: number) => (r[i]! - b[i]!) / Math.max(BLACK, luma[i]!)

/** Whether a patch is a gap between boards or bars. */
function isGap({ left, right, top, bottom }: Patch, { width, height }: Copy): boolean {
  const [wide, tall] = [right - left + 1, bottom - top + 1]
  const thin = Math.min(wide, tall)
  return thin <= SLIM * Math.max(width, height) && Math.max(wide, tall) >= LONG * thin
}

/** Whether a patch stands on the ground, as doors of houses and garages do. */
function isOnGround({ left, right, top, bottom }: Patch, ground: Plane): boolean {
  const { width, height, data } = ground
  const below = Math.min(height - 1, bottom + 2 + Math.ceil(STEP * (bottom - top + 1)))
  let on = 0
  for (let x = left; x <= right; x++) if (data[below * width + x]! > 0.5) on++
  return on >= STANDS * (right - left + 1)
}

/** A patch that may be a window. */
interface Candidate {
  patch: Patch
  /** Mean likelihood, and mean warmth. */
  mean: number
  warmth: number
}

function candidateOf(patch: Patch, copy: Copy, likely: Float32Array): Candidate {
  const meanOf = (at: (i: number) => number) =>
    patch.pixels.reduce((sum, i) => sum + at(i), 0) / patch.pixels.length
  return { patch, mean: meanOf((i) => likely[i]!), warmth: meanOf((i) => warmthAt(copy, i)) }
}

const medianOf = (pixels: readonly number[], plane: Float32Array) =>
  Float32Array.from(pixels, (i) => plane[i]!).sort()[pixels.length >> 1]!

/** Whether a candidate is the shutter of a window: close to what is much likelier one and of a cooler colour. */
function isShutter(one: Candidate, all: readonly Candidate[], reach: number): boolean {
  const { left, right, top, bottom } = one.patch
  return all.some(
    ({ patch, mean, warmth }) =>
      Math.max(patch.left - right, left - patch.right, patch.top - bottom, top - patch.bottom) <= reach &&
      mean >= LIKELIER * one.mean &&
      warmth <= one.warmth - COOLER,
  )
}

/**
 * Those of some pixels that are panes: where they have two colours (Otsu's threshold of warmth) and one of them is much
 * likelier a window, that one; all of them elsewhere.
 */
function panesOf(pixels: readonly number[], copy: Copy, likely: Float32Array): readonly number[] {
  const sorted = pixels.toSorted((a, b) => warmthAt(copy, a) - warmthAt(copy, b))
  const n = sorted.length
  const [warmthOfAll, chanceOfAll] = sorted.reduce(
    ([warmth, chance], i) => [warmth + warmthAt(copy, i), chance + likely[i]!],
    [0, 0],
  )
  const best = { between: 0, at: n, chance: chanceOfAll }
  let [warmth, chance] = [0, 0]
  for (let k = 1; k < n; k++) {
    warmth += warmthAt(copy, sorted[k - 1]!)
    chance += likely[sorted[k - 1]!]!
    const between = k * (n - k) * (warmth / k - (warmthOfAll - warmth) / (n - k)) ** 2
    if (between > best.between) Object.assign(best, { between, at: k, chance })
  }
  const cold = best.chance / best.at
  const warm = (chanceOfAll - best.chance) / Math.max(1, n - best.at)
  if (cold >= PARTED * warm) return sorted.slice(0, best.at)
  return warm >= PARTED * cold ? sorted.slice(best.at) : pixels
}

/** Pixels of a patch, and those that have some of it to the left and right and above and below: reflections in a pane. */
function filled({ pixels, left, right, top, bottom }: Patch, width: number): number[] {
  const [columns, rows] = [right - left + 1, bottom - top + 1]
  const [first, last] = [new Int32Array(columns).fill(bottom), new Int32Array(columns).fill(top)]
  const [start, end] = [new Int32Array(rows).fill(right), new Int32Array(rows).fill(left)]
  for (const i of pixels) {
    const x = i % width
    const y = (i - x) / width
    first[x - left] = Math.min(first[x - left]!, y)
    last[x - left] = Math.max(last[x - left]!, y)
    start[y - top] = Math.min(start[y - top]!, x)
    end[y - top] = Math.max(end[y - top]!, x)
  }
  const out: number[] = []
  for (let y = top; y <= bottom; y++)
    for (let x = start[y - top]!; x <= end[y - top]!; x++)
      if (y >= first[x - left]! && y <= last[x - left]!) out.push(y * width + x)
  return out
}

/**
 * The panes of windows: bars stay dark in them, and what is brighter than the glass is hardly lit. What is named a
 * window counts, and what may be one where it is darker than the wall around it, as glass is by day. Doors, which are painted or stand
 * on the ground, shutters, and gaps between boards are none.
 * @param named 0..1, 1 where the copy shows a window for sure
 * @param likely how likely each pixel is one, 0..1
 * @param ground 0..1, 1 where the copy shows ground or a lawn: what stands on it is a door
 */
export function readWindows(copy: Copy, named: Plane, likely: Float32Array, ground: Plane): Windows {
  const { width, height, luma } = copy
  const windows: Windows = { panes: planeOf(copy), level: planeOf(copy), part: 0 }
  const { panes, level } = windows
  level.data.fill(1)
  const wall = wallAround(copy, likely)
  const isPane = (i: number) => likely[i]! >= MAYBE && luma[i]! < DARKER * wall[i]!
  const label = Uint8Array.from(named.data, (value, i) => (value > 0.5 || isPane(i) ? 1 : 0))
  const candidatesIn = (some: Uint8Array) =>
    patchesOf(some, width)
      .filter(({ pixels }) => pixels.length >= LEAST * luma.length)
      .map((patch) => candidateOf(patch, copy, likely))
  const isNamed = ({ pixels }: Patch) => medianOf(pixels, named.data) > 0.5
  const isLikely = ({ patch, mean }: Candidate) => isNamed(patch) || (mean >= LIKELY && isCompact(patch))
  // What is taken from a patch that is no window does not become one.
  const glass = new Uint8Array(luma.length)
  for (const { patch } of candidatesIn(label).filter(isLikely)) {
    const clear = patch.pixels.filter((i) => warmthAt(copy, i) < PAINTED)
    for (const i of panesOf(clear, copy, likely)) glass[i] = 1
  }
  const candidates = candidatesIn(glass).filter(
    (one) =>
      isLikely(one) && isCompact(one.patch) && !isGap(one.patch, copy) && !isOnGround(one.patch, ground),
  )
  const reach = BESIDE * Math.max(width, height)
  for (const one of candidates) {
    if (isShutter(one, candidates, reach)) continue
    const pixels = filled(one.patch, width)
    const median = medianOf(pixels, luma)
    for (const i of pixels) {
      const value = luma[i]! / Math.max(0.01, median)
      panes.data[i] = value < BAR ? BAR_LIT : value > BEFORE ? BEFORE_LIT : 1
      level.data[i] = toLinear(median)
    }
  }
  windows.part = panes.data.reduce((sum, value) => sum + value, 0) / luma.length
  boxBlur(panes.data, width, height, 1, new Float32Array(luma.length))
  return windows
}
