import { AppError } from '#contracts/errors.ts'
import type { FormatId } from '#contracts/formats.ts'
import type { Raster } from '#kernels/raster.ts'
import { readBmp } from './bmp.ts'
import { type HeifLibrary, readHeic } from './heic.ts'
import { readPsd } from './psd.ts'

/** Formats that are read once, as they come in, and worked on as JPEG or PNG. */
export type ConvertedFormat = 'bmp' | 'heic' | 'psd'

export const isConverted = (kind: string): kind is ConvertedFormat =>
  (['bmp', 'heic', 'psd'] satisfies FormatId[] as string[]).includes(kind)

/**
 * Pixels of a picture that neither browsers nor engines read: upright, in sRGB, with straight alpha.
 * @param openHeif gives libheif where a HEIC is to be read
 * @throws AppError FILE_DAMAGED, FILE_PSD, FILE_NOT_IMAGE, and what openHeif throws
 */
export async function readConverted(
  kind: ConvertedFormat,
  bytes: Uint8Array,
  openHeif: () => Promise<HeifLibrary>,
): Promise<Raster> {
  if (kind === 'bmp') return readBmp(bytes)
  if (kind === 'psd') return readPsd(bytes)
  const library = await openHeif()
  try {
    return await readHeic(bytes, library)
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('FILE_DAMAGED', undefined, { cause })
  }
}
