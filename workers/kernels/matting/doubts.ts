import type { Picture } from './picture.ts'

/** Half width of the windows that are looked at, px at 1024 px, and how far the rows and columns that count are apart. */
const NEAR = 14
const STEP = 2
/** Share of a window that is to be subject and ground before shares within it are free. */
const PART = 0.02
/** Share from which on a pixel may be taken for the subject's, and below 1 minus which for the ground's. */
const RATHER = 0.25
/** How much a share that colours told well is held fast. */
const HELD = 0.3
/** How much colours that differ on one side count against the distance of the two sides. */
const SPREAD = 9

/** What can be said of shares that are in doubt, for each pixel of a band. */
export interface Doubts {
  /** How far each share may be found anew from colours, 0..1. */
  readonly free: Float32Array
  /** How much the colours of each side differ among themselves around a pixel, squared levels of 255. */
  readonly spread: Float32Array
}

/** How much a pixel counts as one of a side that has this share of it. */
const membership = (share: number) => (share > RATHER ? Math.min(1, Math.max(0.1, 4 * share - 3)) : 0)

/** What is summed over windows: members of the subject, their light and its square, and the same of the ground. */
const SUMS = 6

/** Writes what the pixels of a row add to the sums, from the column `left` on; the picture's border is repeated. */
function weighRow(
  { width, height, data }: Picture,
  shares: Float32Array,
  row: number,
  left: number,
  weighed: Float32Array,
): void {
  const y = Math.min(height - 1, Math.max(0, STEP * row))
  for (let column = left, to = 0; to < weighed.length; column++, to += SUMS) {
    const x = STEP * column
    const at = y * width + (x < 0 ? 0 : x < width ? x : width - 1)
    const light = Math.fround((data[4 * at]! + data[4 * at + 1]! + data[4 * at + 2]!) / 3)
    weighed[to] = membership(shares[at]!)
    weighed[to + 1] = weighed[to]! * light
    weighed[to + 2] = weighed[to + 1]! * light
    weighed[to + 3] = membership(1 - shares[at]!)
    weighed[to + 4] = weighed[to + 3]! * light
    weighed[to + 5] = weighed[to + 4]! * light
  }
}

/** Means of a row over windows of `size` px, the first of which is at its beginning. */
function meansAlong(row: Float32Array, size: number, means: Float32Array): void {
  const scale = 1 / size
  const reach = (size - 1) * SUMS
  for (let kind = 0; kind < SUMS; kind++) {
    let sum = 0
    for (let at = kind; at < reach; at += SUMS) sum += row[at]!
    for (let at = kind; at < means.length; at += SUMS) {
      sum += row[at + reach]!
      means[at] = sum * scale
      sum -= row[at]!
    }
  }
}

/** Sums of a window that has moved on by a row. */
function moveOn(sums: Float64Array, added: Float32Array, gone: Float32Array): void {
  for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + added[i]! - gone[i]!
}

/** Rows and columns that count around places that are in order; right and bottom are the first ones outside. */
function boundsOf(places: Int32Array, width: number) {
  let left = width
  let right = 0
  for (let n = 0; n < places.length; n++) {
    const x = places[n]! % width
    if (x < left) left = x
    if (x >= right) right = x + 1
  }
  const rowOf = (at = 0) => Math.floor(Math.floor(at / width) / STEP)
  const columns = { left: Math.floor(left / STEP), right: Math.ceil(right / STEP) }
  return { ...columns, top: rowOf(places[0]), bottom: rowOf(places.at(-1)) + 1 }
}

/** Variance of the light of a window's members; `from` is where their sums begin. */
function varianceOf(sums: Float64Array, from: number, scale: number): number {
  const count = Math.fround(sums[from]! * scale)
  if (count < 1e-3) return 0
  const mean = Math.fround(sums[from + 1]! * scale) / count
  return Math.max(0, Math.fround(sums[from + 2]! * scale) / count - mean * mean)
}

/**
 * Tells where shares may be found anew from colours: where both sides are near, and neither has such a texture that a
 * pixel of its own might be taken for a mixture.
 * @param shares of the subject, 0..1, one a pixel
 * @param weights how well colours told the share of each pixel in doubt, 0..1
 * @param band places of the pixels in doubt, in order
 */
export function doubtsOf(
  picture: Picture,
  shares: Float32Array,
  weights: Float32Array,
  band: Int32Array,
): Doubts {
  const { width, height } = picture
  const radius = Math.max(1, Math.round((NEAR * Math.max(width, height)) / (1024 * STEP)))
  const size = 2 * radius + 1
  const { left, right, top, bottom } = boundsOf(band, width)
  const row = new Float32Array(SUMS * (right - left + 2 * radius))
  // Means along the rows of the window and along the one that leaves it.
  const rows = Array.from({ length: size + 1 }, () => new Float32Array(SUMS * (right - left)))
  const meansOf = (y: number) => rows[(y + size) % (size + 1)]!
  const sums = new Float64Array(SUMS * (right - left))
  const scale = 1 / size
  const free = new Float32Array(band.length)
  const spread = new Float32Array(band.length)
  for (let lowest = top - radius, n = 0; lowest < bottom + radius; lowest++) {
    weighRow(picture, shares, lowest, left - radius, row)
    const [added, gone] = [meansOf(lowest), meansOf(lowest + 1)]
    meansAlong(row, size, added)
    moveOn(sums, added, gone)
    const next = STEP * (lowest - radius + 1) * width
    for (; n < band.length && band[n]! < next; n++) {
      const at = SUMS * (Math.floor((band[n]! % width) / STEP) - left)
      const subject = Math.fround(sums[at]! * scale)
      const ground = Math.fround(sums[at + 3]! * scale)
      const near = Math.min(1, subject / PART) * Math.min(1, ground / PART)
      free[n] = near * (1 - HELD * weights[n]!)
      spread[n] = SPREAD * varianceOf(sums, at, scale)
      spread[n] = spread[n]! + SPREAD * varianceOf(sums, at + 3, scale)
    }
  }
  return { free, spread }
}
