import { AppError } from '#contracts/errors.ts'
import type { GivenRole, Picture, Platform } from './platform.ts'

/**
 * A picture that an operation cannot do without.
 * @param words what the user has to do where it is missing
 * @throws AppError INPUT_MISSING, and what decoding throws
 */
export async function readNeeded(
  io: Platform,
  role: GivenRole,
  { maxSide, words }: { maxSide?: number; words?: string } = {},
): Promise<Picture> {
  const picture = await io.read(role, { maxSide })
  if (!picture) throw new AppError('INPUT_MISSING', words)
  return picture
}

/**
 * What is painted, where an operation does nothing without it.
 * @throws AppError INPUT_MISSING, and what decoding throws
 */
export async function maskNeeded(
  io: Platform,
  size: { width: number; height: number },
  words: string,
): Promise<Uint8Array> {
  const mask = await io.mask(size)
  if (!mask) throw new AppError('INPUT_MISSING', words)
  return mask
}
