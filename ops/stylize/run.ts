import { AppError } from '#contracts/errors.ts'
import { NothingMarkedError, stylize } from '#kernels/stylize/stylize.ts'
import { readNeeded } from '../inputs.ts'
import type { Run } from '../platform.ts'

/** Least side of a style picture, and the longer side to which a larger one is scaled, px. */
const [LEAST_SIDE, STYLE_SIDE] = [64, 2048]

/**
 * Gives a picture the look of another one, within its mask where it has one.
 * @throws AppError FILE_TOO_SMALL
 */
export const run: Run<'stylize'> = async ({ io, params, report }) => {
  report(0.02, '读取图片')
  const { raster } = await readNeeded(io, 'image')
  const mask = await io.mask(raster)
  const style = await readNeeded(io, 'style', { maxSide: STYLE_SIDE, words: '还没有选择参考图' })
  if (Math.min(style.width, style.height) < LEAST_SIDE)
    throw new AppError('FILE_TOO_SMALL', `参考图太小，每边至少要 ${LEAST_SIDE} 像素`)
  try {
    const made = stylize(raster, style.raster, mask, params, (done) => report(0.05 + 0.87 * done, '迁移风格'))
    report(0.94, '保存结果')
    return { pictures: [await io.encodeLike(made)], note: '' }
  } catch (thrown) {
    if (thrown instanceof NothingMarkedError)
      throw new AppError('INPUT_MISSING', '涂抹的部分或参考图里没有可见的内容', { cause: thrown })
    throw thrown
  }
}
