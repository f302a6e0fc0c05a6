import type { ModelId } from '#contracts/models.ts'
import { kindOfPicture } from '#kernels/seeing/regions-sight.ts'
import { readNeeded } from '../inputs.ts'
import type { Platform } from '../platform.ts'

/**
 * Networks of an operation that segments photographs, and reads models and drawings without.
 * @param maxSide size at which the operation looks at the picture, px
 */
export async function photoNetworks(io: Platform, maxSide?: number): Promise<readonly ModelId[]> {
  const { raster } = await readNeeded(io, 'image', maxSide ? { maxSide } : {})
  return kindOfPicture(raster) === 'photo' ? ['seeing'] : []
}
