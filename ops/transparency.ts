import { flatten, spreadColours } from '#kernels/alpha.ts'
import type { Raster } from '#kernels/raster.ts'
import { OPS, type OpId } from './index.ts'
import type { GivenRole } from './platform.ts'

/**
 * A picture as an operation sees it: over white where its result has no transparency, else with the colours of what is
 * visible carried on under what is not. What lies hidden under transparent pixels is never seen, nor drawn on.
 */
export function asSeen(op: OpId, role: GivenRole, raster: Raster): Raster {
  const { transparency = 'none' } = OPS[op]
  if (transparency === 'own') return raster
  return transparency === 'kept' && role === 'image' ? spreadColours(raster) : flatten(raster)
}
