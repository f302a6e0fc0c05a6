/** Numbers that the strokes are found with, from the tool's parameters and the picture's noise. */
export interface LineSettings {
  /** 0..1 as the user set it. */
  detail: number
  /** Weakest response, in ΔE, that a sharp line may fade to; it must reach twice this somewhere. */
  low: number
  /** The same for soft edges, looked for at half and a quarter of the size, where there is less noise. */
  softLow: number
}

/** Thresholds for a detail setting 0..1 and a noise level in L units. */
export function lineSettings(detail: number, noise: number): LineSettings {
  const soft = 1 - detail
  const base = 0.1 + 0.42 * soft ** 1.5
  return {
    detail,
    low: Math.max(base, 0.35 * noise),
    softLow: Math.max(0.05 + 0.6 * soft ** 1.2, 0.25 * noise),
  }
}
