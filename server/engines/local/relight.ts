import { wordsOfNotes } from '#kernels/relight/notes.ts'
import { relight } from '#kernels/relight/relight.ts'
import { paramsOf } from '#ops/index.ts'
import { readMask, readPicture, savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

/**
 * Gives a picture another time of day, weather or season, within its mask where it has one; in the encoding of its source.
 * @throws AppError INPUT_MISSING, FILE_DAMAGED, DISK_FULL
 */
export async function runRelight(
  work: Extract<Work, { kind: 'relight' }>,
  report: Report,
): Promise<WorkResult> {
  const params = paramsOf('relight').parse(work.params)
  report(0.02, '读取图片')
  const picture = await readPicture(work)
  const mask = await readMask(work, picture)
  const made = relight(picture, mask, params, (done) => report(0.05 + 0.85 * done, '转换氛围'))
  report(0.92, '保存结果')
  const saved = await savePictureLikeSource(made.picture, work, work.out)
  const note = wordsOfNotes(made.notes)
  return note ? { ...saved, note } : saved
}
