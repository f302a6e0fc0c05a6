import { boxBlur } from '#kernels/lineart/smooth.ts'
import { patchesOf } from '#kernels/raster/patches.ts'
import type { Plane } from '#kernels/raster.ts'
import { type Copy, planeOf } from './copy.ts'

/** Luma from which a lamp shines. */
const SHINES = 0.85
/** Part of a bright spot that belongs to a lamp at least. */
const LAMP = 0.3
/** Most that the bright part of a lamp covers. */
const LARGEST = 0.015

/**
 * The lamps of a room that shine, 0..1 at the size of the copy.
 * @param named 0..1, 1 where the copy shows a lamp
 */
export function shiningLamps(copy: Copy, named: Plane): Plane {
  const { width, height, luma } = copy
  const lamps = planeOf(copy)
  const bright = Uint8Array.from(luma, (value) => (value > SHINES ? 1 : 0))
  for (const { pixels } of patchesOf(bright, width)) {
    const mean = pixels.reduce((sum, i) => sum + named.data[i]!, 0) / pixels.length
    if (mean > LAMP && pixels.length < LARGEST * luma.length) for (const i of pixels) lamps.data[i] = 1
  }
  boxBlur(lamps.data, width, height, 1, new Float32Array(luma.length))
  return lamps
}
