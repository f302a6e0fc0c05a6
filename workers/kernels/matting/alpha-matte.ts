/**
 * The alpha matte of a mask: shares of the subject along its outline, from the picture's own colours. The network sees 1024
 * px; its trimap (trimap.ts) tells where alpha has to be found. There pairs of colours around each pixel tell it
 * (shared-sampling.ts), then shares and colours of the whole band are made to agree (foreground-estimation.ts). Where both sides look
 * alike, the network is believed.
 */

import type { Raster } from '../raster.ts'
import { resample } from '../resample/resample.ts'
import { fitWithin } from './cut.ts'
import { settleShares } from './foreground-estimation.ts'
import type { Picture } from './picture.ts'
import { type Told, tellByColours } from './shared-sampling.ts'
import { SUBJECT, trimapOf, UNKNOWN } from './trimap.ts'

/** Longest side on which edges are refined, px. */
const REFINE_SIDE = 2048
/** Largest band, as a share of the picture. */
const MOST_BAND = 0.5
/** Share below which a colour's noise is taken for the subject's trace, and above 1 minus which for a hole. */
const TRACE = 0.08

/** A share, 0..1, without the traces that a colour's noise leaves of the other side. */
const withoutTraces = (share: number) => Math.min(1, Math.max(0, (share - TRACE) / (1 - 2 * TRACE)))

/** Share of a pixel of the band from its own colours, its neighbours' and the network's, each as far as it is sure. */
function settle(
  at: number,
  { width, height }: Picture,
  believed: Uint8Array,
  { numbers, shares, weights }: Told,
): number {
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
  const prior = believed[at]! / 255
  const n = numbers[at]! - 1
  const weight = weights[n]!
  const around = total > 1e-3 ? sum / total : prior
  const own = weight * shares[n]! + (1 - weight) * around
  const sure = weight + (1 - weight) * 0.5 * Math.min(1, total / 9)
  return sure * withoutTraces(own) + (1 - sure) * prior
}

/**
 * Makes a mask an alpha matte, in place; one that is sure of nothing becomes empty.
 * @param picture of the mask's size, at most REFINE_SIDE long for a bearable time
 * @param mask 0..255: a network's, enlarged, or painted by hand
 */
export function refineMask(picture: Picture, mask: Uint8Array): void {
  const { kinds, prior } = trimapOf(mask, picture.width, picture.height)
  const band = placesOf(kinds, UNKNOWN)
  if (band.length > MOST_BAND * mask.length) return
  const told = tellByColours(picture, kinds, band, prior)
  const shares = Float32Array.from(kinds, (kind) => (kind === SUBJECT ? 1 : 0))
  for (const at of band) shares[at] = settle(at, picture, prior, told)
  settleShares(picture, shares, told.weights, band)
  for (let at = 0; at < mask.length; at++) mask[at] = Math.round(255 * shares[at]!)
}

/** A mask of any size (0..255) at a picture's size, its edge found anew in the picture. */
export function outlineIn(
  picture: Raster,
  mask: Uint8Array,
  from: { width: number; height: number },
): Uint8Array {
  const { width, height } = fitWithin(picture, REFINE_SIDE)
  const isWhole = width === picture.width && height === picture.height
  const near = resample({ ...from, channels: 1, data: mask }, width, height, 'cubic')
  const pixels = isWhole ? picture.data : resample({ ...picture, channels: 4 }, width, height, 'linear')
  refineMask({ width, height, data: pixels }, near)
  if (isWhole) return near
  return resample({ width, height, channels: 1, data: near }, picture.width, picture.height, 'cubic')
}

/** Places of a kind, in order. */
function placesOf(kinds: Int8Array, kind: number): Int32Array {
  let count = 0
  for (let at = 0; at < kinds.length; at++) if (kinds[at] === kind) count++
  const places = new Int32Array(count)
  for (let at = 0, n = 0; n < count; at++) if (kinds[at] === kind) places[n++] = at
  return places
}
