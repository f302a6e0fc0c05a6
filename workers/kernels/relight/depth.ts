import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Plane } from '#kernels/raster.ts'
import { toLinear } from '#kernels/srgb.ts'
import { type Copy, greenness, planeOf } from './copy.ts'
import type { Sky } from './sky.ts'

/** Row of the top of what stands in each column, 0..1, smoothed over neighbours. */
function skyline({ width, height }: Copy, { cover, horizon }: Sky): Float32Array {
  const tops = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    let top = height
    for (let y = 0; y < height; y++) {
      if (cover.data[y * width + x]! < 0.5) {
        top = y
        break
      }
    }
    tops[x] = Math.min(horizon, top / height)
  }
  boxBlur(tops, width, 1, Math.max(1, Math.round(0.02 * width)), new Float32Array(width))
  return tops
}

/**
 * Guesses how far away things are, 0 (near) to 1 (at the horizon). The ground comes nearer towards the lower
 * border; what stands on it is the nearer the higher it reaches above the horizon. Without a sky all is near.
 */
export function guessDepth(copy: Copy, sky: Sky, horizon: number): Plane {
  const depth = planeOf(copy)
  const { width, height } = copy
  if (sky.part === 0) {
    depth.data.fill(0.2)
    return depth
  }
  const tops = skyline(copy, sky)
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height
    const ground = v <= horizon ? 1 : (0.06 / (0.06 + v - horizon)) ** 0.8
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const above = Math.max(0, horizon - tops[x]!)
      const standing = 0.08 / (0.08 + above)
      const lawn =
        v > horizon && greenness(toLinear(copy.r[i]!), toLinear(copy.g[i]!), toLinear(copy.b[i]!)) > 0.3
      const nearer = Math.min(ground, 0.12 + 0.88 * standing)
      depth.data[i] = lawn ? 0.55 * ground + 0.45 * nearer : nearer
    }
  }
  boxBlur(depth.data, width, height, Math.round(0.012 * width), new Float32Array(depth.data.length))
  return depth
}
