import { AMBIENCE_SIDE } from '#kernels/composite/compose.ts'
import { cutByMask, isCutOut } from '#kernels/composite/cut.ts'
import type { Raster } from '#kernels/raster.ts'
import { paramsOf } from '../index.ts'
import { readNeeded } from '../inputs.ts'
import { cutOut } from '../matting/cut-out.ts'
import type { Platform, Report } from '../platform.ts'

/** How a picture's subject is found. */
export type SubjectFrom = 'cut' | 'mask' | 'alpha' | 'network'

/** By what was cut out before, by the mask that was painted, by the picture's own transparency, or by the network. */
export async function subjectFrom(io: Platform): Promise<SubjectFrom> {
  if (await io.size('cut')) return 'cut'
  if (await io.size('mask')) return 'mask'
  const { raster } = await readNeeded(io, 'image', { maxSide: AMBIENCE_SIDE })
  return isCutOut(raster) ? 'alpha' : 'network'
}

/**
 * A picture cut out: transparent around its subject.
 * @throws AppError NO_SUBJECT, INPUT_MISSING, and what decoding throws
 */
export async function cutSubject(io: Platform, from: SubjectFrom, report: Report): Promise<Raster> {
  const { raster } = await readNeeded(io, from === 'cut' ? 'cut' : 'image')
  const mask = from === 'mask' && (await io.mask(raster))
  if (mask) cutByMask(raster, mask)
  else if (from === 'network') {
    const params = paramsOf('matting').parse({})
    await cutOut(raster, { io, params, painted: null, report: (done, step) => report(0.7 * done, step) })
  }
  return raster
}
