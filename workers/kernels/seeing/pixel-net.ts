/** Planes of numbers of one size, one after another, rows from the top. */
export interface Planes {
  width: number
  height: number
  count: number
  data: Float32Array
}

/** One step of the network: 3 × 3 of each plane by itself (`spread`, 9 a plane), then a mix of the planes. */
export interface Layer {
  inputs: number
  outputs: number
  stride: 1 | 2
  /** Whether 3 × 3 pixels of every plane are mixed at once (9 weights an input), as the first layer does. */
  dense: boolean
  /** Whether what is below zero becomes zero. */
  cut: boolean
  spread: Float32Array
  /** A row of `inputs` (times 9 if dense) for each output. */
  mix: Float32Array
  bias: Float32Array
}

/** `count` planes of zeros. @param width, height px */
export const planes = (width: number, height: number, count: number): Planes => ({
  width,
  height,
  count,
  data: new Float32Array(width * height * count),
})

const plane = ({ data, width, height }: Planes, k: number) =>
  data.subarray(k * width * height, (k + 1) * width * height)

/** Every second pixel of a plane at a shift of (dx, dy), zero beyond its border. */
function shifted(
  from: Float32Array,
  out: Float32Array,
  size: readonly [number, number],
  dx: number,
  dy: number,
): void {
  const [w, h] = size
  const wide = Math.ceil(w / 2)
  for (let y = 0, o = 0; y < h; y += 2) {
    const row = (y + dy) * w
    const inside = y + dy >= 0 && y + dy < h
    for (let k = 0; k < wide; k++, o++) {
      const x = 2 * k + dx
      out[o] = inside && x >= 0 && x < w ? from[row + x]! : 0
    }
  }
}

/** The 3 × 3 pixels around every second one, as planes of their own. */
function unfolded(input: Planes): Planes {
  const { width, height, count } = input
  const out = planes(Math.ceil(width / 2), Math.ceil(height / 2), 9 * count)
  for (let c = 0; c < count; c++)
    for (let k = 0; k < 9; k++)
      shifted(plane(input, c), plane(out, 9 * c + k), [width, height], (k % 3) - 1, Math.floor(k / 3) - 1)
  return out
}

/** 3 × 3 of each plane by itself, zero beyond the border. */
function spreadOut(input: Planes, kernel: Float32Array, stride: 1 | 2): Planes {
  const { width: w, height: h, count } = input
  const out = planes(Math.ceil(w / stride), Math.ceil(h / stride), count)
  // With a rim of zeros no pixel needs to look where it is.
  const wide = w + 2
  const rimmed = new Float32Array(wide * (h + 2))
  for (let c = 0; c < count; c++) {
    const from = plane(input, c)
    for (let y = 0; y < h; y++) rimmed.set(from.subarray(y * w, (y + 1) * w), (y + 1) * wide + 1)
    const to = plane(out, c)
    const [a0, a1, a2, b0, b1, b2, c0, c1, c2] = kernel.subarray(9 * c, 9 * c + 9) as unknown as number[]
    for (let y = 0, o = 0; y < h; y += stride) {
      let i = (y + 1) * wide + 1
      for (let x = 0; x < w; x += stride, o++, i += stride)
        to[o] =
          a0! * rimmed[i - wide - 1]! +
          a1! * rimmed[i - wide]! +
          a2! * rimmed[i - wide + 1]! +
          b0! * rimmed[i - 1]! +
          b1! * rimmed[i]! +
          b2! * rimmed[i + 1]! +
          c0! * rimmed[i + wide - 1]! +
          c1! * rimmed[i + wide]! +
          c2! * rimmed[i + wide + 1]!
    }
  }
  return out
}

/** Pixels that are mixed at once, so that their planes stay in the nearest cache. */
const STRIP = 512

/**
 * Adds to four planes their shares of four others, `count` pixels from `from` on.
 * @param w 16 weights, four for each plane that comes out
 */
