/**
 * Edges of a cut-out from the picture's own colours. The network sees 1024 px and is unsure in a band around the subject;
 * there what colours around tell (shared-samples.ts) decides, and where both sides look alike, the network is believed.
 * What a network leaves in doubt inside of the subject is decided before (insides.ts), and slits that it does not see are
 * put in doubt (gaps.ts); neither is done to what somebody has painted.
 * What only one side shows is that side's (palettes.ts), and where that is the ground no haze of it is left between parts
 * that stand close. At last shares and colours of the whole band are made to agree (own-colours.ts), where thin parts that
 * are solid stay so (solid-parts.ts). Gaps of which a part was found so are cleared, and what is around them is found once
 * more (clear-gaps.ts). Haze far from any edge goes in the end (specks.ts).
 */
import { clearGaps } from './clear-gaps.ts'
import { doubtsOf } from './doubts.ts'
import { openGaps } from './gaps.ts'
import { decideInsides } from './insides.ts'
import { settleShares } from './own-colours.ts'
import { type ColoursSay, coloursSay, sidesOf } from './palettes.ts'
import type { Picture } from './picture.ts'
import { GROUND, SUBJECT, type Told, tellByColours, UNKNOWN } from './shared-samples.ts'
import { dropHaze } from './specks.ts'

/** Longest side on which edges are refined, px. */
export const REFINE_SIDE = 2048
/** From which share of 255 on a mask is sure. */
const SURE = 0.96
/** Half width of the band around the subject's outline at 1024 px, px. */
const BAND = 3
/** Largest band, as a share of the picture. */
const MOST_BAND = 0.5
/** Share below which a colour's noise is taken for the subject's trace, and above 1 minus which for a hole. */
const TRACE = 0.08

/** How far palettes have to be believed before gaps are cleared by them; see sidesOf. */
const BELIEVED = 0.5

/** How surely palettes give a pixel to the ground, 0..1, where it begins to count as haze, and where it wholly does. */
const HAZE_FROM = 0.4
const HAZE_FULL = 0.7
/** Largest share that is taken for haze. */
const HAZE = 0.4

/**
 * A share, 0..1, without the haze that a network is left with between parts that stand close: colours tell that the
 * ground is seen there, but to weaken the share alone would leave a ghost of it.
 * @param side what palettes say of the pixel, see sidesOf
 */
function withoutHaze(share: number, side: number): number {
  const haze = HAZE * Math.min(1, Math.max(0, (-side - HAZE_FROM) / (HAZE_FULL - HAZE_FROM)))
  return Math.max(0, (share - haze) / (1 - haze))
}

/** A share, 0..1, without the traces that a colour's noise leaves of the other side. */
const withoutTraces = (share: number) => Math.min(1, Math.max(0, (share - TRACE) / (1 - 2 * TRACE)))

/** Tells sure pixels from the band in which the outline must lie. */
function findBand(mask: Uint8Array, width: number, height: number): Int8Array {
  const unsure = new Uint8Array(mask.length)
  const kinds = new Int8Array(mask.length)
  const low = 255 * (1 - SURE)
  const high = 255 * SURE
  for (let y = 0, i = 0; y < height; y++) {
    let before = mask[i]! > 127
    const up = y > 0 ? width : 0
    for (let x = 0; x < width; x++, i++) {
      const m = mask[i]!
      const isSubject = m > 127
      kinds[i] = isSubject ? SUBJECT : GROUND
      const isEdge = isSubject !== before || isSubject !== mask[i - up]! > 127
      if (isEdge || (m > low && m < high)) unsure[i] = 1
      before = isSubject
    }
  }
  const radius = Math.max(2, Math.round((BAND * Math.max(width, height)) / 1024))
  for (let at = unsure.indexOf(1); at >= 0; ) {
    const y = Math.floor(at / width)
    const row = y * width
    let end = at + 1
    while (end < row + width && unsure[end] === 1) end++
    const left = Math.max(0, at - row - radius)
    const right = Math.min(width, end - row + radius)
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
      kinds.fill(UNKNOWN, v * width + left, v * width + right)
    }
    at = unsure.indexOf(1, end)
  }
  return kinds
}

