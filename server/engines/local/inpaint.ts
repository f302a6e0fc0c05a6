import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { NothingToCopyError } from '#kernels/inpaint/complete.ts'
import { extendPicture, fillHoles } from '#kernels/inpaint/fill.ts'
import { paramsOf } from '#ops/index.ts'
import { marginsOf } from '#ops/outpaint/margins.ts'
import { readMask, readPicture, savePicture } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

const STEP = '补全画面'

function translate(thrown: unknown): never {
  if (thrown instanceof NothingToCopyError) throw new AppError('MASK_TOO_LARGE', undefined, { cause: thrown })
  throw thrown
}

/**
 * Takes what is masked out of a picture; PNG of the same size.
 * @throws AppError INPUT_MISSING, MASK_TOO_LARGE, FILE_DAMAGED, DISK_FULL
 */
export async function runInpaint(
  work: Extract<Work, { kind: 'inpaint' }>,
  report: Report,
): Promise<WorkResult> {
  report(0.02, '读取图片')
  const picture = await readPicture(work)
  const mask = await readMask(work, picture)
  if (!mask) throw new AppError('INPUT_MISSING', '还没有涂抹要消除的部分')
  try {
    const filled = fillHoles(picture, mask, (done) => report(0.05 + 0.87 * done, STEP))
    report(0.94, '保存结果')
    return await savePicture(filled, work.out)
  } catch (thrown) {
    return translate(thrown)
  }
}

/**
 * Extends a picture to its sides; PNG.
 * @throws AppError INPUT_MISSING, FILE_TOO_MANY_PIXELS when the result would be too large, FILE_DAMAGED, DISK_FULL
 */
export async function runOutpaint(
  work: Extract<Work, { kind: 'outpaint' }>,
  report: Report,
): Promise<WorkResult> {
  const params = paramsOf('outpaint').parse(work.params)
  report(0.02, '读取图片')
  const picture = await readPicture(work)
  const margins = marginsOf(params, picture.width, picture.height)
  const width = picture.width + margins.left + margins.right
  const height = picture.height + margins.top + margins.bottom
  if (width * height > LIMITS.pixels) throw new AppError('FILE_TOO_MANY_PIXELS', '扩展后的画面太大')
  try {
    const wider = extendPicture(picture, margins, (done) => report(0.05 + 0.87 * done, STEP))
    report(0.94, '保存结果')
    return await savePicture(wider, work.out)
  } catch (thrown) {
    return translate(thrown)
  }
}
