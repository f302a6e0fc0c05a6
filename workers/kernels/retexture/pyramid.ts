import { areaMeans } from '#kernels/raster/area-means.ts'
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

/** An odd side is halved whole, so that the tile still repeats. */
function halve({ width, height, rgb }: Level): Level {
  const size = { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) }
  const read = (y: number, row: Float32Array) => row.set(rgb.subarray(3 * y * width, 3 * (y + 1) * width))
  return { ...size, rgb: areaMeans({ width, height, channels: 3, read }, size) }
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
