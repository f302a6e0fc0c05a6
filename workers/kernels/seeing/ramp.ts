/** 0 up to `from`, 1 from `to` on, straight between. */
export const ramp = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)))
