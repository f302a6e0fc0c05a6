/**
 * Blending that keeps contrast: values are turned into a Gaussian distribution, mixed with weights whose squares
 * sum to one, and turned back, so that the mix has the histogram of the source (E. Heitz, F. Neyret:
 * High-Performance By-Example Noise using a Histogram-Preserving Blending Operator, 2018).
 */

const LEVELS = 256
const STEPS = 1024
/** Gaussian values are tabled within ± this many standard deviations. */
const SPAN = 3.5

/** Inverse of the normal distribution (P. Acklam's rational approximation, error under 1e-4 in this range). */
function quantile(p: number): number {
  const low = 0.02425
  if (p < low || p > 1 - low) {
    const q = Math.sqrt(-2 * Math.log(p < low ? p : 1 - p))
    const top =
      ((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) *
        q +
        4.374664141464968) *
        q +
      2.938163982698783
    const bottom =
      (((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) *
        q +
      1
    return p < low ? top / bottom : -top / bottom
  }
  const q = p - 0.5
  const r = q * q
  const top =
    (((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
      2.506628277459239) *
    q
  const bottom =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1
  return top / bottom
}

/** Tables of one channel between its values and Gaussian ones. */
export interface Gaussian {
  /** Of each value 0..255. */
  readonly forward: Float32Array
  /** Value 0..255 of each of 1024 steps from −3.5 to 3.5. */
  readonly back: Float32Array
}

/** Tables of a channel: `values` 0..255, `stride` apart from `from` on. */
export function gaussianOf(values: ArrayLike<number>, from: number, stride: number): Gaussian {
  const counts = new Float64Array(LEVELS)
  let total = 0
  for (let i = from; i < values.length; i += stride) {
    const level = Math.min(LEVELS - 1, Math.max(0, Math.round(values[i]!)))
    counts[level] = counts[level]! + 1
    total++
  }
  const forward = new Float32Array(LEVELS)
  const back = new Float32Array(STEPS)
  let below = 0
  for (let v = 0; v < LEVELS; v++) {
    const middle = (below + counts[v]! / 2) / Math.max(1, total)
    forward[v] = quantile(Math.min(1 - 1e-4, Math.max(1e-4, middle)))
    below += counts[v]!
  }
  let v = 0
  for (let k = 0; k < STEPS; k++) {
    const wanted = ((k + 0.5) / STEPS - 0.5) * 2 * SPAN
    while (v < LEVELS - 1 && forward[v + 1]! <= wanted) v++
    const next = Math.min(LEVELS - 1, v + 1)
    const gap = forward[next]! - forward[v]!
    back[k] = v + (gap > 0 ? Math.min(1, Math.max(0, (wanted - forward[v]!) / gap)) : 0)
  }
  return { forward, back }
}

function toGaussian({ forward }: Gaussian, value: number): number {
  const clamped = Math.min(LEVELS - 1, Math.max(0, value))
  const below = Math.floor(clamped)
  const next = Math.min(LEVELS - 1, below + 1)
  return forward[below]! + (forward[next]! - forward[below]!) * (clamped - below)
}

/** Mixes two values 0..255 of a channel; `share` 0..1 of the second. */
export function mixKeeping(tables: Gaussian, a: number, b: number, share: number): number {
  if (share <= 0) return a
  if (share >= 1) return b
  const mixed =
    ((1 - share) * toGaussian(tables, a) + share * toGaussian(tables, b)) / Math.hypot(1 - share, share)
  const step = Math.round(((mixed / SPAN) * 0.5 + 0.5) * STEPS - 0.5)
  return tables.back[Math.min(STEPS - 1, Math.max(0, step))]!
}
