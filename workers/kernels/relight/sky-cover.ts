import { MapRow } from '#kernels/grade/map-row.ts'
import { PlaneRow } from '#kernels/raster/plane-row.ts'
import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE, toLinear } from '#kernels/srgb.ts'
import { type Colour, lumaOf, ramp } from './colour.ts'
import { greenness } from './copy.ts'
import { type Sky, skyCover, skyGuide } from './sky.ts'

/** Readers of a found sky along one row of the picture, which may be larger than the copy that it was found in. */
export class SkyRows {
  readonly #cover: MapRow | null
  readonly #foliage: PlaneRow
  readonly #leaves: PlaneRow
  readonly #encoded: readonly PlaneRow[]
  readonly #light: readonly PlaneRow[]
  readonly #tolerance: number

  constructor(sky: Sky, width: number, height: number) {
    const column = (data: Float32Array) => new PlaneRow({ width: 1, height: data.length, data }, 1, height)
    const linear = (value: number) => toLinear(Math.max(0, Math.min(1, value)))
    this.#cover = sky.map && new MapRow(sky.map, width, height)
    this.#foliage = new PlaneRow(sky.foliage, width, height)
    this.#leaves = new PlaneRow(sky.leaves, width, height)
    this.#encoded = sky.rows.map(column)
    this.#light = sky.rows.map((row) => column(row.map(linear)))
    this.#tolerance = sky.tolerance
  }

  /** Goes to row `y`. */
  read(y: number): void {
    this.#cover?.read(y)
    this.#foliage.read(y)
    this.#leaves.read(y)
    for (const row of [...this.#encoded, ...this.#light]) row.read(y)
  }

  /** Mean of the sky in the row, linear light. @param c channel */
  lightOf(c: 0 | 1 | 2): number {
    return this.#light[c]!.values[0]!
  }

  /** Part of the sky in a pixel that a leaf's edge and the sky share: by how bright and how little green it is. */
  #sharedWithLeaf([r, g, b]: Colour): number {
    const [sr, sg, sb] = [this.lightOf(0), this.lightOf(1), this.lightOf(2)]
    const part = (lumaOf([r, g, b]) / Math.max(0.02, lumaOf([sr, sg, sb])) - 0.3) / 0.6
    // Bark and walls in the sun are as bright, but warmer than the sky.
    const cool = ((b + 0.01) * (sr + 0.01)) / ((r + 0.01) * (sb + 0.01))
    return Math.max(0, Math.min(1, part)) * ramp(cool, 0.58, 0.76) * (1 - 0.85 * greenness(r, g, b))
  }

  /**
   * How much of a pixel of the row is sky, 0..1: by the map, and among leaves by the sky's own colour as well.
   * @param rgb encoded, 0..1 @param light the same in linear light
   */
  coverAt(x: number, [r, g, b]: Colour, light: Colour): number {
    if (!this.#cover) return 0
    const cover = skyCover(this.#cover.slope[x]!, this.#cover.offset[x]!, skyGuide(r, g, b))
    const foliage = this.#foliage.values[x]!
    if (foliage === 0 || cover > 0.99) return cover
    const [red, green, blue] = this.#encoded
    const away = Math.hypot(r - red!.values[0]!, g - green!.values[0]!, b - blue!.values[0]!)
    const between = Math.max(
      this.#sharedWithLeaf(light) * this.#leaves.values[x]!,
      ramp(cover, 0.3, 0.95),
      1 - ramp(away, 0.7 * this.#tolerance, 1.7 * this.#tolerance),
    )
    return cover + (between - cover) * foliage
  }
}

/** How much of a picture's pixels is sky, and what they show without it. */
export interface SkyCover {
  /** 0..1. */
  cover: Float32Array
  /** Linear light of what stands before the sky, three values a pixel, where there is some of both. */
  before: Float32Array
}

/** Least part of a pixel that has to be no sky for its own colour to be told from the sky's. */
const SOME = 0.12

/** Parts each pixel of a picture into the sky and what stands before it. */
export function coverOf({ width, height, data }: Raster, sky: Sky): SkyCover {
  const rows = new SkyRows(sky, width, height)
  const cover = new Float32Array(width * height)
  const before = new Float32Array(3 * cover.length)
  const encoded: Colour = [0, 0, 0]
  const light: Colour = [0, 0, 0]
  const old: Colour = [0, 0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    rows.read(y)
    for (const c of [0, 1, 2] as const) old[c] = rows.lightOf(c)
    for (let x = 0; x < width; x++, i++) {
      for (let c = 0; c < 3; c++) {
        encoded[c] = data[4 * i + c]! / 255
        light[c] = LINEAR_OF_BYTE[data[4 * i + c]!]!
      }
      const part = rows.coverAt(x, encoded, light)
      cover[i] = part
      const own = Math.max(SOME, 1 - part)
      for (let c = 0; c < 3; c++) before[3 * i + c] = Math.max(0, (light[c]! - part * old[c]!) / own)
    }
  }
  return { cover, before }
}
