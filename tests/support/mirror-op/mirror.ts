import type { Raster } from '#kernels/raster.ts'

/** A picture with left and right, or top and bottom, exchanged. */
export function mirror({ width, height, data }: Raster, direction: 'across' | 'down'): Raster {
  const out = new Uint8ClampedArray(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = direction === 'across' ? [width - 1 - x, y] : [x, height - 1 - y]
      out.set(data.subarray(4 * (v * width + u), 4 * (v * width + u) + 4), 4 * (y * width + x))
    }
  return { width, height, data: out }
}
