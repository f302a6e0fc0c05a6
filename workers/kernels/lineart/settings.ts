import type { Lab } from './lab.ts'
import { quantile } from './solid-blacks.ts'

/** Numbers that the strokes are found with, from the tool's parameters and the picture's contrast and noise. */
export interface LineSettings {
  /** 0..1 as the user set it. */
  detail: number
  /** How many times fainter than in a picture of full contrast an edge may be, 1 and up. */
  gain: number
  /** Noise of the lightness in L units. */
  noise: number
  /** Weakest response, in ΔE, that a sharp line may fade to; it must reach twice this somewhere. */
  low: number
  /** The same for soft edges, looked for at half and a quarter of the size, where there is less noise. */
  softLow: number
  /** Whether the picture is a model without materials: all that it shows is shape. */
  model: boolean
}

/** Lightness range of a well exposed photograph, and the most that a flatter picture is helped. */
const FULL_RANGE = 78
const MOST_GAIN = 3.6

/**
 * How much fainter the edges of this picture are than usual, 1 to 3.6: a clay model or a foggy photograph uses a
 * part of the lightness range only. Strong colours count as range as well.
 */
export function contrastGain(lab: Lab): number {
  let range = quantile(lab.l, 0.995) - quantile(lab.l, 0.005)
  if (lab.coloured) {
    const shifted = new Float32Array(lab.l.length)
    for (const plane of [lab.a, lab.b]) {
      for (let i = 0; i < shifted.length; i++) shifted[i] = plane[i]! * 0.5 + 50
      range = Math.max(range, 1.4 * (quantile(shifted, 0.995) - quantile(shifted, 0.005)))
    }
  }
  return Math.min(MOST_GAIN, Math.max(1, FULL_RANGE / Math.max(range, 1)))
}

/** Thresholds for a detail setting 0..1, a noise level in L units and a contrast gain. */
export function lineSettings(detail: number, noise: number, gain: number, model: boolean): LineSettings {
  const soft = 1 - detail
  const sharp = (0.1 + 0.42 * soft ** 1.5) / gain
  const blurred = (0.05 + 0.6 * soft ** 1.2) / gain
  return {
    detail,
    gain,
    noise,
    model,
    low: Math.max(sharp, 0.35 * noise),
    softLow: Math.max(blurred, 0.25 * noise),
  }
}
