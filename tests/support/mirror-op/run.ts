import { readNeeded } from '#ops/inputs.ts'
import type { Platform, Report, RunResult } from '#ops/platform.ts'
import { mirror } from './mirror.ts'

interface Job {
  io: Platform
  params: { direction: 'across' | 'down' }
  report: Report
}

export async function run({ io, params, report }: Job): Promise<RunResult> {
  report(0.1, '读取图片')
  const { raster } = await readNeeded(io, 'image')
  const made = mirror(raster, params.direction)
  return { pictures: [await io.encodeLike(made)], note: params.direction === 'across' ? '左右' : '上下' }
}
