import { widened } from '#kernels/mask/widen.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Margins } from '#ops/outpaint/margins.ts'
import { complete } from './complete.ts'

/** Most pixels that are looked at around a hole; a larger surrounding is scaled down. */
const MOST_PIXELS = 3_000_000
/** Least margin around a hole to copy from, px. */
const LEAST_MARGIN = 256
/** A brush leaves a rim of what is to go; the hole grows by this part of the longer side. */
const RIM = 0.002

const clamp = (place: number, length: number) => Math.min(length - 1, Math.max(0, place))

/** Beside a picture belongs what stands at the same height in it. */
const UPRIGHT = 20

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The hole's box with a margin as wide as the hole, in the picture; null without a hole. */
function surroundings(mask: Uint8Array, width: number, height: number): Box | null {
  let [x0, y0, x1, y1] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((mask[y * width + x] as number) <= 127) continue
      if (x < x0) x0 = x
      if (x > x1) x1 = x
      if (y < y0) y0 = y
      y1 = y
    }
  }
  if (x1 < 0) return null
  const margin = Math.max(LEAST_MARGIN, x1 - x0, y1 - y0)
  const left = Math.max(0, x0 - margin)
  const top = Math.max(0, y0 - margin)
  return {
    left,
    top,
    width: Math.min(width, x1 + margin + 1) - left,
    height: Math.min(height, y1 + margin + 1) - top,
  }
}

/** Copies a box out of rows of `rowLength` px into `out`. */
function cut<T extends Uint8Array | Uint8ClampedArray>(data: T, rowLength: number, box: Box, out: T): T {
  const channels = out.length / (box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = ((box.top + y) * rowLength + box.left) * channels
    out.set(data.subarray(from, from + box.width * channels), y * box.width * channels)
  }
  return out
}

/** Mean over factor × factor pixels; a mask keeps its largest value. */
function reduce(picture: Raster, mask: Uint8Array, factor: number): { picture: Raster; mask: Uint8Array } {
  const width = Math.ceil(picture.width / factor)
  const height = Math.ceil(picture.height / factor)
  const data = new Uint8ClampedArray(4 * width * height)
  const small = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0, 0]
      let count = 0
      for (let sy = y * factor; sy < Math.min(picture.height, (y + 1) * factor); sy++) {
        for (let sx = x * factor; sx < Math.min(picture.width, (x + 1) * factor); sx++) {
          const i = sy * picture.width + sx
          for (let c = 0; c < 4; c++) sum[c] = (sum[c] as number) + (picture.data[4 * i + c] as number)
          if ((mask[i] as number) > 127) small[y * width + x] = 255
          count++
        }
      }
      data.set(
        sum.map((value) => value / count),
        4 * (y * width + x),
      )
    }
  }
  return { picture: { width, height, data }, mask: small }
}

/** Colour of a picture between its pixels. */
function sample({ width, height, data }: Raster, u: number, v: number, channel: number): number {
  const [x, y] = [Math.min(width - 1, Math.max(0, u)), Math.min(height - 1, Math.max(0, v))]
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)]
  const at = (row: number, column: number) => data[4 * (row * width + column) + channel] as number
  const top = at(y0, x0) + (at(y0, x1) - at(y0, x0)) * (x - x0)
  const bottom = at(y1, x0) + (at(y1, x1) - at(y1, x0)) * (x - x0)
  return top + (bottom - top) * (y - y0)
}

/**
 * Takes things out of a picture of any size: fills the masked part from its surroundings (see complete).
 * Where the surroundings have more than three megapixels, the fill is found in a smaller copy and scaled up.
 * @param mask width·height values; above 127 is what goes
 * @returns a new picture; what is not masked stays, but for a rim of 0.2 % of the longer side
 * @throws NothingToCopyError when the mask leaves nothing to copy from
 */
export function fillHoles(picture: Raster, mask: Uint8Array, report?: (done: number) => void): Raster {
  return fill(picture, mask, 1, report)
}

function fill(
  picture: Raster,
  mask: Uint8Array,
  upright: number,
  report: ((done: number) => void) | undefined,
): Raster {
  const { width, height } = picture
  const grown = widened(mask, width, height, Math.max(1, Math.round(RIM * Math.max(width, height))))
  const out: Raster = { width, height, data: picture.data.slice() }
  const box = surroundings(grown, width, height)
  if (!box) return out
  const piece: Raster = {
    width: box.width,
    height: box.height,
    data: cut(picture.data, width, box, new Uint8ClampedArray(4 * box.width * box.height)),
  }
  const hole = cut(grown, width, box, new Uint8Array(box.width * box.height))
  const factor = Math.ceil(Math.sqrt((box.width * box.height) / MOST_PIXELS))
  const small = factor > 1 ? reduce(piece, hole, factor) : { picture: piece, mask: hole }
  const filled = complete(small.picture, small.mask, report, upright)
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const i = y * box.width + x
      if ((hole[i] as number) <= 127) continue
      const t = 4 * ((box.top + y) * width + box.left + x)
      for (let c = 0; c < 3; c++) {
        out.data[t + c] =
          factor > 1
            ? sample(filled, (x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5, c)
            : (filled.data[4 * i + c] as number)
      }
    }
  }
  return out
}

/**
 * Extends a picture to its sides with what continues it (see complete). Alpha beside the picture is that of its nearest
 * pixel: the ground of a cut-out stays transparent.
 * @throws NothingToCopyError when the picture is smaller than a patch
 */
export function extendPicture(picture: Raster, margins: Margins, report?: (done: number) => void): Raster {
  const width = picture.width + margins.left + margins.right
  const height = picture.height + margins.top + margins.bottom
  const data = new Uint8ClampedArray(4 * width * height)
  const mask = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height; y++) {
    const near = clamp(y - margins.top, picture.height) * picture.width
    for (let x = 0; x < width; x++) {
      const alpha = picture.data[4 * (near + clamp(x - margins.left, picture.width)) + 3] as number
      data[4 * (y * width + x) + 3] = alpha
    }
  }
  for (let y = 0; y < picture.height; y++) {
    const row = (y + margins.top) * width + margins.left
    data.set(picture.data.subarray(4 * y * picture.width, 4 * (y + 1) * picture.width), 4 * row)
    mask.fill(0, row, row + picture.width)
  }
  return fill({ width, height, data }, mask, UPRIGHT, report)
}
