import { WEIGHT_BITS } from './program.ts'

/** Taps of every output pixel along one axis: `count` weights each, the first at source pixel `starts[i]`. */
export interface Taps {
  count: number
  starts: Int32Array
  /** In units of 1 / 2^14, the sum of each pixel's exactly 2^14. */
  weights: Int16Array
}

const LOBES = 3

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** The windowed sinc of C. E. Duchon, "Lanczos filtering in one and two dimensions", 1979, with three lobes. */
export function lanczos3(x: number): number {
  return Math.abs(x) >= LOBES ? 0 : sinc(x) * sinc(x / LOBES)
}

/** Rounds so that the sum is exactly one: what rounding left over goes to the largest weight. */
function quantise(real: Float64Array, sum: number, out: Int16Array): void {
  const one = 1 << WEIGHT_BITS
  let rest = one
  let largest = 0
  for (let i = 0; i < real.length; i++) {
    const value = Math.round(((real[i] ?? 0) / sum) * one)
    out[i] = value
    rest -= value
    if ((real[i] ?? 0) > (real[largest] ?? 0)) largest = i
  }
  out[largest] = (out[largest] ?? 0) + rest
}

/**
 * Lanczos3 taps from `from` to `to` pixels; shrinking widens the filter by the factor.
 * @param unit the number of taps is rounded up to a multiple of this, with weights of 0
 */
export function makeTaps(from: number, to: number, unit: number): Taps {
  const scale = from / to
  const widen = Math.max(1, scale)
  const span = Math.min(from, Math.ceil(2 * LOBES * widen) + 1)
  const count = Math.ceil(span / unit) * unit
  const starts = new Int32Array(to)
  const weights = new Int16Array(to * count)
  const real = new Float64Array(span)
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * scale - 0.5
    const start = Math.min(Math.max(0, Math.ceil(centre - LOBES * widen)), from - span)
    let sum = 0
    for (let t = 0; t < span; t++) {
      const weight = lanczos3((start + t - centre) / widen)
      real[t] = weight
      sum += weight
    }
    starts[i] = start
    quantise(real, sum, weights.subarray(i * count, i * count + span))
  }
  return { count, starts, weights }
}
