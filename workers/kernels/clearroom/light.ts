import { fitSeparable } from './separable.ts'
import { KNOWN, type Sheet } from './sheet.ts'

/** Light that falls on a sheet: smooth, and known everywhere. */
export interface SmoothLight {
  width: number
  height: number
  /** Sheet pixels a cell. */
  cell: number
  /** ln(1 + encoded value), three values a cell. */
  values: Float32Array
}

/** Side of a cell, metres: light over a wall changes slower than this. */
const CELL = 0.16
/** Part of a cell that has to be known for it to count. */
const LEAST_KNOWN = 0.2
/** Sweeps that carry the light over what is unknown. */
const SWEEPS = 260

/** Fills unknown cells of a plane so that each is the mean of its neighbours (a membrane: the Laplace equation). */
function spread({ width, height }: SmoothLight, values: Float64Array, fixed: Uint8Array): void {
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const i = y * width + x
        if (fixed[i]) continue
        const left = values[x > 0 ? i - 1 : i]!
        const right = values[x < width - 1 ? i + 1 : i]!
        const above = values[y > 0 ? i - width : i]!
        const below = values[y < height - 1 ? i + width : i]!
        // Over-relaxation: a wide hole settles in as many sweeps as it has cells across.
        values[i] = values[i]! + 1.8 * ((left + right + above + below) / 4 - values[i]!)
      }
    }
  }
}

/** Carries the light over cells that are not known: what rows and columns share, and a membrane for the rest. */
function carryOn(light: SmoothLight, weight: Float32Array): void {
  const { width, height, values } = light
  const fixed = Uint8Array.from(weight, (w) => (w >= LEAST_KNOWN ? 1 : 0))
  if (!fixed.includes(1)) {
    values.fill(Math.log(129))
    return
  }
  for (let c = 0; c < 3; c++) {
    const plane = Float64Array.from(fixed, (_, i) => values[3 * i + c]!)
    const { rows, columns } = fitSeparable(width, height, plane, fixed)
    for (let i = 0; i < fixed.length; i++)
      plane[i] = fixed[i] ? plane[i]! - rows[Math.floor(i / width)]! - columns[i % width]! : 0
    spread(light, plane, fixed)
    let [least, most] = [Infinity, -Infinity]
    for (let i = 0; i < fixed.length; i++) {
      if (!fixed[i]) continue
      least = Math.min(least, values[3 * i + c]!)
      most = Math.max(most, values[3 * i + c]!)
    }
    // Neither brighter nor darker than anything that is seen.
    for (let i = 0; i < fixed.length; i++) {
      const value = plane[i]! + rows[Math.floor(i / width)]! + columns[i % width]!
      values[3 * i + c] = Math.min(most, Math.max(least, value))
    }
  }
}

/** Rounds off the cells (binomial, 3 × 3), so that no cell is seen in the light. */
function soften(light: SmoothLight): void {
  const { width, height, values } = light
  const from = values.slice()
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            const sx = Math.min(width - 1, Math.max(0, x + dx))
            const sy = Math.min(height - 1, Math.max(0, y + dy))
            sum += from[3 * (sy * width + sx) + c]! * (2 - Math.abs(dx)) * (2 - Math.abs(dy))
          }
        }
        values[3 * (y * width + x) + c] = sum / 16
      }
    }
  }
}

/** The smooth part of a sheet's light, carried over its holes from all sides. */
export function lightOf({ width, height, scale, rgb, state }: Sheet): SmoothLight {
  const cell = Math.max(4, Math.round(CELL * scale))
  const columns = Math.ceil(width / cell)
  const rows = Math.ceil(height / cell)
  const values = new Float32Array(3 * columns * rows)
  const weight = new Float32Array(columns * rows)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns
    for (let x = 0; x < width; x++, i++) {
      if (state[i] !== KNOWN) continue
      const at = row + Math.floor(x / cell)
      weight[at] = weight[at]! + 1
      for (let c = 0; c < 3; c++) values[3 * at + c] = values[3 * at + c]! + Math.log1p(rgb[3 * i + c]!)
    }
  }
  for (let at = 0; at < weight.length; at++) {
    if (weight[at]! === 0) continue
    for (let c = 0; c < 3; c++) values[3 * at + c] = values[3 * at + c]! / weight[at]!
    weight[at] = weight[at]! / (cell * cell)
  }
  const light: SmoothLight = { width: columns, height: rows, cell, values }
  carryOn(light, weight)
  soften(light)
  return light
}

/** Writes the light at a pixel of the sheet, encoded values 0..255, three of them, into `out`. */
export function lightAt(
  { width, height, cell, values }: SmoothLight,
  x: number,
  y: number,
  out: Float32Array,
): void {
  const gx = Math.min(width - 1, Math.max(0, (x + 0.5) / cell - 0.5))
  const gy = Math.min(height - 1, Math.max(0, (y + 0.5) / cell - 0.5))
  const [x0, y0] = [Math.floor(gx), Math.floor(gy)]
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)]
  const [fx, fy] = [gx - x0, gy - y0]
  for (let c = 0; c < 3; c++) {
    const top = values[3 * (y0 * width + x0) + c]! * (1 - fx) + values[3 * (y0 * width + x1) + c]! * fx
    const bottom = values[3 * (y1 * width + x0) + c]! * (1 - fx) + values[3 * (y1 * width + x1) + c]! * fx
    out[c] = Math.expm1(top * (1 - fy) + bottom * fy)
  }
}
