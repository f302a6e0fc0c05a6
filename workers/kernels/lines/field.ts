import type { Plane } from '#kernels/raster.ts'

/** Gradient of a plane: level-line angle and strength at each 2 × 2 block, and the strong pixels, strongest first. */
export interface LineField {
  width: number
  height: number
  /** Angle of the level line (dark on its right), radians in −π..π; `NO_ANGLE` where the gradient is weak. */
  angle: Float32Array
  /** Gradient length in the plane's unit a pixel. */
  strength: Float32Array
  /** Indices of pixels with an angle, in falling strength (binned). */
  order: Uint32Array
}

/** Stands for "no direction here"; far outside of −π..π. */
export const NO_ANGLE = -1024

const BINS = 1024

/** Indices of pixels that have an angle, strongest first: a counting sort into 1024 bins. */
function sortByStrength(strength: Float32Array, angle: Float32Array, top: number): Uint32Array {
  const starts = new Uint32Array(BINS + 1)
  const binOf = (i: number): number => BINS - 1 - Math.min(BINS - 1, ((strength[i]! / top) * BINS) | 0)
  let count = 0
  for (let i = 0; i < strength.length; i++) {
    if (angle[i] === NO_ANGLE) continue
    const bin = binOf(i) + 1
    starts[bin] = starts[bin]! + 1
    count++
  }
  for (let b = 1; b <= BINS; b++) starts[b] = starts[b]! + starts[b - 1]!
  const order = new Uint32Array(count)
  for (let i = 0; i < strength.length; i++) {
    if (angle[i] === NO_ANGLE) continue
    const bin = binOf(i)
    const at = starts[bin]!
    order[at] = i
    starts[bin] = at + 1
  }
  return order
}

/**
 * Level-line field of a brightness plane, as in section 2.2 of von Gioi et al. 2010 ("LSD: A fast line segment
 * detector with a false detection control"): 2 × 2 differences, so values belong to the corner between four pixels.
 * @param floor gradients under this have no direction
 */
export function lineField({ width, height, data }: Plane, floor: number): LineField {
  const angle = new Float32Array(width * height).fill(NO_ANGLE)
  const strength = new Float32Array(width * height)
  let top = 0
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const i = y * width + x
      const falling = data[i + width + 1]! - data[i]!
      const rising = data[i + 1]! - data[i + width]!
      const gx = 0.5 * (falling + rising)
      const gy = 0.5 * (falling - rising)
      const size = Math.sqrt(gx * gx + gy * gy)
      strength[i] = size
      if (size <= floor) continue
      angle[i] = Math.atan2(gx, -gy)
      if (size > top) top = size
    }
  }
  return { width, height, angle, strength, order: sortByStrength(strength, angle, top || 1) }
}

/** Angle between two directions, 0..π. */
export function angleBetween(a: number, b: number): number {
  const d = Math.abs(a - b) % (2 * Math.PI)
  return d > Math.PI ? 2 * Math.PI - d : d
}
