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

/** Most pixels of a picture to which detail is added: a model has to see all of it at once. */
export const CREATIVE_PIXELS = 8_400_000

/**
 * Refuses to add detail to what would be too large for it.
 * @throws AppError FILE_TOO_MANY_PIXELS
 */
export function checkCreative(width: number, height: number, factor: number): void {
  const [wide, high] = [width * factor, height * factor]
  if (wide * high <= CREATIVE_PIXELS) return
  throw new AppError(
    'FILE_TOO_MANY_PIXELS',
    `放大后为 ${wide} × ${high}；补细节至多做到 840 万像素，请减小倍数，或把“补细节”设为 0`,
  )
}

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
