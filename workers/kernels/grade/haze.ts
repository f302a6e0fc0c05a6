import { type GuidedMap, guidedMap } from '#kernels/guided.ts'
import { percentiles, ramp } from './tones.ts'

/** Encoded planes 0..1. */
export interface Encoded {
  width: number
  height: number
  r: Float32Array
  g: Float32Array
  b: Float32Array
  luma: Float32Array
}

/** Haze of a picture: the light it adds and how much of the scene comes through. */
export interface Haze {
  /** Encoded colour of the haze. */
  air: readonly [number, number, number]
  /** Share of the scene that comes through, by the picture's luma. */
  through: GuidedMap
  /** How sure it is that there is haze at all, 0..1. */
  evidence: number
}

/** Patch and window of the filters, in px of the small copy. */
const PATCH = 6
const WINDOW = 20

/** Least that may come through: what is behind more haze is noise and the steps of 8-bit values. */
const MOST_LIFT = 0.4

/**
 * Smallest of `span` values `step` apart, beginning at each index, in place: windows are doubled, so that any span
 * takes some log₂ span passes. The last span − 1 steps are left with what they have.
 */
function slideLowest(plane: Float32Array, count: number, step: number, span: number): void {
  const widen = (by: number) => {
    const end = count - by * step
    for (let i = 0; i < end; i++) {
      const v = plane[i + by * step]!
      if (v < plane[i]!) plane[i] = v
    }
  }
  let done = 1
  for (; done * 2 <= span; done *= 2) widen(done)
  if (done < span) widen(span - done)
}

/** Smallest value in a (2r+1)² window, in two passes over a plane with a rim that is never smallest. */
function lowest(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const wide = width + 2 * radius
  const padded = new Float32Array(wide * (height + 2 * radius)).fill(Number.POSITIVE_INFINITY)
  for (let y = 0; y < height; y++) {
    padded.set(plane.subarray(y * width, (y + 1) * width), (y + radius) * wide + radius)
  }
  slideLowest(padded, padded.length, 1, 2 * radius + 1)
  slideLowest(padded, padded.length, wide, 2 * radius + 1)
  const out = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) out.set(padded.subarray(y * wide, y * wide + width), y * width)
  return out
}

/** Mean colour of the thousandth of the pixels with the lightest dark channel, neutral enough to be air. */
function airLight({ r, g, b }: Encoded, dark: Float32Array): [number, number, number] {
  const [limit] = percentiles(dark, [0.999])
  const air: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let i = 0; i < dark.length; i++) {
    if (dark[i]! < limit! - 1e-3) continue
    air[0] += r[i]!
    air[1] += g[i]!
    air[2] += b[i]!
    count++
  }
  const high = Math.max(0.5, ...air.map((v) => v / count))
  return air.map((v) => Math.max(0.85 * high, v / count)) as [number, number, number]
}

/** Dark channel prior (He, Sun, Tang 2009 and 2011), refined by the guided filter, on a small encoded copy. */
export function findHaze(small: Encoded): Haze {
  const { width, height, r, g, b, luma } = small
  const least = new Float32Array(luma.length)
  for (let i = 0; i < least.length; i++) least[i] = Math.min(r[i]!, g[i]!, b[i]!)
  const dark = lowest(least, width, height, PATCH)
  const air = airLight(small, dark)
  for (let i = 0; i < least.length; i++) {
    least[i] = Math.min(r[i]! / air[0], g[i]! / air[1], b[i]! / air[2], 1)
  }
  const through = lowest(least, width, height, PATCH)
  for (let i = 0; i < through.length; i++) through[i] = 1 - through[i]!
  const [veil] = percentiles(dark, [0.08])
  return {
    air,
    through: guidedMap(luma, through, width, height, WINDOW, 0.03),
    evidence: ramp(veil!, 0.17, 0.36),
  }
}

/** How haze is changed: above 0 the share that is taken away, below 0 the share that is added. */
export function hazeAmount(evidence: number, wanted: number, slider: number): number {
  return Math.min(0.95, Math.max(-0.8, wanted * evidence + slider * 0.008))
}

/** Factor of a colour's distance from the air, from the share that comes through and the amount. */
export function hazeFactor(through: number, amount: number): number {
  const t = through < 0 ? 0 : through > 1 ? 1 : through
  if (amount < 0) return 1 + amount * (0.2 + 0.65 * (1 - t))
  const left = 1 - amount * (1 - t)
  return 1 / (left < MOST_LIFT ? MOST_LIFT : left)
}
