import type { Raster } from './raster.ts'

/** True when a pixel is not opaque. */
export function hasAlpha({ data }: Raster): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return true
  return false
}

/** The picture over white, opaque; a new raster only where there is something to cover. */
export function flatten(raster: Raster): Raster {
  if (!hasAlpha(raster)) return raster
  const data = new Uint8ClampedArray(raster.data)
  for (let i = 0; i < data.length; i += 4) {
    const a = (data[i + 3] ?? 0) / 255
    for (let c = 0; c < 3; c++) data[i + c] = (data[i + c] ?? 0) * a + 255 * (1 - a)
    data[i + 3] = 255
  }
  return { width: raster.width, height: raster.height, data }
}
