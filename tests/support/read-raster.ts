import sharp from 'sharp'
import type { Raster } from '#kernels/raster.ts'

/**
 * Pixels of a picture file.
 * @param longerSide scales it so that its longer side is this, px; as it is when left out
 */
export async function readRaster(source: string | Buffer, longerSide?: number): Promise<Raster> {
  let image = sharp(source).toColourspace('srgb').ensureAlpha()
  if (longerSide) image = image.resize(longerSide, longerSide, { fit: 'inside' })
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}
