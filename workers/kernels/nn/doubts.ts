import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Picture } from './picture.ts'

/** Half width of the windows that are looked at, px at 1024 px. */
const NEAR = 14
/** Share of a window that is to be subject and ground before shares within it are free. */
const PART = 0.02
/** Share from which on a pixel may be taken for the subject's, and below 1 minus which for the ground's. */
const RATHER = 0.25
/** How much a share that colours told well is held fast. */
const HELD = 0.3
/** How much colours that differ on one side count against the distance of the two sides. */
const SPREAD = 9

/** What can be said of shares that are in doubt. */
export interface Doubts {
  /** How far each share may be found anew from colours, 0..1. */
  readonly free: Float32Array
  /** How much the colours of each side differ among themselves around a pixel, squared levels of 255. */
  readonly spread: Float32Array
}

/** Makes `members` their share of the window around each pixel, and adds the variance of their light to `spread`. */
function lookAround(
  members: Float32Array,
  light: Float32Array,
  { width, height }: Picture,
  radius: number,
  spread: Float32Array,
): void {
  const spare = new Float32Array(members.length)
  const sum = new Float32Array(members.length)
  const squares = new Float32Array(members.length)
  for (let i = 0; i < members.length; i++) {
    sum[i] = members[i]! * light[i]!
    squares[i] = sum[i]! * light[i]!
  }
  for (const plane of [members, sum, squares]) boxBlur(plane, width, height, radius, spare)
  for (let i = 0; i < members.length; i++) {
    const count = members[i]!
    if (count < 1e-3) continue
    const mean = sum[i]! / count
    spread[i] = spread[i]! + SPREAD * Math.max(0, squares[i]! / count - mean * mean)
  }
}

/** How much a pixel counts as one of a side that has this share of it. */
const membership = (share: number) => (share > RATHER ? Math.min(1, Math.max(0.1, 4 * share - 3)) : 0)

/**
 * Tells where shares may be found anew from colours: where both sides are near, and neither has such a texture that a
 * pixel of its own might be taken for a mixture.
 * @param shares of the subject, 0..1, one a pixel
 * @param weights how well colours told each share, 0..1
 */
export function doubtsOf(picture: Picture, shares: Float32Array, weights: Float32Array): Doubts {
  const { width, height, data } = picture
  const radius = Math.max(2, Math.round((NEAR * Math.max(width, height)) / 1024))
  const light = new Float32Array(shares.length)
  const subject = new Float32Array(shares.length)
  const ground = new Float32Array(shares.length)
  for (let i = 0; i < shares.length; i++) {
    light[i] = (data[4 * i]! + data[4 * i + 1]! + data[4 * i + 2]!) / 3
    subject[i] = membership(shares[i]!)
    ground[i] = membership(1 - shares[i]!)
  }
  const spread = new Float32Array(shares.length)
  lookAround(subject, light, picture, radius, spread)
  lookAround(ground, light, picture, radius, spread)
  const free = subject
  for (let i = 0; i < shares.length; i++) {
    const near = Math.min(1, subject[i]! / PART) * Math.min(1, ground[i]! / PART)
    free[i] = near * (1 - HELD * weights[i]!)
  }
  return { free, spread }
}
