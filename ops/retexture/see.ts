import { toAppError } from '#contracts/errors.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { seeScene } from '#kernels/seeing/see.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import type { Platform } from '../platform.ts'

/**
 * Sees what a picture shows; gives null where the network is not at hand, as planes can be found by the picture's lines.
 * @throws AppError CANCELLED
 */
export async function seeOrNot(io: Pick<Platform, 'network'>, picture: Raster): Promise<Seen | null> {
  try {
    return await seeScene(picture, { segment: keptSegmenter(io.network('seeing')) })
  } catch (thrown) {
    const failure = toAppError(thrown, 'DEVICE_FAILED')
    if (failure.errorName === 'CANCELLED') throw failure
    return null
  }
}
