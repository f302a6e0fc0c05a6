import type { Raster } from '#kernels/raster.ts'
import { linearOf } from './pyramid.ts'

/** Light over the covered part of a photograph, in natural logarithms of linear light, three values a pixel. */
export interface Shading {
  /** 0 is the area's own usual light. */
  readonly log: Float32Array
  /** Light of the whole photograph against a well exposed one, 0..1. */
  readonly exposure: number
}

/** Radius of the surface's own pattern that is smoothed away, part of the longer side. */
const PATTERN = 0.014
/** Half width of the lines, such as joints, that are closed first, part of the longer side. */
const LINE = 0.004
/** Radius over which the colour of the light changes. */
const TINT = 0.06
/** Variance of log lightness below which a change is pattern and above which it is a shadow's edge. */
const EDGE = 0.05
const DARKEST = 0.004
/** Lightness that the brightest parts of a well exposed photograph have. */
const WELL_LIT = 0.62

/** Sums over squares around each pixel, by running sums. */
function boxSums(from: Float32Array, width: number, height: number, radius: number): Float32Array {
  const rows = new Float32Array(from.length)
  for (let y = 0; y < height; y++) {
    const base = y * width
    let sum = 0
    for (let x = 0; x < Math.min(radius, width); x++) sum += from[base + x]!
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += from[base + x + radius]!
      if (x - radius > 0) sum -= from[base + x - radius - 1]!
      rows[base + x] = sum
    }
  }
  const out = new Float32Array(from.length)
  const sums = new Float64Array(width)
  for (let y = 0; y < Math.min(radius, height); y++)
    for (let x = 0; x < width; x++) sums[x] = sums[x]! + rows[y * width + x]!
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (y + radius < height) sums[x] = sums[x]! + rows[(y + radius) * width + x]!
      if (y - radius > 0) sums[x] = sums[x]! - rows[(y - radius - 1) * width + x]!
      out[y * width + x] = sums[x]!
    }
  return out
}

/** Means over squares, of the covered pixels alone. */
function coveredMeans(weight: Float32Array, width: number, height: number, radius: number) {
  const weights = boxSums(weight, width, height, radius)
  return (field: Float32Array): Float32Array => {
    const weighted = new Float32Array(field.length)
    for (let i = 0; i < field.length; i++) weighted[i] = field[i]! * weight[i]!
    const sums = boxSums(weighted, width, height, radius)
    for (let i = 0; i < sums.length; i++) sums[i] = weights[i]! > 1e-3 ? sums[i]! / weights[i]! : 0
    return sums
  }
}

/** Smooths what is pattern and keeps the edges of shadows: a guided filter of the field by itself (K. He, 2010). */
function keepEdges(field: Float32Array, mean: (field: Float32Array) => Float32Array): Float32Array {
  const squares = field.map((value) => value * value)
  const average = mean(field)
  const second = mean(squares)
  const slope = new Float32Array(field.length)
  const offset = new Float32Array(field.length)
  for (let i = 0; i < field.length; i++) {
    const variance = Math.max(0, second[i]! - average[i]! ** 2)
    slope[i] = variance / (variance + EDGE)
    offset[i] = average[i]! * (1 - slope[i]!)
  }
  const a = mean(slope)
  const b = mean(offset)
  return field.map((value, i) => a[i]! * value + b[i]!)
}

/** The largest (`sign` 1) or smallest (−1) value within `radius` along both axes. */
function extreme(
  field: Float32Array,
  width: number,
  height: number,
  radius: number,
  sign: number,
): Float32Array {
  let from = field
  for (const step of [1, width]) {
    const out = new Float32Array(from.length)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const i = y * width + x
        const at = step === 1 ? x : y
        const last = step === 1 ? width - 1 : height - 1
        let best = from[i]!
        for (let k = Math.max(-radius, -at); k <= Math.min(radius, last - at); k++) {
          const value = from[i + k * step]!
          if (sign * value > sign * best) best = value
        }
        out[i] = best
      }
    from = out
  }
  return from
}

/** Takes out dark and then bright lines up to 2·radius wide; what is wider stays as it is. */
function closeLines(field: Float32Array, width: number, height: number, radius: number): Float32Array {
  let now = field
  for (const sign of [1, -1, -1, 1]) now = extreme(now, width, height, radius, sign)
  return now
}

/** The value that `part` of the covered pixels lie below. */
function quantileOf(field: Float32Array, weight: Float32Array, part: number): number {
  const taken: number[] = []
  const step = Math.max(1, Math.floor(field.length / 60_000))
  for (let i = 0; i < field.length; i += step) if (weight[i]! > 0.5) taken.push(field[i]!)
  taken.sort((a, b) => a - b)
  return taken[Math.min(taken.length - 1, Math.floor(part * taken.length))] ?? 0
}

/**
 * Parts the light on a surface from the surface's own pattern: shadows, falls of light and coloured light stay,
 * joints and grain go.
 * @param mask 0..255 a pixel: what of the picture is the surface
 */
export function shadingOf({ width, height, data }: Raster, mask: Uint8Array): Shading {
  const count = width * height
  const weight = Float32Array.from(mask, (value) => value / 255)
  const light = new Float32Array(count)
  const tints = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  for (let i = 0; i < count; i++) {
    const r = linearOf(data[4 * i]!)
    const g = linearOf(data[4 * i + 1]!)
    const b = linearOf(data[4 * i + 2]!)
    light[i] = Math.log(Math.max(DARKEST, 0.2126 * r + 0.7152 * g + 0.0722 * b))
    for (const [c, value] of [r, g, b].entries())
      tints[c]![i] = Math.log(Math.max(DARKEST, value)) - light[i]!
  }
  const side = Math.max(width, height)
  const plain = closeLines(light, width, height, Math.max(1, Math.round(side * LINE)))
  const smooth = keepEdges(
    plain,
    coveredMeans(weight, width, height, Math.max(2, Math.round(side * PATTERN))),
  )
  const usual = quantileOf(smooth, weight, 0.6)
  const broad = coveredMeans(weight, width, height, Math.max(3, Math.round(side * TINT)))
  const log = new Float32Array(count * 3)
  for (let c = 0; c < 3; c++) {
    const tint = broad(tints[c]!)
    const own = quantileOf(tint, weight, 0.5)
    for (let i = 0; i < count; i++) log[3 * i + c] = smooth[i]! - usual + (tint[i]! - own)
  }
  const everywhere = new Float32Array(count).fill(1)
  const brightest = Math.exp(quantileOf(light, everywhere, 0.95))
  return { log, exposure: Math.min(1, Math.max(0.15, brightest / WELL_LIT)) }
}
