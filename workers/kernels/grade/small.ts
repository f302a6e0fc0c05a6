import { fitInside } from '#kernels/fit-inside.ts'
import { cellMeans } from '#kernels/raster/cell-means.ts'
import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE, toEncoded } from '#kernels/srgb.ts'

/**
 * A small copy of the picture: planes of linear light 0..1. Transparent parts count by their colours, which have to be
 * those around them (spreadColours): beside white ones, contrast would darken the edges of what is visible.
 */
export interface Small {
  width: number
  height: number
  r: Float32Array
  g: Float32Array
  b: Float32Array
  /** The same three, sRGB encoded. */
  encoded: readonly [Float32Array, Float32Array, Float32Array]
}

/** Longer side, px, on which light and colour are measured and the slow local maps are kept. */
const SMALL_SIDE = 420

/** Scales down by averaging in linear light. */
export function shrinkLinear({ width, height, data }: Raster): Small {
  const { width: w, height: h } = fitInside({ width, height }, SMALL_SIDE)
  // Every other pixel of large pictures tells the mean as well.
  const stride = width >= 4 * w ? 2 : 1
  const means = cellMeans({ width, height, data }, { width: w, height: h }, LINEAR_OF_BYTE, stride)
  const planeOf = (channel: number) => Float32Array.from({ length: w * h }, (_, i) => means[3 * i + channel]!)
  const [r, g, b] = [planeOf(0), planeOf(1), planeOf(2)]
  return { width: w, height: h, r, g, b, encoded: [r.map(toEncoded), g.map(toEncoded), b.map(toEncoded)] }
}
