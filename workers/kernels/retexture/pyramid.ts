import { areaMeans } from '#kernels/raster/area-means.ts'
import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'

/** A tile at one size: linear light, three values a pixel, 0..1. */
export interface Level {
  width: number
  height: number
  readonly rgb: Float32Array
}

/** A tile at its own size and at ever halved ones, down to 1 px (L. Williams: Pyramidal Parametrics, 1983). */
export interface Pyramid {
  readonly levels: readonly Level[]
}

/** Means of each two by two pixels. @param width of the result, px */
function meansOfFour(rgb: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(3 * width * height)
  for (let y = 0, o = 0; y < height; y++)
    for (let x = 0, p = 12 * y * width, q = p + 6 * width; x < width; x++, p += 3, q += 3)
      for (let c = 0; c < 3; c++, o++, p++, q++) out[o] = (rgb[p]! + rgb[p + 3]! + rgb[q]! + rgb[q + 3]!) / 4
  return out
}

/** An odd side is halved whole, so that the tile still repeats. */
function halve({ width, height, rgb }: Level): Level {
  const size = { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) }
  if (width % 2 === 0 && height % 2 === 0) return { ...size, rgb: meansOfFour(rgb, size.width, size.height) }
  const read = (y: number, row: Float32Array) => row.set(rgb.subarray(3 * y * width, 3 * (y + 1) * width))
  return { ...size, rgb: areaMeans({ width, height, channels: 3, read }, size) }
}

/** A tile at its own size, whose light is read once it is asked for: seen from afar it is not. */
class Tile implements Level {
  readonly width: number
  readonly height: number
  readonly #data: Raster['data']
  #rgb: Float32Array | null = null

  constructor({ width, height, data }: Raster) {
    this.width = width
    this.height = height
    this.#data = data
  }

  get rgb(): Float32Array {
    if (this.#rgb) return this.#rgb
    const rgb = new Float32Array(3 * this.width * this.height)
    for (let o = 0, p = 0; o < rgb.length; o += 3, p += 4)
      for (let c = 0; c < 3; c++) rgb[o + c] = LINEAR_OF_BYTE[this.#data[p + c]!]!
    this.#rgb = rgb
    return rgb
  }

  /** The tile at half the size; sides are even. */
  halved(): Level {
    const [width, height, data] = [this.width / 2, this.height / 2, this.#data]
    const rgb = new Float32Array(3 * width * height)
    for (let y = 0, o = 0; y < height; y++)
      for (let x = 0, p = 16 * y * width, q = p + 8 * width; x < width; x++, o += 3, p += 8, q += 8)
        for (let c = 0; c < 3; c++)
          rgb[o + c] =
            (LINEAR_OF_BYTE[data[p + c]!]! +
              LINEAR_OF_BYTE[data[p + 4 + c]!]! +
              LINEAR_OF_BYTE[data[q + c]!]! +
              LINEAR_OF_BYTE[data[q + 4 + c]!]!) /
            4
    return { width, height, rgb }
  }
}

/** Builds the pyramid of a tile; alpha is taken as opaque. */
export function pyramidOf(raster: Raster): Pyramid {
  const tile = new Tile(raster)
  const levels: Level[] = [tile]
  if (tile.width % 2 === 0 && tile.height % 2 === 0) levels.push(tile.halved())
  for (let last = levels.at(-1)!; last.width > 1 || last.height > 1; last = levels.at(-1)!)
    levels.push(halve(last))
  return { levels }
}
