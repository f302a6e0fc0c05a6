import { random } from '#tests/support/line-pictures.ts'

const SIDE = 7
const LENGTH = 3 * SIDE * SIDE
const DIRECTIONS = 96

/** Directions of unit length among patches, the same in every run. */
function directions(): Float64Array[] {
  const next = random(11)
  return Array.from({ length: DIRECTIONS }, () => {
    const way = Float64Array.from(
      { length: LENGTH },
      () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    )
    const length = Math.hypot(...way)
    return way.map((value) => value / length)
  })
}

const WAYS = directions()

/** Every patch of a picture along one direction, from the least up. */
function projected(rgb: Uint8Array, width: number, height: number, way: Float64Array): Float64Array {
  const across = width - SIDE + 1
  const out = new Float64Array(across * (height - SIDE + 1))
  for (let n = 0; n < out.length; n++) {
    const start = Math.floor(n / across) * width + (n % across)
    let sum = 0
    for (let dy = 0, t = 0; dy < SIDE; dy++) {
      for (let i = 3 * (start + dy * width), end = i + 3 * SIDE; i < end; i++) sum += way[t++]! * rgb[i]!
    }
    out[n] = sum
  }
  return out.sort()
}

/**
 * Sliced Wasserstein distance (Rabin, Peyré, Delon and Bernot, 2011; second order) between the 7 × 7 patches of
 * two RGB pictures of equal size, in 8-bit steps: how far one's stock of patches is from the other's, wherever
 * in the picture each of them lies.
 */
export function slicedDistance(a: Uint8Array, b: Uint8Array, width: number, height: number): number {
  let sum = 0
  let count = 0
  for (const way of WAYS) {
    const [p, q] = [projected(a, width, height, way), projected(b, width, height, way)]
    for (let i = 0; i < p.length; i++) sum += (p[i]! - q[i]!) ** 2
    count += p.length
  }
  return Math.sqrt(sum / count)
}