/** Share of a pixel of the band from its own colours, its neighbours' and the network's, each as far as it is sure. */
function settle(
  at: number,
  { width, height }: Picture,
  mask: Uint8Array,
  { numbers, shares, weights }: Told,
): number {
  const n = numbers[at]! - 1
  const x = at % width
  const y = (at - x) / width
  let sum = 0
  let total = 0
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const near = numbers[v * width + u]! - 1
      if (near < 0) continue
      sum += shares[near]! * weights[near]!
      total += weights[near]!
    }
  }
  const prior = mask[at]! / 255
  const weight = weights[n]!
  const around = total > 1e-3 ? sum / total : prior
  const own = weight * shares[n]! + (1 - weight) * around
  const sure = weight + (1 - weight) * 0.5 * Math.min(1, total / 9)
  return sure * withoutTraces(own) + (1 - sure) * prior
}

/**
 * Finds the shares of pixels of a mask anew, in place.
 * @param shares of the sure pixels, 0..1, and of those in doubt that are not of the band
 * @param band places that are looked at, in order; all are in doubt
 * @returns how far palettes are believed, see sidesOf
 */
function findShares(
  picture: Picture,
  mask: Uint8Array,
  kinds: Int8Array,
  colours: ColoursSay,
  shares: Float32Array,
  band: Int32Array,
): number {
  const found = tellByColours(picture, kinds, band, mask)
  for (const at of band) shares[at] = settle(at, picture, mask, found)
  const doubts = doubtsOf(picture, shares, found.weights, band)
  const { sides, trust } = sidesOf(picture, colours, mask, kinds, band, doubts.free)
  for (let n = 0; n < band.length; n++) {
    const at = band[n]!
    const side = sides[n]!
    shares[at] = withoutHaze((1 - Math.abs(side)) * shares[at]! + Math.max(0, side), side)
    // A colour that only the subject shows needs no mixture to explain it.
    doubts.free[n] = doubts.free[n]! * (1 - Math.max(0, side))
  }
  settleShares(picture, shares, doubts, band)
  for (const at of band) mask[at] = Math.round(255 * shares[at]!)
  return trust
}

/** Finds the shares of the unknown pixels of a mask anew, in place; tells what findShares does. */
function refineBand(picture: Picture, mask: Uint8Array, kinds: Int8Array, colours: ColoursSay): number {
  let count = 0
  for (let at = 0; at < kinds.length; at++) if (kinds[at] === UNKNOWN) count++
  // A mask that is unsure of everything has no outline to refine.
  if (count === 0 || count > MOST_BAND * mask.length) return 0
  const band = new Int32Array(count)
  const shares = new Float32Array(mask.length)
  for (let at = 0, n = 0; at < kinds.length; at++) {
    if (kinds[at] === UNKNOWN) band[n++] = at
    else if (kinds[at] === SUBJECT) shares[at] = 1
  }
  return findShares(picture, mask, kinds, colours, shares, band)
}

/** Clears gaps of which a refined mask has found a part, in place, and finds what is around them once more. */
function refineGaps(picture: Picture, mask: Uint8Array, kinds: Int8Array, colours: ColoursSay): void {
  const rim = clearGaps(picture, colours, mask, kinds)
  if (rim.length === 0) return
  const shares = new Float32Array(mask.length)
  for (let at = 0; at < mask.length; at++) shares[at] = mask[at]! / 255
  findShares(picture, mask, kinds, colours, shares, rim)
}

/**
 * Refines a mask along its outline alone, in place: what somebody has painted.
 * @param picture of the mask's size, at most REFINE_SIDE long for a bearable time
 * @param mask 0..255
 */
export function refineEdges(picture: Picture, mask: Uint8Array): void {
  const kinds = findBand(mask, picture.width, picture.height)
  refineBand(picture, mask, kinds, coloursSay(picture, kinds))
}

/**
 * Refines a network's mask, in place: along its outline, where the network was unsure inside of the subject, and where
 * there are gaps that it has not seen.
 * @param picture of the mask's size, at most REFINE_SIDE long for a bearable time
 * @param mask 0..255, enlarged from the network's
 */
export function refineSeen(picture: Picture, mask: Uint8Array): void {
  decideInsides(picture, mask)
  const kinds = findBand(mask, picture.width, picture.height)
  const colours = coloursSay(picture, kinds)
  openGaps(picture, colours, mask, kinds)
  const trust = refineBand(picture, mask, kinds, colours)
  if (trust > BELIEVED) refineGaps(picture, mask, kinds, colours)
  dropHaze(mask, picture.width)
}
