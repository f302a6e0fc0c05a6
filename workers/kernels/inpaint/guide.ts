import { BLIND, CHANNELS, distanceToHole, type Level, MISSING } from './level.ts'

/** Half the side of the box whose means tell what a place looks like from afar, px. */
const RADIUS = 5
/** Width of the ring around the hole that tells what belongs there, px. */
const RING = 6
/** Places of the ring that are compared. */
const COMPARED = 320
/** Mean colour; strength and direction of the gradients. */
const FEATURES = 6
/** The first of them, which go over smoothly: colour and strength. */
const SMOOTH = 4
/** A gradient counts this much more than a colour. */
const GRADIENT = 2
/** Half the distance of places that share no part of their boxes, px. */
const APART = 6
/** Difference that means nothing, 8-bit steps. */
const LIKE = 8
const ROUNDS = 100
const OVER = 1.9

/** Running sums of planes, so that the mean over any box is quick. */
class Sums {
  readonly #width: number
  readonly #height: number
  readonly #tables: Float64Array[]

  constructor(width: number, height: number, planes: readonly Float32Array[]) {
    this.#width = width
    this.#height = height
    const row = width + 1
    this.#tables = planes.map((plane) => {
      const table = new Float64Array(row * (height + 1))
      for (let y = 0; y < height; y++) {
        let line = 0
        for (let x = 0; x < width; x++) {
          line += plane[y * width + x] as number
          table[(y + 1) * row + x + 1] = (table[y * row + x + 1] as number) + line
        }
      }
      return table
    })
  }

  /** Sum of a plane over the box around a pixel. */
  around(plane: number, x: number, y: number): number {
    const row = this.#width + 1
    const table = this.#tables[plane] as Float64Array
    const [x0, x1] = [Math.max(0, x - RADIUS), Math.min(this.#width, x + RADIUS + 1)]
    const [y0, y1] = [Math.max(0, y - RADIUS) * row, Math.min(this.#height, y + RADIUS + 1) * row]
    const [a, b] = [(table[y1 + x1] as number) - (table[y0 + x1] as number), table[y1 + x0] as number]
    return a - b + (table[y0 + x0] as number)
  }
}

/** Known, R, G, B, ∂x², ∂x·∂y, ∂y² of the luma: 0 in the hole and beside it. */
function planesOf({ width, height, data, hole }: Level): Float32Array[] {
  const planes = Array.from({ length: 7 }, () => new Float32Array(hole.length))
  const [known, red, green, blue, xx, xy, yy] = planes as [
    ...[Float32Array, Float32Array, Float32Array, Float32Array],
    ...[Float32Array, Float32Array, Float32Array],
  ]
  const luma = (i: number) =>
    0.299 * (data[i * CHANNELS] as number) +
    0.587 * (data[i * CHANNELS + 1] as number) +
    0.114 * (data[i * CHANNELS + 2] as number)
  for (let i = 0; i < hole.length; i++) {
    if (hole[i]) continue
    known[i] = 1
    red[i] = data[i * CHANNELS] as number
    green[i] = data[i * CHANNELS + 1] as number
    blue[i] = data[i * CHANNELS + 2] as number
    const x = i % width
    const [right, below] = [i + 1, i + width]
    if (x + 1 >= width || below >= width * height || hole[right] || hole[below]) continue
    const [gx, gy] = [luma(right) - luma(i), luma(below) - luma(i)]
    xx[i] = gx * gx
    xy[i] = gx * gy
    yy[i] = gy * gy
  }
  return planes
}

/** FEATURES values of each pixel: what its surroundings look like from afar, 8-bit steps. */
function featuresOf(level: Level): Float32Array {
  const { width, height } = level
  const sums = new Sums(width, height, planesOf(level))
  const out = new Float32Array(width * height * FEATURES)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * FEATURES
      const count = sums.around(0, x, y)
      if (count === 0) continue
      for (let c = 0; c < 3; c++) out[i + c] = sums.around(1 + c, x, y) / count
      const xx = sums.around(4, x, y) / count
      const xy = sums.around(5, x, y) / count
      const yy = sums.around(6, x, y) / count
      const strength = Math.sqrt(Math.max(0, xx + yy))
      if (strength === 0) continue
      out[i + 3] = GRADIENT * strength
      out[i + 4] = (GRADIENT * (xx - yy)) / strength
      out[i + 5] = (GRADIENT * 2 * xy) / strength
    }
  }
  return out
}

/** Lets the values at the hole's border run smoothly across it (Laplace's equation, over-relaxed). */
function carryIn({ width, height, hole, targets }: Level, values: Float32Array): void {
  const pixels = targets.filter((pixel) => hole[pixel] === MISSING)
  const seen = (pixel: number, own: number) => (hole[pixel] === BLIND ? own : pixel * FEATURES)
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < pixels.length; n++) {
      const pixel = pixels[round % 2 ? pixels.length - 1 - n : n] as number
      const x = pixel % width
      const y = (pixel - x) / width
      const i = pixel * FEATURES
      const west = x > 0 ? seen(pixel - 1, i) : i
      const east = x + 1 < width ? seen(pixel + 1, i) : i
      const north = y > 0 ? seen(pixel - width, i) : i
      const south = y + 1 < height ? seen(pixel + width, i) : i
      for (let f = 0; f < SMOOTH; f++) {
        const mean =
          ((values[west + f] as number) +
            (values[east + f] as number) +
            (values[north + f] as number) +
            (values[south + f] as number)) /
          4
        values[i + f] = (values[i + f] as number) + OVER * (mean - (values[i + f] as number))
      }
    }
  }
}

