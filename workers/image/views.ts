import type { ViewRange } from '#contracts/views.ts'
import { viewRangeIn } from '#kernels/views/make-views.ts'
import type { ParamsOf } from '#ops/index.ts'
import { asSeen } from '#ops/transparency.ts'
import { decodeSmaller } from './decode.ts'

/** Longer side that the range is judged at, px: nothing more is seen in larger ones. */
const RANGE_SIDE = 1024

/** How far a camera may go from a picture's place; null where no view but its own holds. */
export async function viewRange(file: Blob, params: ParamsOf<'views'>): Promise<ViewRange | null> {
  return viewRangeIn(asSeen('views', 'image', (await decodeSmaller(file, RANGE_SIDE)).raster), params)
}
