import { labOfBytes } from '#kernels/lab.ts'
import type { Raster } from '#kernels/raster.ts'
import { hash } from '#kernels/relight/noise.ts'
import type { Palette } from './look.ts'

/** Most colours of a picture that stand for it. */
const MOST = 8000

/** Colours of a style picture, drawn evenly from it. */
export function paletteOf({ width, height, data }: Raster): Pick<Palette, 'lab'> {
  const count = Math.min(MOST, width * height)
  const step = (width * height) / count
  const bytes = new Uint8ClampedArray(4 * count)
  for (let n = 0; n < count; n++) {
    const at = 4 * Math.min(width * height - 1, Math.floor((n + hash(n, 3, 1)) * step))
    bytes.set(data.subarray(at, at + 4), 4 * n)
  }
  return { lab: labOfBytes(bytes, count, 1, 4).data }
}
