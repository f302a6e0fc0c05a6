import type { Raster } from '#kernels/raster.ts'
import type { Where } from './sheet.ts'

/** Reach of the mean that grain is told from, px. */
const REACH = 2
/** Departures beyond so many median ones are things, not grain. */
const MOST = 3
/** Every so many pixels one is asked. */
const STRIDE = 3

/** Without the departures, three values each, that are far larger than most. */
function usual(found: readonly number[]): Float32Array {
  const sizes = found.map(Math.abs).sort((a, b) => a - b)
  const most = MOST * Math.max(0.5, sizes[Math.floor(sizes.length / 2)] ?? 0)
  const kept: number[] = []
  for (let i = 0; i < found.length; i += 3) {
    const one = found.slice(i, i + 3)
    if (one.every((value) => Math.abs(value) <= most)) kept.push(...one)
  }
  return Float32Array.from(kept)
}

/** Grain of a plain side: departures of its pixels from the mean of their neighbours, three values each. */
export function grainOf(
  { width, height, data }: Raster,
  { sides, side, mask, foreign }: Where,
): Float32Array {
  const found: number[] = []
  const free = (i: number) => sides[i] === side && mask[i]! <= 127 && !foreign[i]
  for (let y = REACH; y < height - REACH; y += STRIDE) {
    for (let x = REACH; x < width - REACH; x += STRIDE) {
      const i = y * width + x
      if (!free(i) || !free(i - REACH * width - REACH) || !free(i + REACH * width + REACH)) continue
      const off = [0, 0, 0]
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let dy = -REACH; dy <= REACH; dy++)
          for (let dx = -REACH; dx <= REACH; dx++) sum += data[4 * (i + dy * width + dx) + c]!
        off[c] = data[4 * i + c]! - sum / (2 * REACH + 1) ** 2
      }
      found.push(...off)
    }
  }
  return usual(found)
}
