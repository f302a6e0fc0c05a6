import { AppError } from '#contracts/errors.ts'
import { flatten } from '#kernels/alpha.ts'
import type { MaterialPicture } from '#kernels/materials/material-picture.ts'
import { changeMaterial, NothingCoveredError, UNMEASURED_MM } from '#kernels/retexture/apply.ts'
import type { ParamsOf } from '../index.ts'
import { maskNeeded, readNeeded } from '../inputs.ts'
import type { Platform, Run } from '../platform.ts'
import { seeOrNot } from './see.ts'
import { LEAST_SIDE, SOURCE_SIDE } from './tile-size.ts'

const UNMASKED = '还没有涂抹要换材质的部分'

/** The material's picture that came with the job, or the library's. */
async function openMaterial(
  io: Platform,
  { material, tileMm }: ParamsOf<'retexture'>,
): Promise<MaterialPicture> {
  const repeats = tileMm !== null
  const style = await io.read('style', repeats ? {} : { maxSide: SOURCE_SIDE })
  if (!style) return io.material(material)
  return { picture: flatten(style.raster), repeatMm: tileMm ?? UNMEASURED_MM, repeats }
}

/**
 * Gives what is masked another material.
 * @throws AppError INPUT_MISSING, FILE_TOO_SMALL
 */
export const run: Run<'retexture'> = async ({ io, params, report }) => {
  report(0.02, '读取图片')
  const { raster } = await readNeeded(io, 'image')
  const mask = await maskNeeded(io, raster, UNMASKED)
  const material = await openMaterial(io, params)
  if (Math.min(material.picture.width, material.picture.height) < LEAST_SIDE)
    throw new AppError('FILE_TOO_SMALL', `材质图太小，每边至少要 ${LEAST_SIDE} 像素`)
  try {
    const see = () => seeOrNot(io, raster)
    const made = await changeMaterial(raster, mask, material, params, see, (done) =>
      report(0.05 + 0.87 * done, '铺设材质'),
    )
    report(0.94, '保存结果')
    return { pictures: [await io.encodeLike(made.picture)], note: made.note }
  } catch (thrown) {
    if (thrown instanceof NothingCoveredError)
      throw new AppError('INPUT_MISSING', UNMASKED, { cause: thrown })
    throw thrown
  }
}
