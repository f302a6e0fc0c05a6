import { expect, it } from 'vitest'
import { PROGRAM } from '#kernels/raster/program.ts'
import { resamplerProgram } from '#studio/resampler.ts'

it('the program of the resampler is the one that is shipped', () => {
  expect(PROGRAM).toEqual(resamplerProgram())
})
