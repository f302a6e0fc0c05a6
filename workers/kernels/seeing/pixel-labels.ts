import { gaussianBlur } from '#kernels/lineart/smooth.ts'
import { planeMeans } from '#kernels/raster/area-means.ts'
import { enlarged } from '#kernels/raster/plane-row.ts'
import type { Copy } from '#kernels/relight/copy.ts'
import { bytesOf } from './labels-net.ts'
import { above, addMeans, type Layer, type Planes, planes, runLayer } from './pixel-net.ts'
import { PIXEL_WEIGHTS } from './pixel-weights.ts'
import type { Parts } from './regions.ts'
import { LABELS, type Label } from './scene.ts'

/** What the network says of a picture, pixel by pixel, in about half of its own size. */
export interface PixelLabels {
  width: number
  height: number
  /** Shares of the names, one plane for each of LABELS, which sum to 1 at each pixel. */
  shares: Float32Array
  /** 0..1: how likely two different things meet here. */
  border: Float32Array
}

/** Pixels of the picture that the network looks at, as many as it was taught with. */
const SEEN = 480 * 320
/** Standard deviation, px, of the surroundings that a pixel's contrast is measured against. */
const AROUND = 8

type Size = readonly [inputs: number, outputs: number, stride: 1 | 2]

/** The layers' sizes; the first mixes 3 × 3 pixels at once, the last only mixes. */
const STEM = [5, 16, 2] as const
const DOWN = [
  [
    [16, 32, 2],
    [32, 32, 1],
  ],
  [
    [32, 64, 2],
    [64, 64, 1],
    [64, 64, 1],
  ],
  [
    [64, 96, 2],
    [96, 96, 1],
    [96, 96, 1],
    [96, 96, 1],
  ],
  [
    [96, 128, 2],
    [128, 128, 1],
    [128, 128, 1],
    [128, 128, 1],
    [128, 128, 1],
  ],
] as const
const UP = [
  [224, 96, 1],
  [160, 64, 1],
  [96, 32, 1],
  [48, 24, 1],
] as const
const LAST = [24, 24, 1] as const
const HEAD = [24, LABELS.length + 1, 1] as const

interface Network {
  stem: Layer
  down: Layer[][]
  up: Layer[]
  last: Layer
  head: Layer
}

/** Rows of whole numbers −127..127, each with a scale of its own, in the order in which the layers take them. */
class Packed {
  private readonly steps = new Int8Array(bytesOf(PIXEL_WEIGHTS.steps).buffer)
  private readonly floats = new Float32Array(bytesOf(PIXEL_WEIGHTS.floats).buffer)
  private step = 0
  private float = 0

  rows(count: number, length: number): Float32Array {
    const out = new Float32Array(count * length)
    for (let row = 0, i = 0; row < count; row++) {
      const scale = this.floats[this.float++]!
      for (let k = 0; k < length; k++, i++) out[i] = scale * this.steps[this.step++]!
    }
    return out
  }

  plain(count: number): Float32Array {
    this.float += count
    return this.floats.subarray(this.float - count, this.float)
  }
}

let ready: Network | null = null

function network(): Network {
  if (ready) return ready
  const packed = new Packed()
  const layer = ([inputs, outputs, stride]: Size, kind: 'dense' | 'both' | 'mix'): Layer => ({
    ...{ inputs, outputs, stride, dense: kind === 'dense', cut: kind !== 'mix' },
    spread: packed.rows(kind === 'both' ? inputs : 0, 9),
    mix: packed.rows(outputs, kind === 'dense' ? 9 * inputs : inputs),
    bias: packed.plain(outputs),
  })
  const both = (size: Size) => layer(size, 'both')
  ready = {
    stem: layer(STEM, 'dense'),
    down: DOWN.map((level) => level.map(both)),
    up: UP.map(both),
    last: both(LAST),
    head: layer(HEAD, 'mix'),
  }
  return ready
}

