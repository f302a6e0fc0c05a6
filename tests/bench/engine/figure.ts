/** A measured value with the limit that it is to keep. */
export interface Figure {
  readonly value: number
  readonly atMost?: number
  readonly atLeast?: number
  readonly pass: boolean
}

/** What one op's measurement gives: figures with limits, and plain values that tell more. */
export type Figures = Record<string, Figure | number | boolean>

/** Rounded to three places, as it is printed. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** A figure that must not exceed a limit; the unrounded value decides. */
export const atMost = (value: number, limit: number): Figure => ({
  value: rounded(value),
  atMost: rounded(limit),
  pass: value <= limit,
})

/** A figure that must reach a limit; the unrounded value decides. */
export const atLeast = (value: number, limit: number): Figure => ({
  value: rounded(value),
  atLeast: rounded(limit),
  pass: value >= limit,
})
