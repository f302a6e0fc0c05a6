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

/** For each target position: where its sources begin and how much each counts (sum 1). */
interface Weights {
  starts: Int32Array
  values: Float32Array
  count: number
}

function weigh(from: number, to: number, filter: Filter): Weights {
  const { reach, weight } = FILTERS[filter]
  const step = from / to
  // A reduction widens the filter, so that every source counts.
  const widen = Math.max(1, step)
  const count = Math.ceil(reach * widen) * 2 + 1
  const starts = new Int32Array(to)
  const values = new Float32Array(to * count)
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * step - 0.5
    const first = Math.ceil(centre - reach * widen)
    const start = Math.min(Math.max(0, first), Math.max(0, from - count))
    starts[i] = start
    let sum = 0
    for (let k = first; k < first + count; k++) {
      const own = weight(Math.abs(k - centre) / widen)
      // Beyond the border the outermost pixel is repeated.
      const at = i * count + Math.min(Math.max(k, 0), from - 1) - start
      values[at] = (values[at] as number) + own
      sum += own
    }
    for (let k = 0; k < count; k++) values[i * count + k] = (values[i * count + k] as number) / sum
  }
  return { starts, values, count: Math.min(count, from) }
}

/** One row scaled across; `row` has `take` floats a pixel. */
function scaleRow(
  source: Bytes,
  y: number,
  take: number,
  across: Weights,
  stride: number,
  row: Float32Array,
): void {
  const { data, channels, width } = source
  const base = y * width * channels
  const { starts, values, count } = across
  for (let x = 0, to = 0; x < starts.length; x++) {
    const from = base + (starts[x] as number) * channels
    for (let c = 0; c < take; c++, to++) {
      let sum = 0
      for (let k = 0, at = from + c; k < count; k++, at += channels) {
        sum += (data[at] as number) * (values[x * stride + k] as number)
      }
      row[to] = sum
    }
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
  const stridesAcross = across.values.length / width
  const strideDown = down.values.length / height
  const out = new Uint8ClampedArray(width * height * take)
  // Rows that the current target needs, each scaled across once.
  const rows = new Map<number, Float32Array>()
  const sum = new Float32Array(width * take)
  for (let y = 0; y < height; y++) {
    const start = down.starts[y] as number
    for (const known of rows.keys()) if (known < start) rows.delete(known)
    sum.fill(0)
    for (let k = 0; k < down.count; k++) {
      const own = down.values[y * strideDown + k] as number
      if (own === 0) continue
      let row = rows.get(start + k)
      if (!row) {
        row = new Float32Array(width * take)
        scaleRow(source, start + k, take, across, stridesAcross, row)
        rows.set(start + k, row)
      }
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + own * (row[i] as number)
    }
    out.set(sum, y * width * take)
  }
  return new Uint8Array(out.buffer)
}
