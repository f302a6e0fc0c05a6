import type { Raster } from '#kernels/raster.ts'

/** Cells to each side that decide on a pixel beside a border; difference of a channel, of 255, that makes one count half. */
const [AROUND, ALIKE] = [2, 16] as const

/** Ids of places, rows one after another. */
interface IdMap {
  readonly width: number
  readonly height: number
  readonly map: Uint16Array
}

/**
 * Ids at the size of the picture that they belong to: the nearest, and beside borders in a larger picture those that its colours
 * speak for (joint bilateral upsampling, Kopf et al. 2007).
 * @returns the ids themselves where the sizes are the same
 */
export function mapAt({ map, width: w, height: h }: IdMap, { width, height, data }: Raster): Uint16Array {
  if (w === width && h === height) return map
  const columns = Int32Array.from({ length: width }, (_, x) =>
    Math.min(w - 1, Math.floor(((x + 0.5) * w) / width)),
  )
  const rows = Int32Array.from({ length: height }, (_, y) =>
    Math.min(h - 1, Math.floor(((y + 0.5) * h) / height)),
  )
  const out = new Uint16Array(width * height)
  const sums = new Float32Array(4 * map.length)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const cell = rows[y]! * w + columns[x]!
      out[i] = map[cell]!
      for (let c = 0; c < 3; c++) sums[4 * cell + c] = sums[4 * cell + c]! + data[4 * i + c]!
      sums[4 * cell + 3] = sums[4 * cell + 3]! + 1
    }
  if (width <= w) return out
  const isBorder = new Uint8Array(map.length)
  for (let y = 0, k = 0; y < h; y++)
    for (let x = 0; x < w; x++, k++) {
      const right = x + 1 < w && map[k + 1] !== map[k]
      const below = y + 1 < h && map[k + w] !== map[k]
      if (right) isBorder[k + 1] = 1
      if (below) isBorder[k + w] = 1
      if (right || below) isBorder[k] = 1
    }
  // Mean colours of the cells, in place.
  for (let cell = 0, k = 0; cell < map.length; cell++, k += 4) {
    const count = sums[k + 3]!
    for (let c = 0; c < 3; c++) sums[k + c] = sums[k + c]! / count
  }
  const most = (2 * AROUND + 1) ** 2
  const [ids, votes] = [new Uint16Array(most), new Float64Array(most)]
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const cx = columns[x]!
      const cy = rows[y]!
      if (!isBorder[cy * w + cx]) continue
      let count = 0
      let best = 0
      for (let v = Math.max(0, cy - AROUND); v <= Math.min(h - 1, cy + AROUND); v++)
        for (let u = Math.max(0, cx - AROUND); u <= Math.min(w - 1, cx + AROUND); u++) {
          const k = 4 * (v * w + u)
          const r = data[4 * i]! - sums[k]!
          const g = data[4 * i + 1]! - sums[k + 1]!
          const b = data[4 * i + 2]! - sums[k + 2]!
          const dx = ((x + 0.5) * w) / width - u - 0.5
          const dy = ((y + 0.5) * h) / height - v - 0.5
          const near = 1 + (r * r + g * g + b * b) / (3 * ALIKE * ALIKE)
          const id = map[v * w + u]!
          let n = 0
          while (n < count && ids[n] !== id) n++
          if (n === count) {
            ids[n] = id
            votes[n] = 0
            count++
          }
          votes[n] = votes[n]! + 1 / (near * near * (1 + dx * dx + dy * dy))
          if (votes[n]! > votes[best]!) best = n
        }
      out[i] = ids[best]!
    }
  return out
}
