import type { Plane } from '#kernels/raster.ts'

/** Gradient of a plane at each 2 × 2 block: direction of its level line, and strength. */
export interface LineField {
  width: number
  height: number
  /** Unit vector along the level line, dark on its right; both 0 where the gradient is weak. */
  dx: Float32Array
  dy: Float32Array
  /** Gradient length in the plane's unit a pixel. */
  strength: Float32Array
  /** Up to which strength there is no direction, and the largest strength. */
  floor: number
  top: number
}

const BINS = 1024

/**
 * Level-line field of a brightness plane, as in section 2.2 of von Gioi et al. 2010 ("LSD: A fast line segment
 * detector with a false detection control"): 2 × 2 differences, so values belong to the corner between four pixels.
 * @param floor gradients up to this have no direction
 */
export function lineField({ width, height, data }: Plane, floor: number): LineField {
  const [dx, dy] = [new Float32Array(width * height), new Float32Array(width * height)]
  const strength = new Float32Array(width * height)
  let top = 0
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0, i = y * width; x < width - 1; x++, i++) {
      const falling = data[i + width + 1]! - data[i]!
      const rising = data[i + 1]! - data[i + width]!
      const gx = 0.5 * (falling + rising)
      const gy = 0.5 * (falling - rising)
      const size = Math.sqrt(gx * gx + gy * gy)
      strength[i] = size
      // Strengths are kept as single floats, and compared as such.
      if (strength[i]! <= floor) continue
      dx[i] = -gy / size
      dy[i] = gx / size
      if (size > top) top = size
    }
  }
  return { width, height, dx, dy, strength, floor, top }
}

/** Indices of the pixels that have a direction, strongest first: a counting sort into 1024 bins. */
export function byStrength({ strength, floor, top }: LineField): Uint32Array {
  const starts = new Uint32Array(BINS + 1)
  const bins = new Uint16Array(strength.length)
  const scale = BINS / (top || 1)
  let count = 0
  for (let i = 0; i < strength.length; i++) {
    if (strength[i]! <= floor) continue
    const bin = BINS - 1 - Math.min(BINS - 1, (strength[i]! * scale) | 0)
    bins[i] = bin
    starts[bin + 1] = starts[bin + 1]! + 1
    count++
  }
  for (let b = 1; b <= BINS; b++) starts[b] = starts[b]! + starts[b - 1]!
  const order = new Uint32Array(count)
  for (let i = 0; i < strength.length; i++) {
    if (strength[i]! <= floor) continue
    const bin = bins[i]!
    const at = starts[bin]!
    order[at] = i
    starts[bin] = at + 1
  }
  return order
}
