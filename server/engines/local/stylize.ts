import { AppError } from '#contracts/errors.ts'
import { NothingMarkedError, stylize } from '#kernels/stylize/stylize.ts'
import { paramsOf } from '#ops/index.ts'
import { decodeRgba, openImage, withImageErrors } from './decode.ts'
import { readMask, readPicture, savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

/** Least side of a style picture, and the longer side to which a larger one is scaled, px. */
const [LEAST_SIDE, STYLE_SIDE] = [64, 2048]

type StylizeWork = Extract<Work, { kind: 'stylize' }>

async function readStyle({ inputs }: StylizeWork) {
  const style = inputs.find(({ role }) => role === 'style')
  if (!style) throw new AppError('INPUT_MISSING', '还没有选择参考图')
  const { autoOrient } = await withImageErrors(() => openImage(style.path).metadata())
  if (Math.min(autoOrient.width, autoOrient.height) < LEAST_SIDE)
    throw new AppError('FILE_TOO_SMALL', `参考图太小，每边至少要 ${LEAST_SIDE} 像素`)
  const factor = Math.min(1, STYLE_SIDE / Math.max(autoOrient.width, autoOrient.height))
  const { data, width, height } = await decodeRgba(
    style.path,
    factor < 1
      ? {
          width: Math.max(1, Math.round(autoOrient.width * factor)),
          height: Math.max(1, Math.round(autoOrient.height * factor)),
        }
      : undefined,
  )
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) }
}

/**
 * Gives a picture the look of another one, within its mask where it has one; in the encoding of its source.
 * @throws AppError INPUT_MISSING, FILE_TOO_SMALL, FILE_DAMAGED, DISK_FULL
 */
export async function runStylize(work: StylizeWork, report: Report): Promise<WorkResult> {
  const params = paramsOf('stylize').parse(work.params)
  report(0.02, '读取图片')
  const picture = await readPicture(work)
  const mask = await readMask(work, picture)
  const style = await readStyle(work)
  try {
    const made = stylize(picture, style, mask, params, (done) => report(0.05 + 0.87 * done, '迁移风格'))
    report(0.94, '保存结果')
    return await savePictureLikeSource(made, work, work.out)
  } catch (thrown) {
    if (thrown instanceof NothingMarkedError)
      throw new AppError('INPUT_MISSING', '涂抹的部分或参考图里没有可见的内容', { cause: thrown })
    throw thrown
  }
}
