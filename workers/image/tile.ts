import { AppError } from '#contracts/errors.ts'
import { flatten } from '#kernels/alpha.ts'
import { makeTileable } from '#kernels/materials/make-tileable.ts'
import { meanColour } from '#kernels/materials/mean-colour.ts'
import { LEAST_SIDE, SOURCE_SIDE } from '#ops/retexture/tile-size.ts'
import { decodeSmaller } from './decode.ts'
import { encodeLike } from './encode.ts'
import type { MaterialTile } from './types.ts'

const QUALITY = 90

/**
 * Makes a picture of a material repeat without a seam; WebP (PNG where the browser writes none).
 * @throws AppError FILE_TOO_SMALL, and what decoding throws
 */
export async function makeTile(file: Blob): Promise<MaterialTile> {
  const { raster } = await decodeSmaller(file, SOURCE_SIDE)
  if (Math.min(raster.width, raster.height) < LEAST_SIDE)
    throw new AppError('FILE_TOO_SMALL', `材质图太小，每边至少要 ${LEAST_SIDE} 像素`)
  const tile = makeTileable(flatten(raster))
  const { width, height } = tile
  return { blob: await encodeLike(tile, 'image/webp', QUALITY), width, height, colour: meanColour(tile) }
}
