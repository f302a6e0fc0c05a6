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

/** Scales down by averaging whole pixels in linear light. */
export function shrinkLinear({ width, height, data }: Raster): Small {
  const scale = Math.min(1, SMALL_SIDE / Math.max(width, height))
  const w = Math.max(1, Math.round(width * scale))
  const h = Math.max(1, Math.round(height * scale))
  const r = new Float32Array(w * h)
  const g = new Float32Array(w * h)
  const b = new Float32Array(w * h)
  // Every other pixel of large pictures tells the mean as well.
  const stride = scale < 0.25 ? 2 : 1
  for (let y = 0; y < h; y++) {
    const y0 = Math.floor((y * height) / h)
    const y1 = Math.max(y0 + 1, Math.floor(((y + 1) * height) / h))
    for (let x = 0; x < w; x++) {
      const x0 = Math.floor((x * width) / w)
      const x1 = Math.max(x0 + 1, Math.floor(((x + 1) * width) / w))
      let [sr, sg, sb, count] = [0, 0, 0, 0]
      for (let sy = y0; sy < y1; sy += stride) {
        for (let sx = x0; sx < x1; sx += stride) {
          const p = (sy * width + sx) * 4
          sr += LINEAR_OF_BYTE[data[p]!]!
          sg += LINEAR_OF_BYTE[data[p + 1]!]!
          sb += LINEAR_OF_BYTE[data[p + 2]!]!
          count++
        }
      }
      const i = y * w + x
      r[i] = sr / count
      g[i] = sg / count
      b[i] = sb / count
    }
  }
  return { width: w, height: h, r, g, b, encoded: [r.map(toEncoded), g.map(toEncoded), b.map(toEncoded)] }
}
