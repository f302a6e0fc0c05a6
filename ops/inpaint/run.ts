import { AppError } from '#contracts/errors.ts'
import { NothingToCopyError } from '#kernels/inpaint/complete.ts'
import { fillHoles } from '#kernels/inpaint/fill.ts'
import { maskNeeded, readNeeded } from '../inputs.ts'
import type { Run } from '../platform.ts'

/**
 * Takes what is masked out of a picture; PNG of the same size.
 * @throws AppError INPUT_MISSING, MASK_TOO_LARGE
 */
export const run: Run<'inpaint'> = async ({ io, report }) => {
  report(0.02, '读取图片')
  const { raster } = await readNeeded(io, 'image')
  const mask = await maskNeeded(io, raster, '还没有涂抹要消除的部分')
  try {
    const filled = fillHoles(raster, mask, (done) => report(0.05 + 0.87 * done, '补全画面'))
    report(0.94, '保存结果')
    return { pictures: [await io.encodePng(filled)], note: '' }
  } catch (thrown) {
    if (thrown instanceof NothingToCopyError)
      throw new AppError('MASK_TOO_LARGE', undefined, { cause: thrown })
    throw thrown
  }
}
