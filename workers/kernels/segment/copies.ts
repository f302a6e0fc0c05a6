import { fitInside } from '#kernels/fit-inside.ts'
import { cellMeans } from '#kernels/raster/cell-means.ts'
import type { Raster } from '#kernels/raster.ts'

/** The picture scaled down by the mean of what each new pixel covers, opaque. */
export function shrink(picture: Raster, longest: number): Raster {
  const { width, height } = fitInside(picture, longest)
  if (width === picture.width && height === picture.height) return picture
  const means = cellMeans(picture, { width, height })
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let i = 0; i < means.length; i += 3) data.set(means.subarray(i, i + 3), (4 * i) / 3)
  return { width, height, data }
}

/** The label of a smaller picture, at each pixel of a larger one. */
export function enlargeLabel(label: Uint8Array, from: Raster, to: Raster): Uint8Array {
  const out = new Uint8Array(to.width * to.height)
  for (let y = 0; y < to.height; y++) {
    const sy = Math.min(from.height - 1, Math.floor((y * from.height) / to.height))
    for (let x = 0; x < to.width; x++) {
      const sx = Math.min(from.width - 1, Math.floor((x * from.width) / to.width))
      out[y * to.width + x] = label[sy * from.width + sx] as number
    }
  }
  return out
}
