import { CHANNELS, HALF, type Level, MISSING } from './level.ts'
import type { Matches } from './match.ts'

/**
 * Fills the hole with the weighted mean of what the matched patches say about each pixel (Wexler, Shechtman,
 * Irani: Space-Time Completion of Video, PAMI 2007): patches that fit well, and those that lie near the
 * known picture, count more.
 * @param depth see depthOf
 * @returns mean absolute change of a colour value
 */
export function vote(level: Level, matches: Matches, places: Int32Array, depth: Uint16Array): number {
  const { width, height, data, hole, targets } = level
  const { at, cost } = matches
  const trust = Float32Array.from(targets, (pixel) => 1.3 ** -(depth[pixel] as number))
  let change = 0
  let filled = 0
  for (let own = 0; own < targets.length; own++) {
    const pixel = targets[own] as number
    if (hole[pixel] !== MISSING) continue
    const x = pixel % width
    const y = (pixel - x) / width
    const [x0, x1] = [Math.max(0, x - HALF), Math.min(width - 1, x + HALF)]
    const [y0, y1] = [Math.max(0, y - HALF), Math.min(height - 1, y + HALF)]
    const t = pixel * CHANNELS
    const now = data[t] as number
    const shift = (at[own] as number) - pixel
    let agree = true
    let scale = 0
    let patches = 0
    for (let qy = y0; qy <= y1; qy++) {
      for (let q = qy * width + x0; q <= qy * width + x1; q++) {
        const k = places[q] as number
        scale += cost[k] as number
        if ((at[k] as number) - q !== shift) agree = false
        patches++
      }
    }
    filled++
    if (agree) {
      // All patches name the same pixel: their mean is what it is.
      const s = (at[own] as number) * CHANNELS
      for (let c = 0; c < CHANNELS; c++) data[t + c] = data[s + c] as number
      change += Math.abs((data[t] as number) - now)
      continue
    }
    // Half the mean cost is close to the usual percentile and needs no sorting.
    const fall = -1 / (0.5 * (scale / patches) + 1)
    let weights = 0
    let [r, g, b, h, v] = [0, 0, 0, 0, 0]
    for (let qy = y0; qy <= y1; qy++) {
      for (let q = qy * width + x0; q <= qy * width + x1; q++) {
        const k = places[q] as number
        const weight = (trust[k] as number) * Math.exp((cost[k] as number) * fall) + 1e-12
        // A known pixel, so that nothing is read that this turn has changed.
        const s = ((at[k] as number) + pixel - q) * CHANNELS
        weights += weight
        r += weight * (data[s] as number)
        g += weight * (data[s + 1] as number)
        b += weight * (data[s + 2] as number)
        h += weight * (data[s + 3] as number)
        v += weight * (data[s + 4] as number)
      }
    }
    change += Math.abs(r / weights - now)
    data[t] = r / weights
    data[t + 1] = g / weights
    data[t + 2] = b / weights
    data[t + 3] = h / weights
    data[t + 4] = v / weights
  }
  return filled ? change / filled : 0
}
