import type { LabPicture } from '#kernels/lab.ts'
import type { Guides } from './guides.ts'

/** Half the side of a patch, px: patches are 7 × 7. */
export const HALF = 3

/** One size of the picture that is being made. */
export interface Target extends Guides {
  picture: LabPicture
  /** Pixels between the centres of patches, along rows and columns. */
  step: number
  columns: number
  rows: number
}

/** One size of the style. */
export interface Source extends Guides {
  picture: LabPicture
  /** 1 where a whole patch may be copied from. */
  usable: Uint8Array
  /** Every usable pixel. */
  places: Int32Array
}

/** For each patch of the target, row by row: the pixel of the style that its centre comes from, and what it costs. */
export interface Matches {
  at: Int32Array
  cost: Float32Array
}

/** How much the guides count against the mean squared difference of a patch's colours. */
const TONE = 0.7
const TEXTURE = 4
/** What it costs, in squared steps of Lab, to be used as often as the mean place of the style. */
const REPETITION = 3
/** Uses beyond this many times the mean make no difference. */
const MOST_USES = 5
/** Side of the cells in which uses are counted, px. */
const CELL = 8

/**
 * What it costs to use each pixel of the style, by how often its surroundings are used in relation to the mean: an even
 * use keeps flat places from spreading (Kaspar et al. 2015).
 * @param matches null for none yet
 */
export function costsOfUse(
  { picture: { width, height }, places }: Source,
  matches: Matches | null,
): Float32Array {
  const costs = new Float32Array(width * height)
  if (!matches) return costs
  const columns = Math.ceil(width / CELL)
  const cells = new Float32Array(columns * Math.ceil(height / CELL))
  const mean = (matches.at.length * CELL * CELL) / Math.max(1, places.length)
  for (const place of matches.at) {
    const x = place % width
    const cell = Math.floor((place - x) / width / CELL) * columns + Math.floor(x / CELL)
    cells[cell] = cells[cell]! + 1 / mean
  }
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / CELL) * columns
    for (let x = 0; x < width; x++)
      costs[y * width + x] = REPETITION * Math.min(MOST_USES, cells[row + Math.floor(x / CELL)]!)
  }
  return costs
}

/** Pixel at the centre of a patch. */
export function centreOf({ picture, step, columns }: Target, patch: number): number {
  const column = patch % columns
  const row = (patch - column) / columns
  const x = Math.min(picture.width - 1, column * step)
  return Math.min(picture.height - 1, row * step) * picture.width + x
}

/**
 * What it costs to copy the patch around `place` of the style to the one around `pixel`; Infinity as soon as it
 * would be more than `most`.
 */
function patchCost(
  target: Target,
  source: Source,
  uses: Float32Array,
  pixel: number,
  place: number,
  most: number,
): number {
  const { width, height, data } = target.picture
  const tone = target.tone[pixel]! - source.tone[place]!
  const texture = target.texture[pixel]! - source.texture[place]!
  const base = TONE * tone * tone + TEXTURE * texture * texture + uses[place]!
  if (base >= most) return Number.POSITIVE_INFINITY
  const x = pixel % width
  const y = (pixel - x) / width
  const left = x < HALF ? x : HALF
  const right = width - 1 - x < HALF ? width - 1 - x : HALF
  const top = y < HALF ? y : HALF
  const bottom = height - 1 - y < HALF ? height - 1 - y : HALF
  const count = (left + right + 1) * (Math.floor((top + bottom) / target.step) + 1)
  const limit = (most - base) * count
  const style = source.picture.data
  const stride = source.picture.width
  let sum = 0
  // Every other row of a patch tells as much where patches are many.
  for (let dy = -top; dy <= bottom; dy += target.step) {
    let p = 3 * (pixel + dy * width - left)
    let q = 3 * (place + dy * stride - left)
    const end = p + 3 * (left + right + 1)
    for (; p < end; p += 3, q += 3) {
      const l = data[p]! - style[q]!
      const a = data[p + 1]! - style[q + 1]!
      const b = data[p + 2]! - style[q + 2]!
      sum += l * l + a * a + b * b
    }
    if (sum >= limit) return Number.POSITIVE_INFINITY
  }
  return base + sum / count
}

/** Computes the costs anew, after pixels or uses have changed. */
export function refreshCosts(target: Target, source: Source, matches: Matches, uses: Float32Array): void {
  for (let k = 0; k < matches.at.length; k++) {
    const pixel = centreOf(target, k)
    matches.cost[k] = patchCost(target, source, uses, pixel, matches.at[k]!, Number.POSITIVE_INFINITY)
  }
}

/**
 * Improves the matches by propagation and random search (C. Barnes, E. Shechtman, A. Finkelstein, D. Goldman:
 * PatchMatch, SIGGRAPH 2009). Even rounds run from the top, odd ones from the bottom.
 * @param random 0..1
 */
export function improveMatches(
  target: Target,
  source: Source,
  matches: Matches,
  uses: Float32Array,
  rounds: number,
  random: () => number,
): void {
  const { columns, rows, step } = target
  const { usable, places } = source
  const { width, height } = source.picture
  const { at, cost } = matches
  const reach = step > 1 ? 32 : Math.max(width, height) / 4
  let [best, least, pixel] = [0, 0, 0]
  const attempt = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const place = y * width + x
    if (place === best || !usable[place]) return
    const value = patchCost(target, source, uses, pixel, place, least)
    if (value < least) {
      least = value
      best = place
    }
  }
  for (let round = 0; round < rounds; round++) {
    const back = round % 2 === 1
    const side = back ? 1 : -1
    for (let n = 0; n < at.length; n++) {
      const k = back ? at.length - 1 - n : n
      const column = k % columns
      const row = (k - column) / columns
      pixel = centreOf(target, k)
      best = at[k]!
      least = cost[k]!
      if (column + side >= 0 && column + side < columns) {
        const other = at[k + side]!
        attempt((other % width) - side * step, Math.floor(other / width))
      }
      if (row + side >= 0 && row + side < rows) {
        const other = at[k + side * columns]!
        attempt(other % width, Math.floor(other / width) - side * step)
      }
      // Anywhere at all, then ever nearer to the best.
      const far = places[Math.floor(random() * places.length)]!
      attempt(far % width, Math.floor(far / width))
      for (let radius = reach; radius >= 1; radius /= 3) {
        const x = best % width
        const y = (best - x) / width
        attempt(Math.round(x + (2 * random() - 1) * radius), Math.round(y + (2 * random() - 1) * radius))
      }
      at[k] = best
      cost[k] = least
    }
  }
}
