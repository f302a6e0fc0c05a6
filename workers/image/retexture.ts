import { AppError } from '#contracts/errors.ts'
import { changeMaterial, NothingCoveredError, UNMEASURED_MM } from '#kernels/retexture/apply.ts'
import type { ParamsOf } from '#ops/index.ts'
import { flatten } from './alpha.ts'
import { decode, decodeSmaller } from './decode.ts'
import { encodeLike } from './encode.ts'
import { inkOf } from './ink.ts'
import { LEAST_SIDE, SOURCE_SIDE } from './tile.ts'
import type { MaterialFile, Noted, OnProgress } from './types.ts'

/**
 * Gives what is white in the mask another material; JPEG, WebP or PNG like the source.
 * @throws AppError INPUT_MISSING, FILE_TOO_SMALL, and what decoding throws
 */
export async function retexture(
  file: Blob,
  mask: Blob,
  material: MaterialFile,
  params: ParamsOf<'retexture'>,
  onProgress: OnProgress,
): Promise<Noted> {
  onProgress(0.02, '正在读取图片')
  const { raster, head } = await decode(file)
  const { width, height } = raster
  const inside = await inkOf(mask, width, height)
  const repeats = material.repeatMm !== null
  const tile = (await (repeats ? decode(material.file) : decodeSmaller(material.file, SOURCE_SIDE))).raster
  if (Math.min(tile.width, tile.height) < LEAST_SIDE)
    throw new AppError('FILE_TOO_SMALL', `材质图太小，每边至少要 ${LEAST_SIDE} 像素`)
  const picture = { picture: flatten(tile), repeatMm: material.repeatMm ?? UNMEASURED_MM, repeats }
  try {
    const made = changeMaterial(raster, inside, picture, params, (done) =>
      onProgress(0.05 + 0.87 * done, '正在铺设材质'),
    )
    onProgress(0.94, '正在保存')
    return { blob: await encodeLike(made.picture, head.type), width, height, note: made.note }
  } catch (thrown) {
    if (thrown instanceof NothingCoveredError)
      throw new AppError('INPUT_MISSING', '还没有涂抹要换材质的部分', { cause: thrown })
    throw thrown
  }
}
