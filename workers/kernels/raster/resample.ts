import type { Raster } from '#kernels/raster.ts'

/** A picture of interleaved bytes. */
export interface Bytes {
  width: number
  height: number
  channels: number
  data: Uint8Array | Uint8ClampedArray
}

/** How far the filter reaches at its natural size, px, and its weight at a distance. */
const FILTERS = {
  /** Triangle: bilinear when it enlarges, an average when it reduces. */
  linear: { reach: 1, weight: (x: number) => (x < 1 ? 1 - x : 0) },
  /** Catmull-Rom cubic (R. Keys, "Cubic convolution interpolation", 1981, a = −1/2). */
  cubic: {
    reach: 2,
    weight: (x: number) =>
      x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0,
  },
} as const
export type Filter = keyof typeof FILTERS

/** For each target position: where its sources begin, how many they are and how much each counts (sum 1). */
interface Weights {
  starts: Int32Array
  counts: Int32Array
  /** `stride` a position, of which the first counts. */
  values: Float32Array
  stride: number
}

function weigh(from: number, to: number, filter: Filter): Weights {
  const { reach, weight } = FILTERS[filter]
  const step = from / to
  // A reduction widens the filter, so that every source counts.
  const widen = Math.max(1, step)
  const stride = Math.ceil(reach * widen) * 2 + 1
  const starts = new Int32Array(to)
  const counts = new Int32Array(to)
  const values = new Float32Array(to * stride)
  const own = new Float32Array(from + stride)
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * step - 0.5
    const first = Math.ceil(centre - reach * widen)
    let start = from
    let end = 0
    let sum = 0
    for (let k = first; k < first + stride; k++) {
      const value = weight(Math.abs(k - centre) / widen)
      if (value === 0) continue
      // Beyond the border the outermost pixel is repeated.
      const at = Math.min(Math.max(k, 0), from - 1)
      own[at] = own[at]! + value
      sum += value
      start = Math.min(start, at)
      end = Math.max(end, at + 1)
    }
    starts[i] = start
    counts[i] = end - start
    for (let at = start; at < end; at++) values[i * stride + at - start] = own[at]! / sum
    own.fill(0, start, end)
  }
  return { starts, counts, values, stride }
}

/** One row scaled across; `row` has `take` floats a pixel. */
function scaleRow(source: Bytes, y: number, take: number, across: Weights, row: Float32Array): void {
  const { data, channels, width } = source
  const base = y * width * channels
  const { starts, counts, values, stride } = across
  if (take === 3) {
    scaleColourRow(data, base, channels, across, row)
    return
  }
  for (let x = 0, to = 0; x < starts.length; x++) {
    const from = base + starts[x]! * channels
    const last = x * stride + counts[x]!
    for (let c = 0; c < take; c++, to++) {
      let sum = 0
      for (let k = x * stride, at = from + c; k < last; k++, at += channels) sum += data[at]! * values[k]!
      row[to] = sum
    }
  }
}

/** The same for three channels, the most frequent case, in one walk over the weights. */
function scaleColourRow(
  data: Bytes['data'],
  base: number,
  channels: number,
  { starts, counts, values, stride }: Weights,
  row: Float32Array,
): void {
  for (let x = 0, to = 0; x < starts.length; x++, to += 3) {
    const last = x * stride + counts[x]!
    let r = 0
    let g = 0
    let b = 0
    for (let k = x * stride, at = base + starts[x]! * channels; k < last; k++, at += channels) {
      const weight = values[k]!
      r += data[at]! * weight
      g += data[at + 1]! * weight
      b += data[at + 2]! * weight
    }
    row[to] = r
    row[to + 1] = g
    row[to + 2] = b
  }
}

/**
 * Scales interleaved bytes, up or down, each channel on its own.
 * @param take channels that are wanted, from the first: 3 of RGBA leaves alpha out
 * @returns `take` bytes a pixel, rounded to the nearest
 */
export function resample(
  source: Bytes,
  width: number,
  height: number,
  filter: Filter,
  take = source.channels,
): Uint8Array {
  if (source.data.length !== source.width * source.height * source.channels)
    throw new RangeError('resample: wrong number of bytes')
  const across = weigh(source.width, width, filter)
  const down = weigh(source.height, height, filter)
  const out = new Uint8ClampedArray(width * height * take)
  // Rows that the current target needs, each scaled across once, and those that are free again.
  const rows = new Map<number, Float32Array>()
  const spare: Float32Array[] = []
  const sum = new Float32Array(width * take)
  for (let y = 0; y < height; y++) {
    const start = down.starts[y]!
    for (const [known, row] of rows) {
      if (known >= start) continue
      rows.delete(known)
      spare.push(row)
    }
    sum.fill(0)
    for (let k = 0; k < down.counts[y]!; k++) {
      const own = down.values[y * down.stride + k]!
      let row = rows.get(start + k)
      if (!row) {
        row = spare.pop() ?? new Float32Array(width * take)
        scaleRow(source, start + k, take, across, row)
        rows.set(start + k, row)
      }
      for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + own * row[i]!
    }
    for (let i = 0, at = y * sum.length; i < sum.length; i++, at++) out[at] = sum[i]!
  }
  return new Uint8Array(out.buffer)
}

/** A picture at another size; the same one where its size is right. */
export function scaledTo(
  picture: Raster,
  { width, height }: { width: number; height: number },
  filter: Filter = 'linear',
): Raster {
  if (width === picture.width && height === picture.height) return picture
  const data = resample({ ...picture, channels: 4 }, width, height, filter)
  return { width, height, data: new Uint8ClampedArray(data.buffer) }
}
