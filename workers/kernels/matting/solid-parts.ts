/**
 * Thin parts that are solid: what is wider than a lens blurs an edge shows the subject alone along its middle, even
 * where its colour could be a mixture of others, as a dry blade of grass could be one of green and of a red wall.
 */
import type { Picture } from './picture.ts'

/** Steps across a part in four directions. */
const ACROSS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const
/** Widest part that is looked for, and the narrowest whose middle shows it alone, px where half of its colour is left. */
const WIDEST = 14
const NARROWEST = 3.4
/** Within how many px a part's colour gives way to the ground's, from MOST of it to LEAST: else it is out of focus. */
const EDGE = 3
const MOST = 0.8
const LEAST = 0.25
/** How much stronger than in its middle a part's colour may be, of the distance to the ground's. */
const STRONGER = 1.05
/** Least distance of a part's colour from the ground's, levels of 255. */
const DISTINCT = 36
/** Share from which on a part may be the subject's, below which what is beside it is ground, and of what joins it. */
const LIKELY = 0.3
const BESIDE = 0.15
const JOINING = 0.15
/** How free a share is to be found anew at least, 0..1. */
const FREE = 0.1
/** Difference in colour up to which neighbours belong to the same part, of the distance to the ground's. */
const SAME = 0.05

/** What is known so far of the pixels in doubt, by their numbers. */
export interface Found {
  /** One more than the number of the pixel at each place; 0 for those that are not listed. */
  readonly numbers: Int32Array
  readonly places: Int32Array
  /** Of the subject, 0..1. */
  readonly shares: Float32Array
  /** Interleaved RGB of the ground, 0..255. */
  readonly ground: Float32Array
}

/** No middle of a part: its colour is stronger further on. */
const STRONGER_BESIDE = -1

/** Colours around a pixel against its own and the ground's. */
class Profile {
  private at = 0
  private readonly base = new Float32Array(3)
  private readonly way = new Float32Array(3)
  private length = 0
  private readonly picture: Picture
  private readonly found: Found
  private readonly shares: Float32Array

  /** @param shares of pixels that are not listed, by places */
  constructor(picture: Picture, found: Found, shares: Float32Array) {
    this.picture = picture
    this.found = found
    this.shares = shares
  }

  /** Tells whether a pixel by its number is in the middle of a thin, solid part. */
  isSolid(n: number): boolean {
    if (this.found.shares[n]! < LIKELY) return false
    this.at = this.found.places[n]!
    this.length = 0
    for (let c = 0; c < 3; c++) {
      this.base[c] = this.found.ground[3 * n + c]!
      this.way[c] = this.picture.data[4 * this.at + c]! - this.base[c]!
      this.length += this.way[c]! ** 2
    }
    if (this.length < DISTINCT * DISTINCT) return false
    let hasEdges = false
    for (const [dx, dy] of ACROSS) {
      const one = this.halfWidth(dx, dy)
      if (one === STRONGER_BESIDE) return false
      const two = this.halfWidth(-dx, -dy)
      if (two === STRONGER_BESIDE) return false
      if (one === 0 || two === 0) continue
      if (one + two < NARROWEST) return false
      hasEdges = true
    }
    return hasEdges
  }

  /** Distance at which half of the pixel's colour is left, px; 0 where there is no sharp edge. */
  private halfWidth(dx: number, dy: number): number {
    const { width, height } = this.picture
    const x = this.at % width
    const y = (this.at - x) / width
    const step = Math.hypot(dx, dy)
    let before = 1
    let most = 0
    let half = 0
    for (let k = 1; k * step <= WIDEST; k++) {
      const u = x + k * dx
      const v = y + k * dy
      if (u < 0 || v < 0 || u >= width || v >= height) return 0
      const now = this.left(v * width + u)
      if (now > STRONGER) return half > 0 ? 0 : STRONGER_BESIDE
      if (half === 0) {
        if (now >= MOST) most = k
        if (now < 0.5) half = (k - 1 + (before - 0.5) / (before - now)) * step
      }
      if (now < LEAST) return (k - most) * step <= EDGE + step ? half : 0
      before = now
    }
    return 0
  }

  /** How much of the pixel's colour is left at another place. */
  private left(at: number): number {
    const n = this.found.numbers[at]! - 1
    if ((n >= 0 ? this.found.shares[n]! : this.shares[at]!) < BESIDE) return 0
    let dot = 0
    for (let c = 0; c < 3; c++) dot += (this.picture.data[4 * at + c]! - this.base[c]!) * this.way[c]!
    return dot / this.length
  }
}

/** Whether a pixel has the colour of another one: `p` and `q` are where their pixels begin in the picture. */
function isSame({ data }: Picture, p: number, q: number, ground: Float32Array, b: number): boolean {
  let miss = 0
  let length = 0
  for (let c = 0; c < 3; c++) {
    miss += (data[p + c]! - data[q + c]!) ** 2
    length += (data[q + c]! - ground[b + c]!) ** 2
  }
  return miss <= SAME * SAME * length
}

/**
 * Finds thin, solid parts of a subject: their middles, and what goes on from them in the same colour.
 * @param found what is known of the pixels in doubt, which are the first of those listed
 * @param shares of the others, 0..1, one a pixel
 * @param free how far the share of each pixel in doubt may be found anew, 0..1
 * @returns 1 for each pixel in doubt that shows the subject alone
 */
export function solidParts(
  picture: Picture,
  found: Found,
  shares: Float32Array,
  free: Float32Array,
): Uint8Array {
  const count = free.length
  const { numbers, places, ground } = found
  const isSolid = new Uint8Array(count)
  // Colours are compared with the middle's, so that a part does not wander off through a gradient.
  const middles = new Int32Array(count)
  const stack: number[] = []
  const profile = new Profile(picture, found, shares)
  for (let n = 0; n < count; n++) {
    if (found.shares[n]! === 1 || free[n]! < FREE || !profile.isSolid(n)) continue
    isSolid[n] = 1
    middles[n] = 4 * places[n]!
    stack.push(n)
  }
  const { width } = picture
  for (let n = stack.pop(); n !== undefined; n = stack.pop()) {
    const x = places[n]! % width
    for (let k = 0; k < 9; k++) {
      const u = x + (k % 3) - 1
      const at: number = places[n]! + (Math.floor(k / 3) - 1) * width + (k % 3) - 1
      if (u < 0 || u >= width || at < 0 || at >= numbers.length) continue
      const near = numbers[at]! - 1
      if (near < 0 || near >= count || isSolid[near] === 1) continue
      if (free[near]! < FREE || found.shares[near]! < JOINING) continue
      if (!isSame(picture, 4 * at, middles[n]!, ground, 3 * near)) continue
      isSolid[near] = 1
      middles[near] = middles[n]!
      stack.push(near)
    }
  }
  return isSolid
}
