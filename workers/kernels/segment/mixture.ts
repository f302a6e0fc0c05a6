/** A mixture of Gaussians over colours (R, G, B in 0..255). */
export interface Mixture {
  /** What a colour costs: minus the logarithm of its probability density. */
  cost(r: number, g: number, b: number): number
}

interface Gaussian {
  weight: number
  mean: [number, number, number]
  /** Inverse covariance: xx, xy, xz, yy, yz, zz. */
  inverse: [number, number, number, number, number, number]
  /** −log(weight / √det). */
  base: number
}

const PARTS = 5
const ROUNDS = 6
/** Variance added to each channel, so that a flat colour has a density; grey levels squared. */
const LEAST_VARIANCE = 12
/** Difference of costs from which on a part of the mixture does not count beside another. */
const FAINT = 12

function makeGaussian(sums: Float64Array, at: number, total: number): Gaussian | null {
  const n = sums[at] as number
  if (n < 1) return null
  const s = (i: number) => sums[at + i] as number
  const mean: [number, number, number] = [s(1) / n, s(2) / n, s(3) / n]
  const [mx, my, mz] = mean
  const xx = s(4) / n - mx * mx + LEAST_VARIANCE
  const xy = s(5) / n - mx * my
  const xz = s(6) / n - mx * mz
  const yy = s(7) / n - my * my + LEAST_VARIANCE
  const yz = s(8) / n - my * mz
  const zz = s(9) / n - mz * mz + LEAST_VARIANCE
  const det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
  if (det <= 0) return null
  const weight = n / total
  return {
    weight,
    mean,
    inverse: [
      (yy * zz - yz * yz) / det,
      (xz * yz - xy * zz) / det,
      (xy * yz - xz * yy) / det,
      (xx * zz - xz * xz) / det,
      (xy * xz - xx * yz) / det,
      (xx * yy - xy * xy) / det,
    ],
    base: -Math.log(weight) + 0.5 * Math.log(det),
  }
}

function costOf(part: Gaussian, r: number, g: number, b: number): number {
  const { mean, inverse: m } = part
  const x = r - mean[0]
  const y = g - mean[1]
  const z = b - mean[2]
  return (
    part.base +
    0.5 * (m[0] * x * x + m[3] * y * y + m[5] * z * z) +
    m[1] * x * y +
    m[2] * x * z +
    m[4] * y * z
  )
}

/** Squared distance of a colour to a mean. */
function awayFrom(mean: readonly number[], r: number, g: number, b: number): number {
  const x = r - mean[0]!
  const y = g - mean[1]!
  const z = b - mean[2]!
  return x * x + y * y + z * z
}

/** Colours spread along the list, as first centres of k-means: each the farthest from those before it. */
function firstCentres(colours: Float32Array, count: number): number[] {
  const nearest = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  const centres = [0]
  while (centres.length < Math.min(PARTS, count)) {
    const last = 3 * (centres[centres.length - 1] as number)
    let far = 0
    for (let i = 0; i < count; i++) {
      let d = 0
      for (let c = 0; c < 3; c++) d += ((colours[3 * i + c] as number) - (colours[last + c] as number)) ** 2
      if (d < (nearest[i] as number)) nearest[i] = d
      if ((nearest[i] as number) > (nearest[far] as number)) far = i
    }
    centres.push(far)
  }
  return centres
}

function sumUp(colours: Float32Array, count: number, of: Uint8Array): Float64Array {
  const sums = new Float64Array(10 * PARTS)
  for (let i = 0; i < count; i++) {
    const at = 10 * of[i]!
    sums[at] = sums[at]! + 1
    for (let c = 0, t = at + 4; c < 3; c++) {
      const value = colours[3 * i + c]!
      sums[at + 1 + c] = sums[at + 1 + c]! + value
      for (let d = c; d < 3; d++, t++) sums[t] = sums[t]! + value * colours[3 * i + d]!
    }
  }
  return sums
}

/**
 * Fits a mixture of five Gaussians to colours, by k-means and then hard assignment, as GrabCut does.
 * @param colours 3 values a colour, at least one colour
 */
export function fitMixture(colours: Float32Array): Mixture {
  const count = colours.length / 3
  const of = new Uint8Array(count)
  let means = firstCentres(colours, count).map((i) => [...colours.subarray(3 * i, 3 * i + 3)])
  let parts: Gaussian[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < count; i++) {
      const r = colours[3 * i]!
      const g = colours[3 * i + 1]!
      const b = colours[3 * i + 2]!
      let least = Number.POSITIVE_INFINITY
      const choices = round < ROUNDS / 2 ? means.length : parts.length
      for (let k = 0; k < choices; k++) {
        const cost = round < ROUNDS / 2 ? awayFrom(means[k]!, r, g, b) : costOf(parts[k]!, r, g, b)
        if (cost < least) {
          least = cost
          of[i] = k
        }
      }
    }
    const sums = sumUp(colours, count, of)
    parts = Array.from({ length: PARTS }, (_, k) => makeGaussian(sums, 10 * k, count)).filter(
      (p) => p !== null,
    )
    means = parts.map(({ mean }) => [...mean])
  }
  const costs = new Float64Array(parts.length)
  return {
    cost(r, g, b) {
      let least = Number.POSITIVE_INFINITY
      for (let k = 0; k < parts.length; k++) {
        const cost = costOf(parts[k] as Gaussian, r, g, b)
        costs[k] = cost
        if (cost < least) least = cost
      }
      let density = 0
      // What is far less likely than the best adds nothing that can be told.
      for (const cost of costs) if (cost - least < FAINT) density += Math.exp(least - cost)
      return least - Math.log(density)
    },
  }
}