/** Features of places spread evenly over the hole's border. */
function paletteOf(level: Level, features: Float32Array): Float32Array {
  const ring: number[] = []
  distanceToHole(level).forEach((away, place) => {
    if (away >= 1 && away <= RING) ring.push(place)
  })
  const count = Math.min(ring.length, COMPARED)
  const palette = new Float32Array(count * FEATURES)
  for (let n = 0; n < count; n++) {
    const from = (ring[Math.floor((n * ring.length) / count)] as number) * FEATURES
    palette.set(features.subarray(from, from + FEATURES), n * FEATURES)
  }
  return palette
}

/** How much the features change by themselves from one place at the hole's border to others near by. */
function unrestOf({ width, hole }: Level, features: Float32Array): number {
  let sum = 0
  let count = 0
  hole.forEach((missing, pixel) => {
    if (missing !== MISSING) return
    for (const side of [-1, 1, -width, width]) {
      const [one, other] = [pixel + side * APART, pixel + 2 * side * APART]
      if (hole[pixel + side] !== 0 || hole[one] !== 0 || hole[other] !== 0) continue
      sum += between(features, one, other)
      count++
    }
  })
  return count > 0 ? sum / count : 0
}

/** Difference of the smooth features of two places, 8-bit steps. */
function between(features: Float32Array, one: number, other: number): number {
  let sum = 0
  for (let f = 0; f < SMOOTH; f++)
    sum += ((features[one * FEATURES + f] as number) - (features[other * FEATURES + f] as number)) ** 2
  return Math.sqrt(sum)
}

/** How little a place of the picture belongs into the hole, by what it looks like from afar. */
export interface Guide {
  /** Difference from whatever at the hole's border is most like it, beyond what means nothing, 8-bit steps. */
  strangeness(place: number): number
  /**
   * Difference in light and contrast from what a pixel of the hole should go over into, beyond what varies there
   * by itself, 8-bit steps.
   */
  unevenness(pixel: number, place: number): number
}

/** Looks at the picture around a hole from afar; see Guide. */
export function guideOf(level: Level): Guide {
  const features = featuresOf(level)
  const palette = paletteOf(level, features)
  const unrest = unrestOf(level, features)
  carryIn(level, features)
  const kept = new Float32Array(level.hole.length).fill(-1)
  const strangeness = (place: number) => {
    const known = kept[place] as number
    if (known >= 0) return known
    const own = features.subarray(place * FEATURES, (place + 1) * FEATURES)
    let least = Number.POSITIVE_INFINITY
    for (let n = 0; n < palette.length; n += FEATURES) {
      let sum = 0
      for (let f = 0; f < FEATURES && sum < least; f++) {
        const difference = (own[f] as number) - (palette[n + f] as number)
        sum += difference * difference
      }
      if (sum < least) least = sum
    }
    kept[place] = Math.max(0, Math.sqrt(least) - Math.max(LIKE, unrest / 2))
    return kept[place] as number
  }
  const unevenness = (pixel: number, place: number) => Math.max(0, between(features, pixel, place) - unrest)
  return { strangeness, unevenness }
}
