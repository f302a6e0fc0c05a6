import { editPicture } from '#kernels/render/edit.ts'
import { maskNeeded } from '../inputs.ts'
import type { Run } from '../platform.ts'
import { readPictures } from '../render/read-pictures.ts'

/**
 * Renders what is masked of a picture; at most MOST_SIDE px in the longer side.
 * @throws AppError NOTHING_WANTED
 */
export const run: Run<'edit'> = async ({ io, params, report }) => {
  report(0.02, '读取图片')
  const { noted, ...pictures } = await readPictures(io)
  const mask = await maskNeeded(io, pictures.image, '还没有涂抹要重绘的部分')
  const made = await editPicture({ ...pictures, mask }, params, report)
  report(0.94, '保存结果')
  return { pictures: [await io.encodeLike(made.picture)], note: noted(made.note) }
}
