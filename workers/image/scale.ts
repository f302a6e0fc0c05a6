import { AppError } from '#contracts/errors.ts'
import { hasAlpha, scaleAlpha } from '#kernels/alpha.ts'
import { Resampler } from '#kernels/raster/resampler.ts'
import type { Raster } from '#kernels/raster.ts'
import { type Pixels, pixelsOfRaster, readAll } from './pixels.ts'

let resampler: Promise<Resampler | null> | undefined

/** Resamples with the library, for runtimes without SIMD. */
async function scaleWithPica(pixels: Pixels, width: number, height: number): Promise<Uint8ClampedArray> {
  const { data } = await readAll(pixels)
  if (!pixels.opaque) scaleAlpha(data, 'multiply')
  // No workers inside this worker, and no canvas: resizeBuffer computes right here.
  const { default: Pica } = await import('pica')
  const dest = new Uint8Array(4 * width * height)
  const options = { width: pixels.width, height: pixels.height, toWidth: width, toHeight: height }
  await Pica({ features: ['js', 'wasm'] }).resizeBuffer({ src: data, dest, ...options, filter: 'lanczos3' })
  return new Uint8ClampedArray(dest.buffer)
}

/**
 * Resamples with lanczos3. The filter runs over premultiplied colour, so that what lies under transparent
 * pixels does not bleed into the edge. One picture at a time, as a worker has one job at a time.
 */
export async function resample(pixels: Pixels, width: number, height: number): Promise<Raster> {
  resampler ??= Resampler.create()
  const fast = await resampler
  try {
    const data = fast
      ? // A copy: the resampler's memory is used again for the next picture.
        (
          await fast.scale(pixels.width, pixels.height, width, height, async (target, from, rows) => {
            await pixels.read(target, from, rows)
            if (!pixels.opaque) scaleAlpha(target, 'multiply')
          })
        ).slice()
      : await scaleWithPica(pixels, width, height)
    if (!pixels.opaque) scaleAlpha(data, 'divide')
    return { width, height, data }
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('DEVICE_FAILED', undefined, { cause })
  }
}

/** Resamples a raster; the same raster where its size is right. */
export async function scale(raster: Raster, width: number, height: number): Promise<Raster> {
  if (width === raster.width && height === raster.height) return raster
  return resample(pixelsOfRaster(raster, !hasAlpha(raster)), width, height)
}
