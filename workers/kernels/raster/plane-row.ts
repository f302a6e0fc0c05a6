import type { Plane } from '#kernels/raster.ts'

/** Reads a small plane along one row of a larger picture: bilinear, borders repeated. */
export class PlaneRow {
  readonly #plane: Plane
  readonly #height: number
  readonly #at: Uint32Array
  readonly #part: Float32Array
  /** Values for each pixel of the row that was read last. */
  readonly values: Float32Array

  constructor(plane: Plane, width: number, height: number) {
    this.#plane = plane
    this.#height = height
    this.values = new Float32Array(width)
    this.#at = new Uint32Array(width)
    this.#part = new Float32Array(width)
    for (let x = 0; x < width; x++) {
      const at = Math.min(plane.width - 1, Math.max(0, ((x + 0.5) * plane.width) / width - 0.5))
      const low = Math.min(Math.max(0, plane.width - 2), Math.floor(at))
      this.#at[x] = low
      this.#part[x] = at - low
    }
  }

  /** Fills `values` for row `y`. */
  read(y: number): void {
    const { width, height, data } = this.#plane
    const at = Math.min(height - 1, Math.max(0, ((y + 0.5) * height) / this.#height - 0.5))
    const top = Math.min(Math.max(0, height - 2), Math.floor(at))
    const part = at - top
    const up = top * width
    const down = Math.min(height - 1, top + 1) * width
    const right = width > 1 ? 1 : 0
    const values = this.values
    const ats = this.#at
    const parts = this.#part
    for (let x = 0; x < values.length; x++) {
      const i = ats[x]!
      const left = data[up + i]! + part * (data[down + i]! - data[up + i]!)
      const next = data[up + i + right]! + part * (data[down + i + right]! - data[up + i + right]!)
      values[x] = left + parts[x]! * (next - left)
    }
  }
}

/** A small plane in a larger size, as PlaneRow reads it. */
export function enlarged(plane: Plane, width: number, height: number): Float32Array {
  const row = new PlaneRow(plane, width, height)
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    row.read(y)
    out.set(row.values, y * width)
  }
  return out
}
