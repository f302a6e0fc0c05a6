import { analyse } from '#kernels/grade/analyse.ts'
import { applyGrade } from '#kernels/grade/apply.ts'
import { readNeeded } from '../inputs.ts'
import type { Run } from '../platform.ts'
import { readTable } from './table.ts'

/**
 * Carries out the one-click work on a photograph; smaller than the source where verticals were set upright.
 * @throws AppError LUT_INVALID
 */
export const run: Run<'grade'> = async ({ io, params, report }) => {
  const { lutStrength: strength, ...settings } = params
  report(0.02, '读取图片')
  const cube = await readTable(io)
  const { raster } = await readNeeded(io, 'image')
  report(0.08, '分析光线和竖线')
  const analysis = analyse(raster)
  const graded = applyGrade(raster, analysis, settings, cube && { cube, strength }, (done) =>
    report(0.2 + 0.7 * done, '调整画面'),
  )
  report(0.92, '保存结果')
  return { pictures: [await io.encodeLike(graded)], note: '' }
}
