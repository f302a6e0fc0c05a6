/**
 * A shoulder: values up to `from` stay, `most` becomes 1, and between the curve is smooth, rising and without a
 * kink at `from`. The identity where `most` is at most 1.
 */
export function shoulder(v: number, from: number, most: number): number {
  if (v <= from || most <= 1) return Math.min(v, 1)
  const u = Math.min(1, (v - from) / (most - from))
  return from + (1 - from) * (1 - (1 - u) ** ((most - from) / (1 - from)))
}

/** 0 below `low`, 1 above `high`, smooth between. */
export function ramp(v: number, low: number, high: number): number {
  const u = Math.min(1, Math.max(0, (v - low) / (high - low)))
  return u * u * (3 - 2 * u)
}

/** Values at the given shares (0..1) of the sorted data, read from a histogram of 0..1 in 2048 steps. */
export function percentiles(data: Float32Array, shares: readonly number[]): number[] {
  const steps = 2048
  const bins = new Uint32Array(steps + 1)
  for (const v of data) {
    const bin = v <= 0 ? 0 : v >= 1 ? steps : (v * steps + 0.5) | 0
    bins[bin] = bins[bin]! + 1
  }
  return shares.map((share) => {
    const wanted = share * data.length
    let seen = 0
    let bin = 0
    while (bin < steps && seen + bins[bin]! < wanted) seen += bins[bin++]!
    return bin / steps
  })
}
