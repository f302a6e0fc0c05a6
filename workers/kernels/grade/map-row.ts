import type { GuidedMap } from '#kernels/guided.ts'
import { PlaneRow } from '#kernels/raster/plane-row.ts'

/** Reads a small map along one row of a larger picture: bilinear, borders repeated. */
export class MapRow {
  readonly #slope: PlaneRow
  readonly #offset: PlaneRow
  /** Coefficients for each pixel of the row that was read last. */
  readonly slope: Float32Array
  readonly offset: Float32Array

  constructor({ slope, offset, ...size }: GuidedMap, width: number, height: number) {
    this.#slope = new PlaneRow({ ...size, data: slope }, width, height)
    this.#offset = new PlaneRow({ ...size, data: offset }, width, height)
    this.slope = this.#slope.values
    this.offset = this.#offset.values
  }

  /** Fills `slope` and `offset` for row `y`. */
  read(y: number): void {
    this.#slope.read(y)
    this.#offset.read(y)
  }
}
