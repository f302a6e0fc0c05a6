import type { GuidedMap } from '#kernels/guided.ts'

/** Reads a small map along one row of a larger picture: bilinear, borders repeated. */
export class MapRow {
  readonly #map: GuidedMap
  readonly #height: number
  readonly #at: Uint32Array
  readonly #part: Float32Array
  /** Coefficients for each pixel of the row that was read last. */
  readonly slope: Float32Array
  readonly offset: Float32Array

  constructor(map: GuidedMap, width: number, height: number) {
    this.#map = map
    this.#height = height
    this.slope = new Float32Array(width)
    this.offset = new Float32Array(width)
    this.#at = new Uint32Array(width)
    this.#part = new Float32Array(width)
    const last = Math.max(0, map.width - 2)
    for (let x = 0; x < width; x++) {
      const at = Math.min(map.width - 1, Math.max(0, ((x + 0.5) * map.width) / width - 0.5))
      const low = Math.min(last, Math.floor(at))
      this.#at[x] = low
      this.#part[x] = at - low
    }
  }

  /** Fills `slope` and `offset` for row `y`. */
  read(y: number): void {
    const { width, height } = this.#map
    const at = Math.min(height - 1, Math.max(0, ((y + 0.5) * height) / this.#height - 0.5))
    const top = Math.min(Math.max(0, height - 2), Math.floor(at))
    const part = at - top
    const up = top * width
    const down = Math.min(height - 1, top + 1) * width
    const right = width > 1 ? 1 : 0
    this.#mix(this.#map.slope, this.slope, up, down, part, right)
    this.#mix(this.#map.offset, this.offset, up, down, part, right)
  }

  #mix(from: Float32Array, into: Float32Array, up: number, down: number, part: number, right: number): void {
    const ats = this.#at
    const parts = this.#part
    for (let x = 0; x < into.length; x++) {
      const i = ats[x]!
      const u = from[up + i]!
      const d = from[down + i]!
      const left = u + part * (d - u)
      const u2 = from[up + i + right]!
      const d2 = from[down + i + right]!
      into[x] = left + parts[x]! * (u2 + part * (d2 - u2) - left)
    }
  }
}
