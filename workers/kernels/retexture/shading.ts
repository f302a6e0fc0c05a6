import { fitInside } from '#kernels/fit-inside.ts'
import { areaMeans } from '#kernels/raster/area-means.ts'
import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'

/** Light over the covered part of a photograph, in natural logarithms of linear light, three values a pixel. */
export interface Shading {
  /** Px; the photograph may be larger. */
  readonly width: number
  readonly height: number
  /** 0..255 a place: how much of it is the surface. */
  readonly mask: Uint8Array
  /** 0 is the area's own usual light. */
  readonly log: Float32Array
  /** How strong the area's usual light is, 0..1, where 1 shows a material as bright as it is. */
  readonly level: number
}

/** Longer side at most of the copy that light is read from, px: light has less detail than what it falls on. */
const MOST = 2400
/** What a place that is not covered counts in a mean, of 255. */
const HARDLY = 0.01
/** Radius of the surface's own pattern that is smoothed away, part of the longer side. */
const PATTERN = 0.014
/** Half width of the lines, such as joints, that are closed first, part of the longer side. */
const LINE = 0.004
/** Radius over which the colour of the light changes. */
const TINT = 0.06
/** Variance of log lightness below which a change is pattern and above which it is a shadow's edge. */
const EDGE = 0.05
const DARKEST = 0.004
/** Linear lightness of a white surface in full light. */
const WHITE = 0.8
/**
 * A dim surface is dark by itself or badly lit, and one picture does not tell which: this exponent lies between
 * taking all of it for the surface's own colour (0) and all for the light (1).
 */
const HALF_KNOWN = 0.42
/** How far a channel of what is nearly grey may be from the lightness, natural logarithm. */
const NEARLY_GREY = 0.4
/** How much of the picture's common light colour a new material takes on. */
const SHARED = 0.7
/** Most that the light's colour may change a channel by, natural logarithm. */
const MOST_TINT = 0.12

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

/**
 * The largest (`sign` 1) or smallest (−1) value within `radius` along both axes, at three comparisons a pixel
 * whatever the radius is (M. van Herk, 1992).
 */
function extreme(
  field: Float32Array,
  width: number,
  height: number,
  radius: number,
  sign: number,
): Float32Array {
  const block = 2 * radius + 1
  const longest = Math.ceil((Math.max(width, height) + 2 * radius) / block) * block
  const line = new Float32Array(longest)
  const ahead = new Float32Array(longest)
  const behind = new Float32Array(longest)
  const out = Float32Array.from(field)
  for (const [step, length, next, lines] of [
    [1, width, width, height],
    [width, height, 1, width],
  ] as const) {
    const padded = Math.ceil((length + 2 * radius) / block) * block
    for (let k = 0; k < lines; k++) {
      const base = k * next
      line.fill(Number.NEGATIVE_INFINITY, 0, padded)
      for (let i = 0; i < length; i++) line[i + radius] = sign * out[base + i * step]!
      for (let i = 0; i < padded; i++) {
        const last = padded - 1 - i
        ahead[i] = i % block === 0 ? line[i]! : Math.max(ahead[i - 1]!, line[i]!)
        behind[last] = last % block === block - 1 ? line[last]! : Math.max(behind[last + 1]!, line[last]!)
      }
      for (let i = 0; i < length; i++)
        out[base + i * step] = sign * Math.max(behind[i]!, ahead[i + 2 * radius]!)
    }
  }
  return out
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

/** Log lightness, how each channel's logarithm differs from it, and how far the colour can be believed, 0..1. */
function logsOf({ data }: Raster, weight: Float32Array) {
  const count = weight.length
  const light = new Float32Array(count)
  const tints = [new Float32Array(count), new Float32Array(count), new Float32Array(count)] as const
  const sure = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const r = LINEAR_OF_BYTE[data[4 * i]!]!
    const g = LINEAR_OF_BYTE[data[4 * i + 1]!]!
    const b = LINEAR_OF_BYTE[data[4 * i + 2]!]!
    const log = Math.log(Math.max(DARKEST, 0.2126 * r + 0.7152 * g + 0.0722 * b))
    light[i] = log
    tints[0][i] = Math.log(Math.max(DARKEST, r)) - log
    tints[1][i] = Math.log(Math.max(DARKEST, g)) - log
    tints[2][i] = Math.log(Math.max(DARKEST, b)) - log
    // What is near white or black has lost its colour: it would read as light of the opposite one.
    const most = Math.max(r, g, b)
    sure[i] = most > 0.7 || most < 0.01 ? weight[i]! * 0.02 : weight[i]!
  }
  return { light, tints, sure }
}

