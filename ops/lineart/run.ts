import { drawLines } from '#kernels/lineart/draw-lines.ts'
import { addVectors } from '#kernels/lineart-vector/png-note.ts'
import { readNeeded } from '../inputs.ts'
import type { Run } from '../platform.ts'

/** Longer side that lines are drawn at, px: beyond it a drawing gains no line, only time. */
const MOST_SIDE = 3000

/** Draws a picture's lines: a PNG that also holds them as vectors. */
export const run: Run<'lineart'> = async ({ io, params, report }) => {
  report(0.02, '读取图片')
  const { raster } = await readNeeded(io, 'image', { maxSide: MOST_SIDE })
  const drawn = drawLines(raster, params, (done) => report(0.05 + 0.85 * done, '描绘线条'))
  report(0.92, '保存结果')
  const png = await io.encodePng(drawn.raster)
  return { pictures: [{ ...png, bytes: addVectors(png.bytes, drawn.vectors) }], note: '' }
}
