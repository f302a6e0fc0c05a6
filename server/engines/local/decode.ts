import sharp, { type Sharp } from 'sharp'
import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { hasAlpha } from '#kernels/alpha.ts'
import type { Raster } from '#kernels/raster.ts'

// Decoded pictures are not asked for twice; without the cache memory goes back after each piece of work.
sharp.cache(false)

/** A picture file as a pipeline: upright, sRGB, first frame only, refused when damaged or too large. */
export function openImage(path: string): Sharp {
  return sharp(path, { limitInputPixels: LIMITS.pixels, failOn: 'error', autoOrient: true })
}

/** What libvips says, as an error of the catalogue. */
export function translateImageError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const { message } = error
  if (/pixel limit/i.test(message)) return new AppError('FILE_TOO_MANY_PIXELS', undefined, { cause: error })
  if (/No space left|ENOSPC|EDQUOT/i.test(message))
    return new AppError('DISK_FULL', undefined, { cause: error })
  if (/unsupported image format/i.test(message))
    return new AppError('FILE_NOT_IMAGE', undefined, { cause: error })
  return new AppError('FILE_DAMAGED', undefined, { cause: error })
}

/** Runs a step that reads or writes picture files, with its errors translated. */
export async function withImageErrors<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw translateImageError(error)
  }
}

/** A decoded picture: interleaved RGBA, straight alpha. */
export interface Decoded {
  data: Buffer
  width: number
  height: number
}

/**
 * Decodes a picture file to RGBA.
 * @param size scales it to exactly this; as it is when left out
 * @throws AppError FILE_DAMAGED, FILE_TOO_MANY_PIXELS
 */
export function decodeRgba(path: string, size?: { width: number; height: number }): Promise<Decoded> {
  return withImageErrors(async () => {
    let image = openImage(path).toColourspace('srgb').ensureAlpha()
    if (size) image = image.resize(size.width, size.height, { fit: 'fill' })
    const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  })
}

/** Decoded pixels as the start of a pipeline. */
export function fromRgba({ data, width, height }: Decoded): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } })
}

/** The same as a raster. */
export async function decodeRaster(path: string, size?: { width: number; height: number }): Promise<Raster> {
  const { data, width, height } = await decodeRgba(path, size)
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) }
}

/** A raster as the start of a pipeline; three channels where nothing is transparent. */
export function fromRaster(raster: Raster): Sharp {
  const { data, width, height } = raster
  const image = fromRgba({
    ...{ width, height },
    data: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
  })
  return hasAlpha(raster) ? image : image.removeAlpha()
}

/** Encoder quality of photographs that are worked on further, 1..100. */
export const QUALITY = 95

/** A photograph that is worked on further. */
export const asJpeg = (image: Sharp): Sharp =>
  image.removeAlpha().jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })

/** A picture without loss. */
export const asPng = (image: Sharp): Sharp => image.png({ compressionLevel: 6, adaptiveFiltering: true })
