import type { Plane } from '#kernels/raster.ts'
import type { Copy } from './copy.ts'
import type { Sky } from './sky.ts'

/** Thickness of the snow on roofs, as a part of the height. */
const CAP = 0.011

/** Top edges: what has open sky right above it, thick at the edge and thinning out below. */
function addCaps(out: Plane, { width, height }: Copy, { cover, part }: Sky): void {
  if (part === 0) return
  const thick = Math.max(2, CAP * height)
  for (let x = 0; x < width; x++) {
    let below = thick
    for (let y = 0; y < height; y++) {
      const i = y * width + x
      below = cover.data[i]! > 0.6 ? 0 : below + 1
      if (cover.data[i]! <= 0.6 && below < thick)
        out.data[i] = Math.max(out.data[i]!, 1 - (below / thick) ** 2)
    }
  }
}

/**
 * Where snow comes to lie: on the ground and on roofs, and on all top edges against the sky.
 * @param flat 0..1, 1 where the copy shows ground or a roof
 */
export function settleSnow(copy: Copy, sky: Sky, flat: Plane): Plane {
  const out = { ...flat, data: flat.data.slice() }
  addCaps(out, copy, sky)
  return out
}
