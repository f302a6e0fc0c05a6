import { AppError } from '#contracts/errors.ts'
import type { ParamsOf } from '#ops/index.ts'
import { hasSubject, measureMask } from './isnet.ts'

/** Steps of cutting a subject out that the server and the browser take alike. */

interface Size {
  width: number
  height: number
}

/** What was transparent in the source stays transparent: changes the mask (0..255) in place. */
export function keepHoles(mask: Uint8Array, rgba: Uint8Array | Uint8ClampedArray): void {
  for (let i = 0; i < mask.length; i++) {
    const own = rgba[i * 4 + 3] as number
    if (own !== 255) mask[i] = Math.round(((mask[i] as number) * own) / 255)
  }
}

/** Size of a copy whose longer side is at most `most` px. */
export function fitWithin({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Red, green, blue of the wanted ground, 0..255; null for a transparent one. */
export function groundColour({ ground, colour }: ParamsOf<'matting'>): [number, number, number] | null {
  if (ground === 'transparent') return null
  if (ground === 'white') return [255, 255, 255]
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Bounds to crop to: the subject and a margin of 2 %. */
export function cropOf(mask: Uint8Array, { width, height }: Size): Size & { left: number; top: number } {
  const subject = measureMask(mask, width, height)
  const margin = Math.round(Math.max(subject.width, subject.height) * 0.02)
  const left = Math.max(0, subject.left - margin)
  const top = Math.max(0, subject.top - margin)
  return {
    left,
    top,
    width: Math.min(width, subject.left + subject.width + margin) - left,
    height: Math.min(height, subject.top + subject.height + margin) - top,
  }
}

/** Chunk of a cut-out's PNG file with its mask as a grey PNG of the whole picture: to be corrected by hand. */
export const MASK_CHUNK = 'zhMk'

/**
 * Refuses a mask without a subject.
 * @throws AppError NO_SUBJECT
 */
export function refuseEmpty(mask: Uint8Array, { width, height }: Size): void {
  if (hasSubject(measureMask(mask, width, height))) return
  throw new AppError('NO_SUBJECT')
}
