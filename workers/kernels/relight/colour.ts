/** R, G, B in linear light. */
export type Colour = [number, number, number]

/** Luma of linear light. */
export function lumaOf([r, g, b]: readonly [number, number, number]): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** 0 up to `low`, 1 from `high`, smooth between. */
export function ramp(v: number, low: number, high: number): number {
  const t = Math.max(0, Math.min(1, (v - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
