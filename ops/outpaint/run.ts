import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { NothingToCopyError } from '#kernels/inpaint/complete.ts'
import { extendPicture } from '#kernels/inpaint/fill.ts'
import { readNeeded } from '../inputs.ts'
import type { Run } from '../platform.ts'
import { marginsOf } from './margins.ts'

/**
 * Extends a picture to its sides; PNG.
 * @throws AppError FILE_TOO_MANY_PIXELS when the result would be too large
 */
export const run: Run<'outpaint'> = async ({ io, params, report }) => {
  report(0.02, '读取图片')
  const { raster } = await readNeeded(io, 'image')
  const margins = marginsOf(params, raster.width, raster.height)
  const width = raster.width + margins.left + margins.right
  const height = raster.height + margins.top + margins.bottom
  if (width * height > LIMITS.pixels) throw new AppError('FILE_TOO_MANY_PIXELS', '扩展后的画面太大')
  try {
    const wider = extendPicture(raster, margins, (done) => report(0.05 + 0.87 * done, '补全画面'))
    report(0.94, '保存结果')
    return { pictures: [await io.encodePng(wider)], note: '' }
  } catch (thrown) {
    if (thrown instanceof NothingToCopyError)
      throw new AppError('MASK_TOO_LARGE', undefined, { cause: thrown })
    throw thrown
  }
}
