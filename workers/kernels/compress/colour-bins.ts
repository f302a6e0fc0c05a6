import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'

/**
 * Colours of a picture as weighted points. Coordinates are OKLab times alpha, and alpha: near to how
 * different two colours look over an unknown ground. `at` holds 4 numbers a point.
 */
export interface ColourBins {
  count: number
  /** 4·count: L·α, a·α, b·α, α; L and α 0..1. */
  at: Float32Array
  /** Pixels that fell into each bin. */
  weight: Float64Array
  /** 4·count: mean R, G, B, A of the bin, 0..255. */
  rgba: Float32Array
}

/** How much one step of alpha counts beside lightness. */
const ALPHA_WEIGHT = 0.6

/**
 * Writes the coordinates of one colour (0..255 each, straight alpha) into `out` at `o`.
 * OKLab: Björn Ottosson, "A perceptual color space for image processing", 2020.
 */
export function toPoint(r: number, g: number, b: number, a: number, out: Float32Array, o: number): void {
  const alpha = a / 255
  const lr = LINEAR_OF_BYTE[r & 255]!
  const lg = LINEAR_OF_BYTE[g & 255]!
  const lb = LINEAR_OF_BYTE[b & 255]!
  const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb)
  const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb)
  const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb)
  out[o] = alpha * (0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s)
  out[o + 1] = alpha * (1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s)
  out[o + 2] = alpha * (0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s)
  out[o + 3] = alpha * ALPHA_WEIGHT
}

/**
 * The picture's exact colours when there are at most `most` of them, packed as RGBA in 32 bits (R highest);
 * null when there are more. Fully transparent pixels count as one colour.
 */
export function exactColours({ data }: Raster, most: number): Uint32Array | null {
  const seen = new Set<number>()
  let last = -1
  for (let i = 0; i < data.length; i += 4) {
    const packed = packColour(data, i)
    if (packed === last) continue
    last = packed
    seen.add(packed)
    if (seen.size > most) return null
  }
  return Uint32Array.from(seen)
}

/** RGBA at byte `i` in 32 bits, R highest; every fully transparent colour is 0. */
export function packColour(data: Uint8ClampedArray, i: number): number {
  const a = data[i + 3] ?? 0
  if (a === 0) return 0
  return (((data[i] ?? 0) << 24) | ((data[i + 1] ?? 0) << 16) | ((data[i + 2] ?? 0) << 8) | a) >>> 0
}

/** Index of a colour's bin: 5 bits a channel and 3 of alpha, so 2^18 bins. */
export function binOf(r: number, g: number, b: number, a: number): number {
  return ((r >> 3) << 13) | ((g >> 3) << 8) | ((b >> 3) << 3) | (a >> 5)
}

/** Number of bins that binOf tells apart. */
export const BINS = 1 << 18

/** Sorts the pixels of a picture into bins of near colours, with their mean colour and number. */
export function collectBins({ data }: Raster): ColourBins {
  const slot = new Int32Array(BINS)
  const sums: number[] = []
  let count = 0
  for (let i = 0; i < data.length; i += 4) {
    const a = data[i + 3] ?? 0
    const r = a ? (data[i] ?? 0) : 0
    const g = a ? (data[i + 1] ?? 0) : 0
    const b = a ? (data[i + 2] ?? 0) : 0
    const bin = binOf(r, g, b, a)
    let o = (slot[bin] ?? 0) - 1
    if (o < 0) {
      o = count++
      slot[bin] = count
      sums.push(0, 0, 0, 0, 0)
    }
    o *= 5
    sums[o] = (sums[o] ?? 0) + r
    sums[o + 1] = (sums[o + 1] ?? 0) + g
    sums[o + 2] = (sums[o + 2] ?? 0) + b
    sums[o + 3] = (sums[o + 3] ?? 0) + a
    sums[o + 4] = (sums[o + 4] ?? 0) + 1
  }
  return averageBins(sums, count)
}

function averageBins(sums: readonly number[], count: number): ColourBins {
  const at = new Float32Array(4 * count)
  const rgba = new Float32Array(4 * count)
  const weight = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    const n = sums[5 * k + 4] ?? 1
    for (let c = 0; c < 4; c++) rgba[4 * k + c] = (sums[5 * k + c] ?? 0) / n
    weight[k] = n
    const [r = 0, g = 0, b = 0, a = 0] = rgba.subarray(4 * k, 4 * k + 4)
    toPoint(Math.round(r), Math.round(g), Math.round(b), a, at, 4 * k)
  }
  return { count, at, weight, rgba }
}
