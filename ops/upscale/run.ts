import { AppError } from '#contracts/errors.ts'
import { enlarge } from '#kernels/upscale/enlarge.ts'
import { readNeeded } from '../inputs.ts'
import type { Run } from '../platform.ts'
import { checkUpscaled, upscaleModels } from './limits.ts'

/**
 * Enlarges a picture 2 or 4 times, tile by tile; PNG, alpha kept.
 * @throws AppError FILE_TOO_MANY_PIXELS when the result would be too large
 */
export const run: Run<'upscale'> = async ({ io, params, report }) => {
  const { factor, quality, creative } = params
  if (creative > 0) throw new AppError('OP_UNAVAILABLE', '补细节要由 GPU 引擎来做；在这里请把“补细节”设为 0')
  report(0.01, '读取图片')
  const size = await io.size('image')
  if (!size) throw new AppError('INPUT_MISSING')
  checkUpscaled(size.width, size.height, factor)
  const { raster } = await readNeeded(io, 'image')
  report(0.03, '准备模型')
  const enlarged = await enlarge(
    raster,
    factor,
    quality,
    io.network(...upscaleModels(params)),
    (done, total) => report(0.03 + (0.9 * done) / total, total > 1 ? `放大 ${done} / ${total} 块` : '放大'),
  )
  report(0.94, '保存结果')
  return { pictures: [await io.encodePng(enlarged)], note: '' }
}
