import { WEIGHT_BITS } from './program.ts'
import { makeTaps } from './weights.ts'

const ONE = 1 / (1 << WEIGHT_BITS)

/** A plane scaled down along its rows. */
function shrunkRows(from: Float32Array, w: number, h: number, width: number): Float32Array {
  const { count, starts, weights } = makeTaps(w, width, 1)
  const parts = Float32Array.from(weights, (weight) => weight * ONE)
  const out = new Float32Array(width * h)
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0, first = 0; x < width; x++, i++, first += count) {
      const start = y * w + starts[x]!
      let sum = 0
      for (let t = 0; t < count; t++) sum += parts[first + t]! * from[start + t]!
      out[i] = sum
    }
  return out
}

/**
 * A plane scaled down with lanczos3, first along its rows, then along its columns.
 * @param from `w` × `h` values, rows one after another
 * @returns `width` × `height` values, which may go a little beyond those of the source at sharp edges
 */
export function shrinkPlane(
  from: Float32Array,
  w: number,
  h: number,
  width: number,
  height: number,
): Float32Array {
  const rows = w === width ? from : shrunkRows(from, w, h, width)
  if (h === height) return rows
  const down = makeTaps(h, height, 1)
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const line = out.subarray(y * width, (y + 1) * width)
    for (let t = 0; t < down.count; t++) {
      const weight = down.weights[y * down.count + t]! * ONE
      if (weight === 0) continue
      const row = (down.starts[y]! + t) * width
      for (let x = 0; x < width; x++) line[x] = line[x]! + weight * rows[row + x]!
    }
  }
  return out
}
