import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'

/** A tile at one size: linear light, three values a pixel, 0..1. */
export interface Level {
  width: number
  height: number
  rgb: Float32Array
}

/** A tile at its own size and at ever halved ones, down to 1 px (L. Williams: Pyramidal Parametrics, 1983). */
export interface Pyramid {
  readonly levels: readonly Level[]
}

function halve({ width, height, rgb }: Level): Level {
  const w = Math.max(1, width >> 1)
  const h = Math.max(1, height >> 1)
  const out = new Float32Array(w * h * 3)
  // An odd side gives its last line to the last half as well, so that the tile still repeats.
  for (let y = 0; y < h; y++) {
    const y0 = Math.floor((y * height) / h)
    const y1 = Math.max(y0 + 1, Math.floor(((y + 1) * height) / h))
    for (let x = 0; x < w; x++) {
      const x0 = Math.floor((x * width) / w)
      const x1 = Math.max(x0 + 1, Math.floor(((x + 1) * width) / w))
      const count = (x1 - x0) * (y1 - y0)
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let j = y0; j < y1; j++) for (let i = x0; i < x1; i++) sum += rgb[3 * (j * width + i) + c]!
        out[3 * (y * w + x) + c] = sum / count
      }
    }
  }
  return { width: w, height: h, rgb: out }
}

/** Builds the pyramid of a tile; alpha is taken as opaque. */
export function pyramidOf({ width, height, data }: Raster): Pyramid {
  const rgb = new Float32Array(width * height * 3)
  for (let i = 0; i < width * height; i++)
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = LINEAR_OF_BYTE[data[4 * i + c]!]!
  const levels: Level[] = [{ width, height, rgb }]
  for (let last = levels[0]!; last.width > 1 || last.height > 1; last = levels.at(-1)!)
    levels.push(halve(last))
  return { levels }
}
