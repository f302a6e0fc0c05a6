import { AppError } from '#contracts/errors.ts'
import { restore } from '#kernels/restore/restore.ts'
import { enlarge } from '#kernels/upscale/enlarge.ts'
import { readNeeded } from '../inputs.ts'
import type { Run } from '../platform.ts'
import { checkUpscaled, upscaleModels } from '../upscale/limits.ts'

/** The network that doubles what was cleaned. */
const DOUBLED = { factor: 2, quality: 'fast' } as const

/**
 * Takes noise and compression blocks out of a picture, sharpens it and, where asked, doubles its size.
 * @throws AppError FILE_TOO_MANY_PIXELS when the result would be too large
 */
export const run: Run<'restore'> = async ({ io, params: { factor, ...settings }, report }) => {
  report(0.01, '读取图片')
  const size = await io.size('image')
  if (!size) throw new AppError('INPUT_MISSING')
  const doubles = factor === 2
  if (doubles) checkUpscaled(size.width, size.height, factor)
  const { raster } = await readNeeded(io, 'image')
  const share = doubles ? 0.4 : 0.88
  const clean = restore(raster, settings, (done) => report(0.04 + share * done, '清理画面'))
  const made = doubles
    ? await enlarge(clean.picture, 2, DOUBLED.quality, io.network(...upscaleModels(DOUBLED)), (done, all) =>
        report(0.44 + (0.48 * done) / all, '放大'),
      )
    : clean.picture
  report(0.94, '保存结果')
  return { pictures: [await io.encodeLike(made)], note: clean.note }
}
