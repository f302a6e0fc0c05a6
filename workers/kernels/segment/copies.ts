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

/** The mask at the picture's size, interpolated so that its edge has no stairs. */
export function smoothMask(label: Uint8Array, from: Raster, to: Raster): Uint8Array {
  if (from.width === to.width && from.height === to.height) return label.map((value) => 255 * value)
  const out = new Uint8Array(to.width * to.height)
  for (let y = 0; y < to.height; y++) {
    const v = Math.max(0, ((y + 0.5) * from.height) / to.height - 0.5)
    const y0 = Math.floor(v)
    const y1 = Math.min(from.height - 1, y0 + 1)
    for (let x = 0; x < to.width; x++) {
      const u = Math.max(0, ((x + 0.5) * from.width) / to.width - 0.5)
      const x0 = Math.floor(u)
      const x1 = Math.min(from.width - 1, x0 + 1)
      const at = (row: number, column: number) => label[row * from.width + column] as number
      const top = at(y0, x0) * (1 - u + x0) + at(y0, x1) * (u - x0)
      const bottom = at(y1, x0) * (1 - u + x0) + at(y1, x1) * (u - x0)
      out[y * to.width + x] = Math.round(255 * (top * (1 - v + y0) + bottom * (v - y0)))
    }
  }
  return out
}
