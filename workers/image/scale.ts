import Pica from 'pica'
import { AppError } from '#contracts/errors.ts'
import type { Raster } from '#kernels/raster.ts'
import { hasAlpha } from './alpha.ts'

let pica: ReturnType<typeof Pica> | undefined

/** Size with the longer side at `longerSide` px, never larger than the picture and never under 1 px. */
export function fitInside(
  width: number,
  height: number,
  longerSide: number,
): { width: number; height: number } {
  const scale = Math.min(1, longerSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function scaleAlpha(data: Uint8ClampedArray, how: 'multiply' | 'divide'): void {
  for (let i = 0; i < data.length; i += 4) {
    const a = data[i + 3] ?? 0
    if (a === 255) continue
    const factor = how === 'multiply' ? a / 255 : a ? 255 / a : 0
    for (let c = 0; c < 3; c++) data[i + c] = (data[i + c] ?? 0) * factor
  }
}

/**
 * Resamples with lanczos3. The filter runs over premultiplied colour, so that what lies under transparent
 * pixels does not bleed into the edge.
 */
export async function scale(raster: Raster, width: number, height: number): Promise<Raster> {
  if (width === raster.width && height === raster.height) return raster
  // No workers inside this worker, and no canvas: resizeBuffer computes in WebAssembly right here.
  pica ??= Pica({ features: ['js', 'wasm'] })
  const translucent = hasAlpha(raster)
  const data = translucent ? new Uint8ClampedArray(raster.data) : raster.data
  if (translucent) scaleAlpha(data, 'multiply')
  try {
    const dest = new Uint8Array(4 * width * height)
    const options = { width: raster.width, height: raster.height, toWidth: width, toHeight: height }
    await pica.resizeBuffer({ src: data, dest, ...options, filter: 'lanczos3' })
    const out = new Uint8ClampedArray(dest.buffer)
    if (translucent) scaleAlpha(out, 'divide')
    return { width, height, data: out }
  } catch (cause) {
    throw new AppError('DEVICE_FAILED', undefined, { cause })
  }
}
