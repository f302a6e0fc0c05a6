import { enlargeMask } from '#kernels/raster/enlarge-mask.ts'
import type { Raster } from '#kernels/raster.ts'

/**
 * How far from the mask's edge the picture's edge is looked for, and the radius of the window from which the colours on either
 * side are taken, px of the mask. Of masks of rendered scenes at a third of their size whose edges are up to 2.4 px off, 0.30 of what
 * lies within 2 px of an edge is wrong when they are enlarged, 0.21 when they are snapped, and 0.23 with a reach of 1.
 */
const REACH = 2
const WINDOW = 4
/** Difference of the sides, in their own spreads, at which the picture counts as much as the mask; 1 and 3 are no better. */
const CLEAR = 2
/** How much steeper than the way from one colour to the other the edge is: grain and texture are no half cover. */
const STEEP = 2

/** Sums of what lies in a square window around each pixel. */
function windowSums(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const rows = new Float32Array(values.length)
  for (let y = 0; y < height; y++) {
    let sum = 0
    for (let x = -radius; x < width; x++) {
      if (x + radius < width) sum += values[y * width + x + radius]!
      if (x - radius - 1 >= 0) sum -= values[y * width + x - radius - 1]!
      if (x >= 0) rows[y * width + x] = sum
    }
  }
  const out = new Float32Array(values.length)
  for (let x = 0; x < width; x++) {
    let sum = 0
    for (let y = -radius; y < height; y++) {
      if (y + radius < height) sum += rows[(y + radius) * width + x]!
      if (y - radius - 1 >= 0) sum -= rows[(y - radius - 1) * width + x]!
      if (y >= 0) out[y * width + x] = sum
    }
  }
  return out
}

/** Mean colour and spread of one side of a mask around each of its pixels. */
interface SideColours {
  count: Float32Array
  mean: readonly Float32Array[]
  /** Mean squared distance from the mean, all channels together. */
  spread: Float32Array
}

function coloursOf(copy: Raster, isIn: Uint8Array): SideColours {
  const { width, height, data } = copy
  const size = width * height
  const count = windowSums(Float32Array.from(isIn), width, height, WINDOW)
  const squares = new Float32Array(size)
  const mean = [0, 1, 2].map((c) => {
    const values = new Float32Array(size)
    for (let i = 0; i < size; i++) {
      if (!isIn[i]) continue
      const value = data[4 * i + c]!
      values[i] = value
      squares[i] = squares[i]! + value * value
    }
    const sums = windowSums(values, width, height, WINDOW)
    return sums.map((sum, i) => (count[i]! > 0 ? sum / count[i]! : 0))
  })
  const spread = windowSums(squares, width, height, WINDOW).map((sum, i) => {
    if (count[i] === 0) return 0
    return Math.max(0, sum / count[i]! - mean.reduce((all, one) => all + one[i]! ** 2, 0))
  })
  return { count, mean, spread }
}

/** Whether all that lies within `radius` of a pixel has the same value as it. */
function isFarFromEdge(inside: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const sums = windowSums(Float32Array.from(inside), width, height, radius)
  const ones = windowSums(new Float32Array(inside.length).fill(1), width, height, radius)
  return Uint8Array.from(inside, (_, i) => Number(sums[i] === 0 || sums[i] === ones[i]))
}

/**
 * A mask at a picture's size whose edge lies on the picture's own: near the edge each pixel is covered as far as its colour is
 * on the way from the mean of one side to that of the other, as in alpha matting with two known colours; where the sides look
 * alike the mask's own edge stays. Ids, which cannot be half one and half another, are enlarged by mapAt.
 * @param mask 0 or 255 a pixel of a smaller copy
 * @param copy the picture at the mask's size
 * @returns 0..255 a pixel of the picture
 */
export function snapMask(mask: Uint8Array, copy: Raster, picture: Raster): Uint8Array {
  const { width, height } = copy
  const out = enlargeMask(mask, width, height, picture.width, picture.height)
  const inside = Uint8Array.from(mask, (value) => Number(value >= 128))
  const isSure = isFarFromEdge(inside, width, height, 1)
  const isKept = isFarFromEdge(inside, width, height, REACH)
  const within = coloursOf(
    copy,
    Uint8Array.from(inside, (one, i) => one & isSure[i]!),
  )
  const beyond = coloursOf(
    copy,
    Uint8Array.from(inside, (one, i) => (1 - one) & isSure[i]!),
  )
  for (let y = 0; y < picture.height; y++) {
    const row = Math.min(height - 1, Math.floor(((y + 0.5) * height) / picture.height)) * width
    for (let x = 0; x < picture.width; x++) {
      const j = row + Math.min(width - 1, Math.floor(((x + 0.5) * width) / picture.width))
      if (isKept[j] || within.count[j] === 0 || beyond.count[j] === 0) continue
      const i = y * picture.width + x
      let [along, far] = [0, 0]
      for (let c = 0; c < 3; c++) {
        const step = within.mean[c]![j]! - beyond.mean[c]![j]!
        along += (picture.data[4 * i + c]! - beyond.mean[c]![j]!) * step
        far += step * step
      }
      const spread = within.spread[j]! + beyond.spread[j]! + 1
      const clear = far / (far + CLEAR * CLEAR * spread)
      const cover = Math.min(1, Math.max(0, 0.5 + STEEP * (along / Math.max(1, far) - 0.5)))
      out[i] = Math.round(255 * clear * cover + (1 - clear) * out[i]!)
    }
  }
  return out
}
