import type { ParamsOf } from '#ops/index.ts'
import { layShadow } from '../composite/ground-shadow.ts'
import type { Raster } from '../raster.ts'
import { cropOf, groundColour } from './cut.ts'
import { layOnColour } from './cut-out.ts'
import type { Region } from './region.ts'

/**
 * What comes after a cut-out is made, in place: its shadow, its ground, and where it is to be cropped.
 * @param picture the cut-out, straight alpha; opaque afterwards where a ground is asked for
 * @param mask 0..255: what stays
 * @returns the box to crop to; null for the whole picture
 */
export function finishCut(picture: Raster, mask: Uint8Array, params: ParamsOf<'matting'>): Region | null {
  const seen = layShadow(picture, mask, params.shadow)
  const ground = groundColour(params)
  if (ground) layOnColour(picture.data, ground)
  return params.trim ? cropOf(seen, picture) : null
}
