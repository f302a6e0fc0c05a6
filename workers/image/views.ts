import type { ViewRange } from '#contracts/views.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import { viewRangeIn } from '#kernels/views/make-views.ts'
import type { ParamsOf } from '#ops/index.ts'
import { asSeen } from '#ops/transparency.ts'
import { decodeSmaller } from './decode.ts'
import { type Networks, openNetworks } from './networks.ts'

/** Longer side that the range is judged at, px: nothing more is seen in larger ones. */
const RANGE_SIDE = 1024

/** How far a camera may go from a picture's place; null where no view but its own holds. */
export async function viewRange(
  file: Blob,
  params: ParamsOf<'views'>,
  networks: Networks,
): Promise<ViewRange | null> {
  const image = asSeen('views', 'image', (await decodeSmaller(file, RANGE_SIDE)).raster)
  return viewRangeIn({ image, segment: keptSegmenter(openNetworks(networks, ['seeing'])) }, params)
}