/** Lightness, two differences of colour, height in the picture, and contrast with what is around. */
function inputOf({ width: w, height: h, r, g, b }: Copy): Planes {
  const scale = Math.min(1, Math.sqrt(SEEN / (w * h)))
  const [width, height] = [Math.max(32, Math.round(w * scale)), Math.max(32, Math.round(h * scale))]
  const size = width * height
  const out = planes(width, height, 5)
  const [red, green, blue] = [r, g, b].map((plane) =>
    planeMeans(plane, { width: w, height: h }, { width, height }),
  ) as [Float32Array, Float32Array, Float32Array]
  const { data } = out
  for (let i = 0; i < size; i++) {
    data[i] = 0.3 * red[i]! + 0.59 * green[i]! + 0.11 * blue[i]!
    data[size + i] = red[i]! - green[i]!
    data[2 * size + i] = blue[i]! - green[i]!
    data[3 * size + i] = (2 * Math.floor(i / width)) / (height - 1) - 1
  }
  const spare = new Float32Array(size)
  const mean = data.slice(0, size)
  gaussianBlur(mean, width, height, AROUND, spare)
  const off = Float32Array.from(mean, (value, i) => (data[i]! - value) ** 2)
  gaussianBlur(off, width, height, AROUND, spare)
  for (let i = 0; i < size; i++)
    data[4 * size + i] = (0.5 * (data[i]! - mean[i]!)) / (Math.sqrt(Math.max(0, off[i]!)) + 0.01)
  return out
}

/**
 * Names each pixel and finds the borders of things: a small U-Net (Ronneberger et al. 2015) of separable convolutions,
 * learnt on self-rendered scenes.
 */
export function labelPixels(copy: Copy): PixelLabels {
  const { stem, down, up, last, head } = network()
  const levels = [runLayer(stem, inputOf(copy))]
  for (const level of down)
    levels.push(level.reduce((input, layer) => runLayer(layer, input), levels.at(-1)!))
  let out = addMeans(levels.pop()!)
  for (const layer of up) out = runLayer(layer, above(out, levels.pop()!))
  const { width, height, data } = runLayer(head, runLayer(last, out))
  const size = width * height
  const count = LABELS.length
  const border = Float32Array.from(data.subarray(count * size), (value) => 1 / (1 + Math.exp(-value)))
  const shares = data.subarray(0, count * size)
  for (let i = 0; i < size; i++) {
    let most = Number.NEGATIVE_INFINITY
    for (let c = 0; c < count; c++) most = Math.max(most, shares[c * size + i]!)
    let sum = 0
    for (let c = 0; c < count; c++) sum += shares[c * size + i] = Math.exp(shares[c * size + i]! - most)
    for (let c = 0; c < count; c++) shares[c * size + i] = shares[c * size + i]! / sum
  }
  return { width, height, shares, border }
}

/** Means of the shares over each part. @param width of the parts' map, px */
export function sharesIn({ map, count }: Parts, width: number, pixels: PixelLabels): Float32Array[] {
  const height = map.length / width
  const size = pixels.width * pixels.height
  const sums = Array.from({ length: count }, () => new Float64Array(LABELS.length))
  const column = Int32Array.from({ length: width }, (_, x) => Math.floor((x * pixels.width) / width))
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor((y * pixels.height) / height) * pixels.width
    for (let x = 0; x < width; ) {
      const [part, at] = [map[i]!, column[x]!]
      const from = x
      while (x < width && map[i] === part && column[x] === at) {
        x++
        i++
      }
      const sum = sums[part]!
      for (let c = 0, p = row + at; c < sum.length; c++, p += size)
        sum[c] = sum[c]! + (x - from) * pixels.shares[p]!
    }
  }
  return sums.map((sum) => {
    const total = sum.reduce((all, value) => all + value, 0)
    return Float32Array.from(sum, (value) => value / Math.max(1e-9, total))
  })
}

/** How much of a name is seen at each pixel of a picture, 0..1. @param width of the picture, px */
export function sharesOf(
  label: Label,
  { width: w, height: h, shares }: PixelLabels,
  width: number,
  height: number,
): Float32Array {
  const from = LABELS.indexOf(label) * w * h
  return enlarged({ width: w, height: h, data: shares.subarray(from, from + w * h) }, width, height)
}
