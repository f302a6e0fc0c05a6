import { AppError } from '#contracts/errors.ts'
import { emptyRoom, NothingToClearError, SHELL_MATERIALS } from '#kernels/clearroom/empty-room.ts'
import { NothingToCopyError } from '#kernels/inpaint/complete.ts'
import { paramsOf } from '#ops/index.ts'
import { openLibraryMaterials } from './material.ts'
import { readMask, readPicture, savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

/**
 * Empties a room, by mask or by itself; in the encoding of its source.
 * @throws AppError INPUT_MISSING, NOTHING_TO_CLEAR, MASK_TOO_LARGE, FILE_DAMAGED, DISK_FULL
 */
export async function runClearRoom(
  work: Extract<Work, { kind: 'clearroom' }>,
  report: Report,
): Promise<WorkResult> {
  const { keepFinish } = paramsOf('clearroom').parse(work.params)
  report(0.02, '读取图片')
  const picture = await readPicture(work)
  const mask = await readMask(work, picture)
  const materials = await openLibraryMaterials(keepFinish ? [] : SHELL_MATERIALS)
  try {
    const made = emptyRoom(picture, { mask, keepFinish, materials, report })
    report(0.94, '保存结果')
    return { ...(await savePictureLikeSource(made.picture, work, work.out)), note: made.note }
  } catch (thrown) {
    if (thrown instanceof NothingToClearError)
      throw new AppError('NOTHING_TO_CLEAR', undefined, { cause: thrown })
    if (thrown instanceof NothingToCopyError)
      throw new AppError('MASK_TOO_LARGE', undefined, { cause: thrown })
    throw thrown
  }
}
