import { readFile } from 'node:fs/promises'
import { analyse } from '#kernels/grade/analyse.ts'
import { applyGrade } from '#kernels/grade/apply.ts'
import { parseCube } from '#kernels/grade/cube.ts'
import { paramsOf } from '#ops/index.ts'
import { readPicture, savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

/**
 * Carries out the one-click work on a photograph; smaller than the source where verticals were set upright, and in
 * the source's encoding.
 * @throws AppError INPUT_MISSING, LUT_INVALID, FILE_DAMAGED, DISK_FULL
 */
export async function runGrade(work: Extract<Work, { kind: 'grade' }>, report: Report): Promise<WorkResult> {
  const { lutStrength: strength, ...settings } = paramsOf('grade').parse(work.params)
  report(0.02, '读取图片')
  const lut = work.inputs.find(({ role }) => role === 'lut')
  const table = lut ? { cube: parseCube(await readFile(lut.path, 'utf8')), strength } : null
  const picture = await readPicture(work)
  report(0.08, '分析光线和竖线')
  const analysis = analyse(picture)
  const graded = applyGrade(picture, analysis, settings, table, (done) =>
    report(0.2 + 0.7 * done, '调整画面'),
  )
  report(0.92, '保存结果')
  return savePictureLikeSource(graded, work, work.out)
}
