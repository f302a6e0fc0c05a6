import { blockMeans } from '#kernels/raster/block-means.ts'
import type { Plane, Raster } from '#kernels/raster.ts'
import { findRepeat, type Repeat } from './find-repeat.ts'
import { type Gaussian, gaussianOf, mixKeeping } from './histogram-blend.ts'
import { cutSeam } from './seam.ts'

/** Half width of the soft border along the cut, part of the band. */
const FEATHER = 0.14
/** Side of the small copy on which the repeat is looked for, px. */
const SEARCH = 256
/** Most that light is evened out by, either way. */
const MOST_GAIN = 2.2

/** Luma and two differences, which hold little of each other: three values a pixel, 0..255. */
function toChannels({ width, height, data }: Raster): Float32Array {
  const out = new Float32Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    const r = data[4 * i]!
    const g = data[4 * i + 1]!
    const b = data[4 * i + 2]!
    out[3 * i] = 0.25 * r + 0.5 * g + 0.25 * b
    out[3 * i + 1] = 127.5 + (r - b) / 2
    out[3 * i + 2] = 127.5 + g / 2 - (r + b) / 4
  }
  return out
}

function toRaster(channels: Float32Array, width: number, height: number): Raster {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const y = channels[3 * i]!
    const co = channels[3 * i + 1]! - 127.5
    const cg = channels[3 * i + 2]! - 127.5
    data[4 * i] = y - cg + co
    data[4 * i + 1] = y + cg
    data[4 * i + 2] = y - cg - co
    data[4 * i + 3] = 255
  }
  return { width, height, data }
}

/** Takes out light that changes slowly: divides the lightness by a quadratic surface fitted to it. */
function evenOut(channels: Float32Array, width: number, height: number): void {
  const terms = 6
  const sums = new Float64Array(terms * (terms + 1))
  const basis = new Float64Array(terms)
  const at = (x: number, y: number) => {
    const u = (2 * x) / width - 1
    const v = (2 * y) / height - 1
    basis.set([1, u, v, u * u, u * v, v * v])
  }
  const step = Math.max(1, Math.floor(Math.max(width, height) / 200))
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      at(x, y)
      const value = channels[3 * (y * width + x)]!
      for (let r = 0; r < terms; r++) {
        for (let c = 0; c < terms; c++) sums[r * (terms + 1) + c]! += basis[r]! * basis[c]!
        sums[r * (terms + 1) + terms]! += basis[r]! * value
      }
    }
  const fit = solve(sums, terms)
  if (!fit) return
  const mean = fit[0]! + (fit[3]! + fit[5]!) / 3
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      at(x, y)
      let light = 0
      for (let r = 0; r < terms; r++) light += fit[r]! * basis[r]!
      const gain = Math.min(MOST_GAIN, Math.max(1 / MOST_GAIN, mean / Math.max(1, light)))
      const i = 3 * (y * width + x)
      channels[i] = channels[i]! * gain
      channels[i + 1] = 127.5 + (channels[i + 1]! - 127.5) * gain
      channels[i + 2] = 127.5 + (channels[i + 2]! - 127.5) * gain
    }
}

/** Gauss-Jordan with the largest pivot; null for a singular system. */
function solve(rows: Float64Array, n: number): Float64Array | null {
  const w = n + 1
  for (let c = 0; c < n; c++) {
    let pivot = c
    for (let r = c + 1; r < n; r++) if (Math.abs(rows[r * w + c]!) > Math.abs(rows[pivot * w + c]!)) pivot = r
    if (Math.abs(rows[pivot * w + c]!) < 1e-9) return null
    for (let k = 0; k < w; k++) {
      const kept = rows[c * w + k]!
      rows[c * w + k] = rows[pivot * w + k]!
      rows[pivot * w + k] = kept
    }
    for (let r = 0; r < n; r++) {
      if (r === c) continue
      const factor = rows[r * w + c]! / rows[c * w + c]!
      for (let k = c; k < w; k++) rows[r * w + k]! -= factor * rows[c * w + k]!
    }
  }
  return Float64Array.from({ length: n }, (_, r) => rows[r * w + n]! / rows[r * w + r]!)
}

/** Lightness at a size at which every tile length can be tried. */
function shrink(channels: Float32Array, width: number, height: number): { plane: Plane; factor: number } {
  const factor = Math.max(1, Math.floor(Math.min(width, height) / SEARCH))
  return { plane: blockMeans({ width, height, channels: 3, data: channels }, factor, 0), factor }
}

