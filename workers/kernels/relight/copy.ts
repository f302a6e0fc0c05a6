import { blockMeans } from '#kernels/raster/block-means.ts'
import { shrinkPlane } from '#kernels/raster/shrink-plane.ts'
import type { Plane, Raster } from '#kernels/raster.ts'

/** A copy of a picture small enough to be looked at as a whole: sRGB, 0..1. */
export interface Copy {
  width: number
  height: number
  r: Float32Array
  g: Float32Array
  b: Float32Array
  /** Encoded luma, 0..1. */
  luma: Float32Array
}

/** Longer side of the copy, px. */
export const COPY_SIDE = 1024
/** Factor that whole blocks leave to the filter at least. */
const RESIDUAL = 1.5

/**
 * Scales a picture down to at most 1024 px with lanczos3, after averaging whole blocks where it is much larger: lines
 * keep their place and their width, whatever size the picture has.
 * @param side longer side that is enough, px
 */
export function copyOf(image: Raster, side = COPY_SIDE): Copy {
  const { width: w, height: h } = image
  const scale = Math.max(1, Math.max(w, h) / side)
  const width = Math.max(1, Math.round(w / scale))
  const height = Math.max(1, Math.round(h / scale))
  const block = Math.max(1, Math.min(w, h, Math.floor(scale / RESIDUAL)))
  const [r, g, b] = [0, 1, 2].map((channel) => {
    const { width: bw, height: bh, data } = blockMeans({ ...image, channels: 4 }, block, channel)
    const plane = scale === 1 ? data : shrinkPlane(data, bw, bh, width, height)
    for (let i = 0; i < plane.length; i++) {
      const value = plane[i]! / 255
      plane[i] = value < 0 ? 0 : value > 1 ? 1 : value
    }
    return plane
  }) as [Float32Array, Float32Array, Float32Array]
  const luma = new Float32Array(r.length)
  for (let i = 0; i < luma.length; i++) luma[i] = 0.2126 * r[i]! + 0.7152 * g[i]! + 0.0722 * b[i]!
  return { width, height, r, g, b, luma }
}

/** A copy as a picture of bytes, opaque. */
export function rasterOf({ width, height, r, g, b }: Copy): Raster {
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let i = 0; i < r.length; i++) {
    data[4 * i] = 255 * r[i]!
    data[4 * i + 1] = 255 * g[i]!
    data[4 * i + 2] = 255 * b[i]!
  }
  return { width, height, data }
}

/** How much of a leaf or a lawn a colour of linear light is, 0..1, by how far green leads. */
export function greenness(r: number, g: number, b: number): number {
  return Math.max(0, Math.min(1, (g - Math.max(1.08 * b, 0.9 * r)) / (0.25 * g + 0.006)))
}

/** An empty plane of the copy's size. */
export function planeOf({ width, height }: Copy): Plane {
  return { width, height, data: new Float32Array(width * height) }
}
