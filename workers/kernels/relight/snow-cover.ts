import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Plane } from '#kernels/raster.ts'
import { toLinear } from '#kernels/srgb.ts'
import { type Copy, greenness, planeOf } from './copy.ts'
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
 * Where snow comes to lie: lawns with what stands low in them, and all top edges against the sky.
 * @param horizon 0..1 of the height, below which the ground is
 */
export function settleSnow(copy: Copy, sky: Sky, horizon: number): Plane {
  const { width, height, r, g, b } = copy
  const out = planeOf(copy)
  for (let i = 0; i < out.data.length; i++)
    out.data[i] = greenness(toLinear(r[i]!), toLinear(g[i]!), toLinear(b[i]!)) > 0.25 ? 1 : 0
  boxBlur(out.data, width, height, Math.round(0.007 * width), new Float32Array(out.data.length))
  for (let i = 0; i < out.data.length; i++) {
    const below = (Math.floor(i / width) / height - horizon - 0.01) / 0.03
    out.data[i] = Math.max(0, Math.min(1, below)) * Math.max(0, Math.min(1, (out.data[i]! - 0.3) / 0.3))
  }
  addCaps(out, copy, sky)
  return out
}