/** The light's own colour, by what is nearly grey anywhere in the picture: a mean of its channels' logarithms. */
function colourOfLight(
  light: Float32Array,
  tints: readonly [Float32Array, Float32Array, Float32Array],
): number[] {
  const sums = [0, 0, 0]
  let taken = 0
  const [r, g, b] = tints
  for (let i = 0; i < light.length; i += 3) {
    const far = Math.max(Math.abs(r[i]!), Math.abs(g[i]!), Math.abs(b[i]!))
    if (far > NEARLY_GREY || light[i]! < -3.5 || light[i]! > -0.2) continue
    for (let c = 0; c < 3; c++) sums[c]! += tints[c]![i]!
    taken++
  }
  return sums.map((sum) => (taken > 0 ? sum / taken : 0))
}

/** Photograph and mask at most MOST px a side, by averaging. */
function shrink(photo: Raster, mask: Uint8Array): { photo: Raster; mask: Uint8Array } {
  const { width, height } = fitInside(photo, MOST)
  if (width === photo.width && height === photo.height) return { photo, mask }
  const read = (y: number, row: Float32Array) => {
    for (let x = 0, k = y * photo.width, i = 0; x < photo.width; x++, k++, i += 4) {
      // What is not covered hardly counts, so that it does not colour the border.
      const share = mask[k]! + HARDLY
      for (let c = 0; c < 3; c++) row[i + c] = share * photo.data[4 * k + c]!
      row[i + 3] = share
    }
  }
  const means = areaMeans({ width: photo.width, height: photo.height, channels: 4, read }, { width, height })
  const data = new Uint8ClampedArray(4 * width * height)
  const cover = new Uint8Array(width * height)
  for (let i = 0; i < cover.length; i++) {
    const share = means[4 * i + 3]!
    for (let c = 0; c < 3; c++) data[4 * i + c] = means[4 * i + c]! / share
    cover[i] = share - HARDLY
  }
  return { photo: { width, height, data }, mask: cover }
}

/**
 * Parts the light on a surface from the surface's own pattern: shadows, falls of light and coloured light stay,
 * joints and grain go.
 * @param covered 0..255 a pixel: what of the picture is the surface
 */
export function shadingOf(whole: Raster, covered: Uint8Array): Shading {
  const { photo, mask } = shrink(whole, covered)
  const { width, height } = photo
  const count = width * height
  const weight = Float32Array.from(mask, (value) => value / 255)
  const { light, tints, sure } = logsOf(photo, weight)
  const side = Math.max(width, height)
  const plain = closeLines(light, width, height, Math.max(1, Math.round(side * LINE)))
  const near = coveredMeans(weight, width, height, Math.max(2, Math.round(side * PATTERN)))
  const smooth = keepEdges(plain, near)
  const usual = quantileOf(smooth, weight, 0.5)
  const broad = coveredMeans(sure, width, height, Math.max(3, Math.round(side * TINT)))
  const around = colourOfLight(light, tints)
  const log = new Float32Array(count * 3)
  for (let c = 0; c < 3; c++) {
    const tint = broad(tints[c]!)
    const own = quantileOf(tint, weight, 0.5)
    for (let i = 0; i < count; i++) {
      const colour = Math.max(-MOST_TINT, Math.min(MOST_TINT, tint[i]! - own))
      log[3 * i + c] = smooth[i]! - usual + colour + SHARED * around[c]!
    }
  }
  return { width, height, mask, log, level: Math.min(1, (Math.exp(usual) / WHITE) ** HALF_KNOWN) }
}
