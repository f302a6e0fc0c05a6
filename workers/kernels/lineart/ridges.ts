import type { Flow } from './tangent-flow.ts'

/** Crests of the line response, at most about one a pixel; parallel arrays, positions in working pixels. */
export interface Ridges {
  count: number
  /** Index into the lists below for each working pixel, -1 where there is no crest. */
  at: Int32Array
  x: Float32Array
  y: Float32Array
  /** Response at the crest in ΔE, positive. */
  strength: Float32Array
}

/** How far the line is moved from the middle of the dark lobe towards a one-sided edge, in sigmas. */
const EDGE_PULL = 0.75

/** Reads `plane` at a real position by bilinear interpolation, borders repeated. */
export function sample(plane: Float32Array, width: number, height: number, x: number, y: number): number {
  const cx = x < 0 ? 0 : x > width - 1 ? width - 1 : x
  const cy = y < 0 ? 0 : y > height - 1 ? height - 1 : y
  const ix = cx | 0
  const iy = cy | 0
  const fx = cx - ix
  const fy = cy - iy
  const p = iy * width + ix
  const q = fx > 0 ? 1 : 0
  const r = fy > 0 ? width : 0
  const top = plane[p]! + fx * (plane[p + q]! - plane[p]!)
  const low = plane[p + r]! + fx * (plane[p + r + q]! - plane[p + r]!)
  return top + fy * (low - top)
}

/**
 * Centre lines of the dark lobes of a flow DoG: non-maximum suppression across the flow with a parabola through
 * three samples for the sub-pixel position (Canny 1986; Steger 1998, "An unbiased detector of curvilinear
 * structures"). A lobe with light on one side only is a step edge, and is moved to lie on that edge; a thin dark
 * line, light on both sides, stays. `response` is negative on lines; crests weaker than `threshold` ΔE are dropped.
 */
export function findRidges(response: Float32Array, flow: Flow, sigma: number, threshold: number): Ridges {
  const { width, height, tx, ty } = flow
  const at = new Int32Array(width * height).fill(-1)
  const x: number[] = []
  const y: number[] = []
  const strength: number[] = []
  for (let py = 0; py < height; py++) {
    for (let px = 0; px < width; px++) {
      const i = py * width + px
      const here = -response[i]!
      if (here < threshold) continue
      const nx = -ty[i]!
      const ny = tx[i]!
      const before = -sample(response, width, height, px - nx, py - ny)
      const after = -sample(response, width, height, px + nx, py + ny)
      if (here < before || here <= after) continue
      const bend = before - 2 * here + after
      let shift = bend < -1e-6 ? (0.5 * (before - after)) / bend : 0
      shift = shift < -0.6 ? -0.6 : shift > 0.6 ? 0.6 : shift
      const reach = 2.6 * sigma
      const plus = Math.max(0, sample(response, width, height, px + reach * nx, py + reach * ny))
      const minus = Math.max(0, sample(response, width, height, px - reach * nx, py - reach * ny))
      if (plus + minus > 1e-3) shift += (EDGE_PULL * sigma * (plus - minus)) / (plus + minus)
      at[i] = x.length
      x.push(px + shift * nx)
      y.push(py + shift * ny)
      strength.push(here)
    }
  }
  return {
    count: x.length,
    at,
    x: Float32Array.from(x),
    y: Float32Array.from(y),
    strength: Float32Array.from(strength),
  }
}
