import { AppError } from '#contracts/errors.ts'
import { editPicture } from '#kernels/render/edit.ts'
import { MOST_SIDE, REDUCED, STYLE_SIDE } from '#kernels/render/render.ts'
import { paramsOf } from '#ops/index.ts'
import { openLibraryMaterials } from './material.ts'
import { readMask, savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import { readWithin } from './render.ts'
import type { Report } from './worker.ts'

/**
 * Renders what is marked of a picture; in the encoding of its source, at most MOST_SIDE px in the
 * longer side.
 * @throws AppError INPUT_MISSING, NOTHING_WANTED, FILE_DAMAGED, FILE_TOO_MANY_PIXELS, DISK_FULL
 */
export async function runEdit(work: Extract<Work, { kind: 'edit' }>, report: Report): Promise<WorkResult> {
  const params = paramsOf('edit').parse(work.params)
  report(0.02, '读取图片')
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  const { reduced, ...image } = await readWithin(source.path, MOST_SIDE)
  const mask = await readMask(work, image)
  if (!mask) throw new AppError('INPUT_MISSING', '还没有涂抹要重绘的部分')
  const reference = work.inputs.find(({ role }) => role === 'style')
  const style = reference ? await readWithin(reference.path, STYLE_SIDE) : null
  const made = await editPicture({ image, mask, style, open: openLibraryMaterials }, params, report)
  report(0.94, '保存结果')
  const saved = await savePictureLikeSource(made.picture, work, work.out)
  return { ...saved, note: reduced ? `${made.note}；${REDUCED}` : made.note }
}
