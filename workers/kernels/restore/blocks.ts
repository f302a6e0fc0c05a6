import type { Raster } from '#kernels/raster.ts'

const PERIOD = 8
/** Every n-th line of a large picture tells as much as all of them. */
const MOST_LINES = 800
/** Steps larger than this are edges of things, 8-bit. */
const LARGEST = 30
/** Places of one phase that have to differ before it says anything. */
const LEAST_COUNT = 200
/** By how much the share of steps has to stand out, in parts of 1, and in spreads of the other phases. */
const [LEAST_SHARE, LEAST_SPREADS] = [0.03, 4]

const lightAt = (data: Uint8ClampedArray, p: number) =>
  0.2126 * data[p]! + 0.7152 * data[p + 1]! + 0.0722 * data[p + 2]!

/** What is found at each place of the period of eight. */
interface Phases {
  /** Share of places where the step to the neighbour is larger than both beside it: a third where nothing repeats. */
  shares: Float64Array
  /** Mean of the step beyond those beside it, 8-bit. */
  steps: Float64Array
}

/** @param step px from one value of a line to the next @param next px from line to line */
function phasesOf(
  data: Uint8ClampedArray,
  length: number,
  lines: number,
  step: number,
  next: number,
): Phases | null {
  const larger = new Float64Array(PERIOD)
  const sums = new Float64Array(PERIOD)
  const counts = new Float64Array(PERIOD)
  const stride = Math.max(1, Math.floor(lines / MOST_LINES))
  for (let line = 0; line < lines; line += stride) {
    const start = line * next
    let a = lightAt(data, 4 * start)
    let b = lightAt(data, 4 * (start + step))
    let c = lightAt(data, 4 * (start + 2 * step))
    for (let i = 3; i < length; i++) {
      const d = lightAt(data, 4 * (start + i * step))
      const [before, jump, after] = [Math.abs(b - a), Math.abs(c - b), Math.abs(d - c)]
      if (jump < LARGEST && before + jump + after > 0.5) {
        const phase = (i - 1) % PERIOD
        counts[phase] = counts[phase]! + 1
        sums[phase] = sums[phase]! + jump - (before + after) / 2
        if (jump > before && jump > after) larger[phase] = larger[phase]! + 1
      }
      a = b
      b = c
      c = d
    }
  }
  if (counts.some((count) => count < LEAST_COUNT)) return null
  return { shares: larger.map((n, i) => n / counts[i]!), steps: sums.map((sum, i) => sum / counts[i]!) }
}

/** Step at the borders of blocks along one direction; 0 where no phase stands out of the others. */
function stepOf(phases: Phases | null): number {
  if (!phases) return 0
  const { shares, steps } = phases
  const border = shares.indexOf(Math.max(...shares))
  const others = [...shares.keys()].filter((phase) => phase !== border)
  const mean = others.reduce((sum, phase) => sum + shares[phase]!, 0) / others.length
  const spread = Math.sqrt(
    others.reduce((sum, phase) => sum + (shares[phase]! - mean) ** 2, 0) / others.length,
  )
  const away = shares[border]! - mean
  if (away < LEAST_SHARE || away < LEAST_SPREADS * spread) return 0
  return steps[border]! - others.reduce((sum, phase) => sum + steps[phase]!, 0) / others.length
}

/**
 * Mean step at the borders of a JPEG's blocks of 8 × 8, in 8-bit steps of luma; 0 for a picture without. The blocks
 * may start anywhere, as in a crop.
 */
export function blockStep({ width, height, data }: Raster): number {
  if (width < 4 * PERIOD || height < 4 * PERIOD) return 0
  const across = stepOf(phasesOf(data, width, height, 1, width))
  const down = stepOf(phasesOf(data, height, width, width, 1))
  return Math.max(0, across, down)
}
