import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import type { ModelId } from '#contracts/models.ts'

/** Halves of the best network, whose ×4 is halved for ×2. */
export const BEST = ['bestFeatures', 'bestPixels'] as const satisfies ModelId[]

/** Networks that an enlargement runs. */
export function upscaleModels({
  factor,
  quality,
}: {
  factor?: unknown
  quality?: unknown
}): readonly ModelId[] {
  if (quality === 'best') return BEST
  return [factor === 4 ? 'fastX4' : 'fastX2']
}

/** Most pixels of a picture that a browser enlarges. */
export const DEVICE_UPSCALE_PIXELS = 1024 * 1024
/** Longest side of an enlarged picture, px. */
export const UPSCALE_MAX_SIDE = 8192

/**
 * Refuses an enlargement whose result would be too large to keep.
 * @throws AppError FILE_TOO_MANY_PIXELS
 */
export function checkUpscaled(width: number, height: number, factor: number): void {
  const [wide, high] = [width * factor, height * factor]
  if (Math.max(wide, high) <= UPSCALE_MAX_SIDE && wide * high <= LIMITS.pixels) return
  const limit =
    Math.max(wide, high) > UPSCALE_MAX_SIDE ? `边长上限 ${UPSCALE_MAX_SIDE} px` : '上限 5000 万像素'
  throw new AppError('FILE_TOO_MANY_PIXELS', `放大后为 ${wide} × ${high}，超过${limit}`)
}
