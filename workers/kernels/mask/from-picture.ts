import type { Raster } from '#kernels/raster.ts'

/** Spread of brightness under which a picture has one colour. */
const FLAT = 8

/**
 * A picture read as a mask: white is masked and black is not. Where the opaque parts have a single colour,
 * as in a cut-out or in strokes on a clear ground, what is opaque is masked.
 * @returns width·height values, 0..255
 */
export function maskOfPicture({ width, height, data }: Raster): Uint8Array {
  const out = new Uint8Array(width * height)
  let [darkest, brightest] = [255, 0]
  let isClear = false
  for (let i = 0, p = 0; i < out.length; i++, p += 4) {
    const alpha = data[p + 3] as number
    const luma =
      0.299 * (data[p] as number) + 0.587 * (data[p + 1] as number) + 0.114 * (data[p + 2] as number)
    out[i] = Math.round((luma * alpha) / 255)
    if (alpha < 128) isClear = true
    else {
      darkest = Math.min(darkest, luma)
      brightest = Math.max(brightest, luma)
    }
  }
  if (!isClear || brightest - darkest > FLAT) return out
  for (let i = 0; i < out.length; i++) out[i] = data[4 * i + 3] as number
  return out
}