/** Finds the repeat on the small copy, then to the pixel around it. */
function locate(channels: Float32Array, width: number, height: number, upright: boolean): Repeat {
  const { plane, factor } = shrink(channels, width, height)
  const { from, length, band } = findRepeat(plane, upright)
  if (factor === 1) return { from, length, band }
  const total = upright ? height : width
  const wide = band * factor
  const step = 3 * (upright ? width : 1)
  const side = 3 * (upright ? 1 : width)
  const across = upright ? width : height
  let best = { from: from * factor, length: length * factor, band: wide }
  let lowest = Number.POSITIVE_INFINITY
  for (let exact = (length - 1) * factor; exact <= (length + 1) * factor; exact++) {
    const start = Math.min(from * factor, total - exact - wide)
    if (start < 0) continue
    let sum = 0
    for (let k = 0; k < wide; k += 2)
      for (let o = 0; o < across; o += 3) {
        const d = channels[(start + k) * step + o * side]! - channels[(start + exact + k) * step + o * side]!
        sum += d * d
      }
    if (sum >= lowest) continue
    lowest = sum
    best = { from: start, length: exact, band: wide }
  }
  return best
}

interface Strip {
  channels: Float32Array
  width: number
  height: number
}

/** Joins one pair of ends: the picture becomes `repeat.length` long and repeats along that axis. */
function join(
  { channels, width, height }: Strip,
  repeat: Repeat,
  upright: boolean,
  closed: boolean,
  tables: readonly Gaussian[],
): Strip {
  const { from, length, band } = repeat
  const across = upright ? width : height
  const [outWidth, outHeight] = upright ? [width, length] : [length, height]
  const index = (along: number, over: number) => 3 * (upright ? along * width + over : over * width + along)
  const cost = new Float32Array(across * band)
  for (let o = 0; o < across; o++)
    for (let k = 0; k < band; k++) {
      const a = index(from + length + k, o)
      const b = index(from + k, o)
      let sum = 0
      for (let c = 0; c < 3; c++) sum += (channels[a + c]! - channels[b + c]!) ** 2
      cost[o * band + k] = sum
    }
  const seam = cutSeam(cost, across, band, closed)
  const feather = Math.max(1.5, band * FEATHER)
  const out = new Float32Array(outWidth * outHeight * 3)
  for (let o = 0; o < across; o++)
    for (let k = 0; k < length; k++) {
      const to = 3 * (upright ? k * outWidth + o : o * outWidth + k)
      const b = index(from + k, o)
      const a = index(from + length + k, o)
      // The ends of the band belong wholly to one side each, whatever the seam does.
      const soft = Math.min(feather, seam[o]! + 0.5, band - seam[o]! - 0.5)
      const t = k >= band ? 1 : Math.min(1, Math.max(0, (k - seam[o]!) / (2 * soft) + 0.5))
      const share = t * t * (3 - 2 * t)
      for (let c = 0; c < 3; c++)
        out[to + c] =
          share >= 1 ? channels[b + c]! : mixKeeping(tables[c]!, channels[a + c]!, channels[b + c]!, share)
    }
  return { channels: out, width: outWidth, height: outHeight }
}

/**
 * Makes a picture of a material repeat without a seam in both directions. Light that changes slowly is evened out,
 * the stretch whose ends fit best is kept (so the result is smaller than the picture, and courses go on), and the
 * ends are joined along the line of least difference with a border that keeps the contrast.
 * @param picture at least 32 px a side; alpha is taken as opaque
 * @returns the tile, 50 to 86 % of the picture's sides
 * @throws RangeError for a smaller picture
 */
export function makeTileable(picture: Raster): Raster {
  const { width, height } = picture
  if (Math.min(width, height) < 32) throw new RangeError('a material needs 32 px a side')
  const channels = toChannels(picture)
  evenOut(channels, width, height)
  const tables = [0, 1, 2].map((c) => gaussianOf(channels, c, 3))
  const wide = join({ channels, width, height }, locate(channels, width, height, false), false, false, tables)
  const repeat = locate(wide.channels, wide.width, wide.height, true)
  const tile = join(wide, repeat, true, true, tables)
  return toRaster(tile.channels, tile.width, tile.height)
}
