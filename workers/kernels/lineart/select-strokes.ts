import { sample } from './ridges.ts'
import { boxBlur } from './smooth.ts'
import type { Stroke } from './trace.ts'

/** What a stroke must show to be kept; lengths in working pixels, strengths in ΔE. */
interface Selection {
  /** Shortest stroke. */
  minLength: number
  /** Length at which a stroke counts in full. */
  fullLength: number
  /** Saliency a stroke must reach. */
  threshold: number
  /** How strongly busy surroundings count against a stroke, 0 for not at all. */
  suppression: number
}

/** Arc length of a stroke in working pixels. */
export function strokeLength(stroke: Stroke): number {
  let sum = 0
  for (let k = 1; k < stroke.x.length; k++) {
    sum += Math.hypot(stroke.x[k]! - stroke.x[k - 1]!, stroke.y[k]! - stroke.y[k - 1]!)
  }
  return sum
}

/** Diagonal of a stroke's bounding box: small for the ring around a speck, however long its outline. */
function extent(stroke: Stroke): number {
  let x0 = Number.POSITIVE_INFINITY
  let x1 = Number.NEGATIVE_INFINITY
  let y0 = x0
  let y1 = x1
  for (let k = 0; k < stroke.x.length; k++) {
    x0 = Math.min(x0, stroke.x[k]!)
    x1 = Math.max(x1, stroke.x[k]!)
    y0 = Math.min(y0, stroke.y[k]!)
    y1 = Math.max(y1, stroke.y[k]!)
  }
  return Math.hypot(x1 - x0, y1 - y0)
}

/** Share of a stroke that runs straight or bends gently, 0..1: chord over arc in a sliding window of points. */
function straightness(stroke: Stroke, window: number): number {
  const count = stroke.x.length
  const span = Math.min(window, count - 1)
  if (span < 2) return 0
  let straight = 0
  let total = 0
  for (let k = 0; k + span < count; k += 2) {
    let arc = 0
    for (let m = k; m < k + span; m++) {
      arc += Math.hypot(stroke.x[m + 1]! - stroke.x[m]!, stroke.y[m + 1]! - stroke.y[m]!)
    }
    const chord = Math.hypot(stroke.x[k + span]! - stroke.x[k]!, stroke.y[k + span]! - stroke.y[k]!)
    const ratio = (chord / Math.max(arc, 1e-6) - 0.93) / 0.06
    straight += ratio < 0 ? 0 : ratio > 1 ? 1 : ratio
    total++
  }
  return straight / total
}

/** Local density of line response around each pixel, in ΔE: high in foliage, gravel and weave, low at a contour. */
export function clutter(response: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const out = new Float32Array(response.length)
  for (let i = 0; i < out.length; i++) out[i] = Math.max(0, -response[i]!)
  // Two running means of this radius are close enough to a Gaussian, at a fraction of its cost.
  const radius = Math.max(1, Math.round(1.2 * sigma))
  const spare = new Float32Array(out.length)
  boxBlur(out, width, height, radius, spare)
  boxBlur(out, width, height, radius, spare)
  return out
}

/**
 * Keeps the strokes that a draughtsman would draw. Saliency is the mean response, less that of the surroundings
 * (surround suppression of texture: Grigorescu, Petkov, Westenberg 2003, "Contour detection based on nonclassical
 * receptive field inhibition"), raised by length and straightness as in perceptual grouping (Lowe 1985), so that a
 * faint but long mullion stays and a strong but curly leaf goes.
 */
export function selectStrokes(
  strokes: readonly Stroke[],
  density: Float32Array,
  { width, height }: { width: number; height: number },
  { minLength, fullLength, threshold, suppression }: Selection,
): Stroke[] {
  return strokes.filter((stroke) => {
    const length = strokeLength(stroke)
    if (extent(stroke) < 1.2 * minLength) return false
    let sum = 0
    for (let k = 0; k < stroke.x.length; k++) {
      const busy = sample(density, width, height, stroke.x[k]!, stroke.y[k]!)
      sum += Math.max(0, stroke.strength[k]! - suppression * busy)
    }
    const mean = sum / stroke.x.length
    const reach = Math.sqrt(Math.min(1, length / fullLength))
    const shape = 0.45 + 0.75 * straightness(stroke, Math.round(fullLength / 3))
    return mean * reach * shape >= threshold
  })
}
