import type { Plane } from '../raster.ts'
import { enlarged } from './plane-row.ts'
import { shrinkPlane } from './shrink-plane.ts'

/** A plane's values at another size: lanczos3 where both sides shrink, bilinear otherwise; its own where it has that size. */
export function scaledPlane(
  plane: Plane,
  { width, height }: { width: number; height: number },
): Float32Array {
  const { width: w, height: h, data } = plane
  if (width === w && height === h) return data
  if (width <= w && height <= h) return shrinkPlane(data, w, h, width, height)
  return enlarged(plane, width, height)
}
