/**
 * The alpha matte of a mask: shares of the subject along its outline, from the picture's own colours. The network sees 1024
 * px; its trimap (trimap.ts) tells where alpha has to be found. There the network's share is drawn to the side that colours
 * tell (palettes.ts), then shares and colours of the whole band are made to agree (foreground-estimation.ts). Where both
 * sides look alike, the network is believed.
 */

import { resample } from '#kernels/raster/resample.ts'
import type { Raster } from '../raster.ts'
import { fitWithin } from './cut.ts'
import { settleShares } from './foreground-estimation.ts'
import type { Picture } from './picture.ts'
import { SUBJECT, trimapOf } from './trimap.ts'

/** Longest side on which edges are refined, px. */
const REFINE_SIDE = 2048
/** Largest band, as a share of the picture. */
const MOST_BAND = 0.5
/** How surely colours give a pixel to the ground, 0..1, where it begins to count as haze, and where it wholly does. */
const [HAZE_FROM, HAZE_FULL] = [0.4, 0.7] as const
/** Largest share that is taken for haze. */
const HAZE = 0.4

/**
 * The share of the subject, 0..1, that is begun with: the network's, drawn to the side that colours tell. What looks like
 * ground loses the haze that a network leaves between parts that stand close.
 * @param prior the network's share, 0..1
 * @param side what colours say, see sidesOf
 */
function begin(prior: number, side: number): number {
  const share = (1 - Math.abs(side)) * prior + Math.max(0, side)
  const haze = HAZE * Math.min(1, Math.max(0, (-side - HAZE_FROM) / (HAZE_FULL - HAZE_FROM)))
  return Math.max(0, (share - haze) / (1 - haze))
}

/**
 * Makes a mask an alpha matte, in place; one that is sure of nothing becomes empty.
 * @param picture of the mask's size, at most REFINE_SIDE long for a bearable time
 * @param mask 0..255: a network's, enlarged, or painted by hand
 */
export function refineMask(picture: Picture, mask: Uint8Array): void {
  const { kinds, prior, band, sides } = trimapOf(picture, mask)
  if (band.length > MOST_BAND * mask.length) return
  const shares = Float32Array.from(kinds, (kind) => (kind === SUBJECT ? 1 : 0))
  const free = new Float32Array(band.length)
  for (let n = 0; n < band.length; n++) {
    const at = band[n]!
    shares[at] = begin(prior[at]! / 255, sides[at]!)
    // A colour that only the subject shows needs no mixture to explain it.
    free[n] = 1 - Math.max(0, sides[at]!)
  }
  settleShares(picture, shares, free, band)
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
