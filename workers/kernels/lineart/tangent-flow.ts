import type { Lab } from './lab.ts'
import { gaussianBlur } from './smooth.ts'

/** Direction field of the picture's edges at the working size. */
export interface Flow {
  width: number
  height: number
  /** Unit vector along the local edge; its sign is arbitrary. */
  tx: Float32Array
  ty: Float32Array
  /** Smoothed gradient magnitude in ΔE per pixel; says where there is anything to draw. */
  energy: Float32Array
}

/** Weight of squared chroma differences against squared lightness differences. */
export const CHROMA_WEIGHT = 0.45

/** Adds one channel's gradient products (Scharr 3×3, unit gain) to the tensor's planes xx, xy, yy. */
function addChannel(
  channel: Float32Array,
  width: number,
  height: number,
  weight: number,
  [xx, xy, yy]: readonly [Float32Array, Float32Array, Float32Array],
): void {
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - 1) * width
    const mid = y * width
    const down = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < width; x++) {
      const l = x > 0 ? x - 1 : 0
      const r = x < width - 1 ? x + 1 : x
      const ul = channel[up + l]!
      const ur = channel[up + r]!
      const dl = channel[down + l]!
      const dr = channel[down + r]!
      const gx = (3 * (ur - ul + dr - dl) + 10 * (channel[mid + r]! - channel[mid + l]!)) / 32
      const gy = (3 * (dl - ul + dr - ur) + 10 * (channel[down + x]! - channel[up + x]!)) / 32
      const i = mid + x
      xx[i] = xx[i]! + weight * gx * gx
      xy[i] = xy[i]! + weight * gx * gy
      yy[i] = yy[i]! + weight * gy * gy
    }
  }
}

/**
 * Edge tangent flow from the smoothed colour structure tensor (Di Zenzo 1986 for colour; Brox et al. 2006 and
 * Kyprianidis & Döllner 2008 for the smoothing that stands in for the iterated filter of Kang, Lee, Chui 2007).
 * `sigma` in working pixels sets how far a strong edge rules its neighbourhood.
 */
export function tangentFlow(lab: Lab, sigma: number): Flow {
  const { width, height } = lab
  const count = width * height
  const xx = new Float32Array(count)
  const xy = new Float32Array(count)
  const yy = new Float32Array(count)
  addChannel(lab.l, width, height, 1, [xx, xy, yy])
  if (lab.coloured) {
    addChannel(lab.a, width, height, CHROMA_WEIGHT, [xx, xy, yy])
    addChannel(lab.b, width, height, CHROMA_WEIGHT, [xx, xy, yy])
  }
  const energy = new Float32Array(count)
  for (const plane of [xx, xy, yy]) gaussianBlur(plane, width, height, sigma, energy)
  for (let i = 0; i < count; i++) {
    const e = xx[i]!
    const f = xy[i]!
    const g = yy[i]!
    const spread = Math.sqrt((e - g) * (e - g) + 4 * f * f)
    energy[i] = Math.sqrt((e + g + spread) / 2)
    // Eigenvector of the smaller eigenvalue; of the two algebraic forms take the better conditioned.
    let tx = e >= g ? -2 * f : g - e + spread
    let ty = e >= g ? e - g + spread : -2 * f
    const length = Math.hypot(tx, ty)
    if (length < 1e-9) {
      tx = 0
      ty = 1
    } else {
      tx /= length
      ty /= length
    }
    xx[i] = tx
    yy[i] = ty
  }
  return { width, height, tx: xx, ty: yy, energy }
}