function mixFour(
  data: Float32Array,
  at: readonly [number, number, number, number],
  w: Float32Array,
  to: Float32Array,
  from: number,
  size: number,
  count: number,
): void {
  const [w0, w1, w2, w3, w4, w5, w6, w7] = w as unknown as number[]
  const [w8, w9, wa, wb, wc, wd, we, wf] = w.subarray(8) as unknown as number[]
  let [p, q, r, s] = at
  for (let o = from, end = from + count; o < end; o++, p++, q++, r++, s++) {
    const a = data[p]!
    const b = data[q]!
    const c = data[r]!
    const d = data[s]!
    to[o] = to[o]! + w0! * a + w1! * b + w2! * c + w3! * d
    to[o + size] = to[o + size]! + w4! * a + w5! * b + w6! * c + w7! * d
    to[o + 2 * size] = to[o + 2 * size]! + w8! * a + w9! * b + wa! * c + wb! * d
    to[o + 3 * size] = to[o + 3 * size]! + wc! * a + wd! * b + we! * c + wf! * d
  }
}

/** Mixes the planes at each pixel. Planes come out by fours. */
function mixed(input: Planes, { mix, bias, cut }: Layer): Planes {
  const { width, height, count: ins, data } = input
  const size = width * height
  const out = planes(width, height, bias.length)
  const to = out.data
  const weights = new Float32Array(16)
  for (let from = 0; from < size; from += STRIP) {
    const count = Math.min(STRIP, size - from)
    for (let o = 0; o < bias.length; o += 4) {
      for (let k = o; k < o + 4; k++) to.fill(bias[k]!, k * size + from, k * size + from + count)
      for (let c = 0; c < ins; c += 4) {
        // Where fewer than four are left, the last one is taken again, with no weight.
        const plane = (k: number) => Math.min(c + k, ins - 1) * size + from
        for (let k = 0; k < 16; k++)
          weights[k] = c + (k & 3) < ins ? mix[(o + (k >> 2)) * ins + c + (k & 3)]! : 0
        mixFour(data, [plane(0), plane(1), plane(2), plane(3)], weights, to, o * size + from, size, count)
      }
    }
  }
  if (cut) for (let i = 0; i < to.length; i++) if (to[i]! < 0) to[i] = 0
  return out
}

/**
 * Runs one layer; what keeps its size and its planes is added to what went in (He et al. 2016).
 * @param input as many planes as the layer takes
 * @returns `outputs` planes of the input's size, or of half of it, rounded up, at a stride of 2
 */
export function runLayer(layer: Layer, input: Planes): Planes {
  if (layer.dense) return mixed(unfolded(input), layer)
  const spread = layer.spread.length > 0 ? spreadOut(input, layer.spread, layer.stride) : input
  const out = mixed(spread, layer)
  if (layer.spread.length > 0 && layer.inputs === layer.outputs && layer.stride === 1)
    for (let i = 0; i < out.data.length; i++) out.data[i] = out.data[i]! + input.data[i]!
  return out
}

/** Planes, enlarged to the size of others by repeating pixels, before those others. */
export function above(small: Planes, large: Planes): Planes {
  const { width, height } = large
  const out = planes(width, height, small.count + large.count)
  const at = Int32Array.from({ length: width }, (_, x) => Math.floor((x * small.width) / width))
  for (let c = 0; c < small.count; c++) {
    const [from, to] = [plane(small, c), plane(out, c)]
    for (let y = 0, o = 0; y < height; y++) {
      const row = Math.floor((y * small.height) / height) * small.width
      for (let x = 0; x < width; x++, o++) to[o] = from[row + at[x]!]!
    }
  }
  out.data.set(large.data, small.count * width * height)
  return out
}

/** Adds to each plane its own mean, so that every pixel knows of the whole. */
export function addMeans(input: Planes): Planes {
  const out = { ...input, data: input.data.slice() }
  for (let c = 0; c < out.count; c++) {
    const own = plane(out, c)
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length
    for (let i = 0; i < own.length; i++) own[i] = own[i]! + mean
  }
  return out
}
