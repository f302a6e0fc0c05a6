import { AppError } from '#contracts/errors.ts'
import { enlarge, type RunHalf } from '#kernels/nn/enlarge.ts'
import { restore } from '#kernels/restore/restore.ts'
import { paramsOf } from '#ops/index.ts'
import { checkUpscaled } from '#ops/upscale/limits.ts'
import { openImage, withImageErrors } from './decode.ts'
import { readPicture, savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import { runNetwork } from './session.ts'
import type { Report } from './worker.ts'

type RestoreWork = Extract<Work, { kind: 'restore' }>

/**
 * Takes noise and compression blocks out of a picture, sharpens it and, where asked, doubles its size; in the
 * encoding of its source.
 * @throws AppError INPUT_MISSING, FILE_TOO_MANY_PIXELS when the result would be too large, FILE_DAMAGED, DISK_FULL
 */
export async function runRestore(work: RestoreWork, report: Report): Promise<WorkResult> {
  const { factor, ...settings } = paramsOf('restore').parse(work.params)
  report(0.01, '读取图片')
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  if (factor === 2) {
    const { autoOrient } = await withImageErrors(() => openImage(source.path).metadata())
    checkUpscaled(autoOrient.width, autoOrient.height, factor)
  }
  const picture = await readPicture(work)
  const share = factor === 2 ? 0.4 : 0.88
  const clean = restore(picture, settings, (done) => report(0.04 + share * done, '清理画面'))
  const run: RunHalf = (_, values, dims) => runNetwork(work, values, dims)
  const made =
    factor === 2
      ? await enlarge(clean.picture, 2, 'fast', run, (done, all) =>
          report(0.44 + (0.48 * done) / all, '放大'),
        )
      : clean.picture
  report(0.94, '保存结果')
  return { ...(await savePictureLikeSource(made, work, work.out)), note: clean.note }
}
