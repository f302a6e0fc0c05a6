import { guidedSmooth, noiseLevel } from '#kernels/lineart/smooth.ts'
import { blockMeans } from '#kernels/raster/block-means.ts'
import type { Raster } from '#kernels/raster.ts'

/** Standard deviations of the noise, in 8-bit steps. */
export interface Noise {
  luma: number
  colour: number
}

/** Side, px, of the samples that noise is read from, and how many there are across and down. */
const TILE = 192
const TILES = 4

/**
 * Standard deviation of the noise at full size. Cameras' JPEGs hold the grain's coarse part only, which is read at
 * half size: there white noise has half its deviation.
 */
function levelOf(plane: Float32Array, width: number, height: number): number {
  const half = blockMeans({ width, height, channels: 1, data: plane }, 2)
  const coarse = noiseLevel(half.data, half.width, half.height)
  return Math.max(noiseLevel(plane, width, height), 2 * coarse)
}

/**
 * Noise of a picture, from sixteen samples at full size: the lower quartile of them, so that brickwork and leaves
 * don't count; samples that are nearly black or white hide it and are left out.
 */
export function findNoise({ width, height, data }: Raster): Noise {
  const w = Math.min(TILE, width)
  const h = Math.min(TILE, height)
  const found: Noise[] = []
  const y = new Float32Array(w * h)
  const red = new Float32Array(w * h)
  for (let t = 0; t < TILES * TILES; t++) {
    const left = Math.round(((width - w) * (t % TILES)) / (TILES - 1))
    const top = Math.round(((height - h) * Math.floor(t / TILES)) / (TILES - 1))
    let sum = 0
    for (let i = 0; i < y.length; i++) {
      const p = ((top + Math.floor(i / w)) * width + left + (i % w)) * 4
      y[i] = 0.2126 * data[p]! + 0.7152 * data[p + 1]! + 0.0722 * data[p + 2]!
      red[i] = data[p]! - y[i]!
      sum += y[i]!
    }
    if (sum < 6 * y.length || sum > 246 * y.length) continue
    found.push({ luma: levelOf(y, w, h), colour: levelOf(red, w, h) })
  }
  const quarter = (key: keyof Noise): number =>
    found.map((n) => n[key]).sort((a, b) => a - b)[Math.floor(found.length / 4)] ?? 0
  return { luma: quarter('luma'), colour: quarter('colour') }
}

/** Brightness and colour differences (red − luma, blue − luma) of some rows, in 8-bit steps. */
export interface Rows {
  width: number
  height: number
  y: Float32Array
  cr: Float32Array
  cb: Float32Array
}

/** Reads rows `from` to `to` (not included) of a picture. */
export function readRows({ width, data }: Raster, from: number, to: number): Rows {
  const count = width * (to - from)
  const y = new Float32Array(count)
  const cr = new Float32Array(count)
  const cb = new Float32Array(count)
  for (let i = 0, p = from * width * 4; i < count; i++, p += 4) {
    const v = 0.2126 * data[p]! + 0.7152 * data[p + 1]! + 0.0722 * data[p + 2]!
    y[i] = v
    cr[i] = data[p]! - v
    cb[i] = data[p + 2]! - v
  }
  return { width, height: to - from, y, cr, cb }
}

/** Rows that smoothing reaches beyond those that are wanted. */
export const NOISE_REACH = 14

/**
 * Takes noise out of rows, in place, by self-guided filters (He, Sun, Tang 2010): colour over a wide window, since the
 * eye is blind to its detail, brightness over a narrow one. What stands out of the noise stays.
 */
export function denoise(rows: Rows, noise: Noise, amount: number): void {
  const { width, height, y, cr, cb } = rows
  const colour = 2.6 * noise.colour * amount
  if (colour > 1) {
    guidedSmooth(cr, width, height, 6, colour)
    guidedSmooth(cb, width, height, 6, colour)
  }
  const luma = 1.6 * noise.luma * amount
  if (luma > 0.6) guidedSmooth(y, width, height, 3, luma)
}

/** Fine detail of brightness: what a 5 × 5 binomial (about sigma 1) blurs away, noise taken off it. */
export function fineDetail({ width, height, y }: Rows, threshold: number): Float32Array {
  const across = new Float32Array(y.length)
  const line = new Float32Array(width + 4)
  for (let row = 0; row < height; row++) {
    const at = row * width
    // Borders repeated; the inside needs no bounds.
    line.fill(y[at]!, 0, 2)
    line.set(y.subarray(at, at + width), 2)
    line.fill(y[at + width - 1]!, width + 2)
    for (let x = 0; x < width; x++) {
      across[at + x] =
        0.375 * line[x + 2]! + 0.25 * (line[x + 1]! + line[x + 3]!) + 0.0625 * (line[x]! + line[x + 4]!)
    }
  }
  const out = new Float32Array(y.length)
  for (let row = 0; row < height; row++) {
    const at = row * width
    const u1 = Math.max(0, row - 1) * width
    const u2 = Math.max(0, row - 2) * width
    const d1 = Math.min(height - 1, row + 1) * width
    const d2 = Math.min(height - 1, row + 2) * width
    for (let x = 0; x < width; x++) {
      const blurred =
        0.375 * across[at + x]! +
        0.25 * (across[u1 + x]! + across[d1 + x]!) +
        0.0625 * (across[u2 + x]! + across[d2 + x]!)
      const d = y[at + x]! - blurred
      // Soft threshold against noise, soft limit against white rims along strong edges.
      const size = d < 0 ? -d : d
      const kept = size <= threshold ? 0 : size - threshold
      const soft = kept / (1 + kept * 0.045)
      out[at + x] = d < 0 ? -soft : soft
    }
  }
  return out
}
