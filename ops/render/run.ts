import { renderPicture } from '#kernels/render/render.ts'
import type { Run } from '../platform.ts'
import { readPictures } from './read-pictures.ts'

/**
 * Renders a clay model, a line drawing or a photograph: sees its geometry and dresses it, without moving any of it; at
 * most MOST_SIDE px in the longer side.
 */
export const run: Run<'render'> = async ({ io, params, report }) => {
  report(0.02, '读取图片')
  const { noted, ...pictures } = await readPictures(io)
  const made = await renderPicture(pictures, params, report)
  report(0.94, '保存结果')
  return { pictures: [await io.encodeLike(made.picture)], note: noted(made.note), structure: made.structure }
}
