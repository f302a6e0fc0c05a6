/** Side of a cell, px. */
const CELL = 8
/** Sweeps of the membrane over the cells. */
const SWEEPS = 240

/**
 * Gives places without a value one that lies evenly between those around them (a membrane: the Laplace equation).
 * @param values width·height numbers, NaN where nothing is known; changed in place
 */
export function carryOn(values: Float32Array, width: number): void {
  const height = values.length / width
  const [w, h] = [Math.ceil(width / CELL), Math.ceil(height / CELL)]
  const sum = new Float64Array(w * h)
  const count = new Float64Array(w * h)
  let [total, known] = [0, 0]
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (Number.isNaN(value)) continue
    const at = Math.floor(Math.floor(i / width) / CELL) * w + Math.floor((i % width) / CELL)
    sum[at] = sum[at]! + value
    count[at] = count[at]! + 1
    total += value
    known++
  }
  if (known === 0 || known === values.length) return
  const cells = Float64Array.from(sum, (value, at) => (count[at]! > 0 ? value / count[at]! : total / known))
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let y = 0, i = 0; y < h; y++) {
      for (let x = 0; x < w; x++, i++) {
        if (count[i]! > 0) continue
        const mean =
          (cells[x > 0 ? i - 1 : i]! +
            cells[x < w - 1 ? i + 1 : i]! +
            cells[y > 0 ? i - w : i]! +
            cells[y < h - 1 ? i + w : i]!) /
          4
        cells[i] = cells[i]! + 1.8 * (mean - cells[i]!)
      }
    }
  }
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i]!)) continue
    const gx = Math.min(w - 1, Math.max(0, ((i % width) + 0.5) / CELL - 0.5))
    const gy = Math.min(h - 1, Math.max(0, (Math.floor(i / width) + 0.5) / CELL - 0.5))
    const [x0, y0] = [Math.floor(gx), Math.floor(gy)]
    const [x1, y1] = [Math.min(w - 1, x0 + 1), Math.min(h - 1, y0 + 1)]
    const [fx, fy] = [gx - x0, gy - y0]
    const top = cells[y0 * w + x0]! * (1 - fx) + cells[y0 * w + x1]! * fx
    values[i] = top * (1 - fy) + (cells[y1 * w + x0]! * (1 - fx) + cells[y1 * w + x1]! * fx) * fy
  }
}
