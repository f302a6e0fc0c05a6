import { median } from '#kernels/median.ts'
import { fitSeparable } from './separable.ts'
import { FOREIGN, HOLE, KNOWN, type Sheet } from './sheet.ts'

/** Side of a cell, metres. */
const CELL = 0.04
/** How much darker than the side's own light a shadow is at least, ln. */
const SHADE = 0.025
/** Darker than this is no shadow but a dark thing, ln, unless it lies right beside what goes. */
const DEEPEST = 0.7
/** How far "right beside" is, metres. */
const BESIDE = 0.14
/** How far a shadow may change the colour, ln: more is another material. */
const TINGE = 0.12
/** How far from the side's own colour something else is at least, ln. */
const OTHER = 0.16
/** The same in parts of how much the side itself varies (median deviation). */
const SHADE_SPREAD = 2.2
const OTHER_SPREAD = 6
/** How far from a thing its shadow is looked for, metres. */
const REACH = 0.7
/** Rounds of the fit: what lies off it counts less in the next. */
const ROUNDS = 8

/** A sheet in cells. */
interface Cells {
  columns: number
  rows: number
  /** Sheet pixels a cell. */
  size: number
  /** ln(1 + mean), a plane for each colour; NaN where less than half is known. */
  colours: readonly [Float64Array, Float64Array, Float64Array]
}

const NEXT = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

function cellsOf({ width, height, scale, rgb, state }: Sheet): Cells {
  const size = Math.max(2, Math.round(CELL * scale))
  const columns = Math.ceil(width / size)
  const rows = Math.ceil(height / size)
  const count = new Float64Array(columns * rows)
  const colours = [0, 1, 2].map(() => new Float64Array(columns * rows)) as unknown as Cells['colours']
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (state[i] !== KNOWN) continue
      const at = Math.floor(y / size) * columns + Math.floor(x / size)
      count[at] = count[at]! + 1
      for (let c = 0; c < 3; c++) colours[c]![at] = colours[c]![at]! + rgb[3 * i + c]!
    }
  }
  for (const plane of colours)
    for (let at = 0; at < plane.length; at++)
      plane[at] = count[at]! >= (size * size) / 2 ? Math.log1p(plane[at]! / count[at]!) : Number.NaN
  return { columns, rows, size, colours }
}

/** How far each cell is from the side's own light; NaN where nothing is known. */
function departures({ columns, rows, colours }: Cells): [Float64Array, Float64Array, Float64Array] {
  const out = colours.map((plane) => plane.slice()) as [Float64Array, Float64Array, Float64Array]
  const weight = Float64Array.from(colours[0], (value) => (Number.isNaN(value) ? 0 : 1))
  for (let round = 0; round < ROUNDS; round++) {
    const fits = colours.map((plane) => fitSeparable(columns, rows, plane, weight))
    // From wide to narrow, so that the largest even part of the side wins, not the mean of wall and window.
    const width = 0.5 * 0.7 ** round
    for (let at = 0; at < weight.length; at++) {
      let far = 0
      for (let c = 0; c < 3; c++) {
        const off =
          colours[c]![at]! - fits[c]!.rows[Math.floor(at / columns)]! - fits[c]!.columns[at % columns]!
        out[c]![at] = off
        far = Math.max(far, Math.abs(off))
      }
      // Shadows only darken: what is darker is the sooner taken for one.
      const reach = out[1][at]! < 0 ? width / 2 : width
      weight[at] = Number.isNaN(far) ? 0 : 1 / (1 + (far / reach) ** 4)
    }
  }
  return out
}

/** Cells that the holes and the shadows that touch them cover. */
function shaded(sheet: Sheet, cells: Cells, dark: Float64Array, least: number): Uint8Array {
  const { columns, rows, size } = cells
  const far = new Int32Array(columns * rows).fill(-1)
  const queue: number[] = []
  for (let y = 0, i = 0; y < sheet.height; y++) {
    for (let x = 0; x < sheet.width; x++, i++) {
      const at = Math.floor(y / size) * columns + Math.floor(x / size)
      if (sheet.state[i] !== HOLE || far[at] === 0) continue
      far[at] = 0
      queue.push(at)
    }
  }
  const most = (REACH * sheet.scale) / size
  const beside = (BESIDE * sheet.scale) / size
  for (let k = 0; k < queue.length; k++) {
    const at = queue[k]!
    if (far[at]! >= most) continue
    for (const [dx, dy] of NEXT) {
      const [x, y] = [(at % columns) + dx, Math.floor(at / columns) + dy]
      if (x < 0 || y < 0 || x >= columns || y >= rows) continue
      const next = y * columns + x
      // Cells at the hole's rim are half unknown; they hang on to it.
      const deepest = far[at]! < beside ? Infinity : DEEPEST
      const isDark = Number.isNaN(dark[next]!) ? far[at]! < 1 : dark[next]! > least && dark[next]! < deepest
      if (far[next] !== -1 || !isDark) continue
      far[next] = far[at]! + 1
      queue.push(next)
    }
  }
  return Uint8Array.from(far, (steps) => (steps >= 0 ? 1 : 0))
}

/** Cells that are something else than the side: what lies far off, and its rim. */
function strangers({ columns, rows }: Cells, off: Float64Array, least: number): Uint8Array {
  const out = new Uint8Array(columns * rows)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!(off[y * columns + x]! > least)) continue
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++)
          if (x + dx >= 0 && x + dx < columns && y + dy >= 0 && y + dy < rows)
            out[(y + dy) * columns + x + dx] = 1
    }
  }
  return out
}

/** How much darker each cell is by shadow alone: 0 where it is another colour. */
function shadeOf([red, green, blue]: readonly [Float64Array, Float64Array, Float64Array]): Float64Array {
  return Float64Array.from(green, (value, at) => {
    const tinge = Math.max(Math.abs(red[at]! - value), Math.abs(blue[at]! - value))
    return tinge > TINGE && -value < DEEPEST ? 0 : -value
  })
}

/**
 * Tells a side of a room apart from what is on it, by its own colour in smooth light: shadows that touch the hole
 * become part of it (up to 0.7 m), windows, doors, pictures become FOREIGN. Changes `sheet.state`.
 */
export function tellApart(sheet: Sheet): void {
  const { width, height, state } = sheet
  const cells = cellsOf(sheet)
  const departed = departures(cells)
  const off = Float64Array.from(departed[0], (_, at) =>
    Math.max(Math.abs(departed[0][at]!), Math.abs(departed[1][at]!), Math.abs(departed[2][at]!)),
  )
  const dark = shadeOf(departed)
  const spread = median(Array.from(off).filter((value) => !Number.isNaN(value)))
  const covered = shaded(sheet, cells, dark, Math.max(SHADE, SHADE_SPREAD * spread))
  const strange = strangers(cells, off, Math.max(OTHER, OTHER_SPREAD * spread))
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / cells.size) * cells.columns
    for (let x = 0; x < width; x++, i++) {
      if (state[i] !== KNOWN) continue
      const at = row + Math.floor(x / cells.size)
      if (covered[at]) state[i] = HOLE
      else if (strange[at]) state[i] = FOREIGN
    }
  }
}
