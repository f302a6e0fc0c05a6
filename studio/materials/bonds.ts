// How pieces are laid: every bond tells, for a point, which piece it is in and where in it.
// All lengths are mm; a bond repeats after `mm` in both directions.
import { hash, wrap } from './noise.ts'

/** A piece and a point in it. */
export interface Spot {
  /** 0..1, another one for every piece. */
  id: number
  /** 0..1, a second draw. */
  other: number
  /** Along and across the piece, from its centre, mm. */
  x: number
  y: number
  /** To the nearest edge of the piece's module (the middle of the joint), mm. */
  edge: number
  /** Whether the piece stands upright. */
  turned: boolean
}

export const newSpot = (): Spot => ({ id: 0, other: 0, x: 0, y: 0, edge: 0, turned: false })

/** Finds the piece at a point of the picture. */
export type Bond = (u: number, v: number, out: Spot) => void

function name(out: Spot, column: number, row: number, seed: number): void {
  out.id = hash(column, row, seed)
  out.other = hash(column, row, seed + 77)
}

/**
 * Rows of equal pieces.
 * @param shift part of a piece that each row is moved on by; 0 is a grid, 0.5 a running bond
 */
export function rows(mm: number, w: number, h: number, shift: number, seed: number): Bond {
  const columns = Math.round(mm / w)
  const count = Math.round(mm / h)
  return (u, v, out) => {
    const y = v * count
    const row = Math.floor(y)
    const x = u * columns - row * shift
    const column = Math.floor(x)
    name(out, wrap(column, columns), wrap(row, count), seed)
    out.x = (x - column - 0.5) * w
    out.y = (y - row - 0.5) * h
    out.edge = Math.min(w / 2 - Math.abs(out.x), h / 2 - Math.abs(out.y))
    out.turned = false
  }
}

/** Rows with `count` joints each at places of their own, as floor boards lie; x starts at the board's end. */
export function strips(mm: number, h: number, count: number, seed: number): Bond {
  const total = Math.round(mm / h)
  const starts = Array.from({ length: total }, (_, row) => {
    const first = hash(row, 1, seed)
    return Array.from({ length: count }, (_, k) =>
      wrap(first + (k + (hash(row, k + 2, seed) - 0.5) * 0.4) / count, 1),
    ).sort((a, b) => a - b)
  })
  return (u, v, out) => {
    const y = v * total
    const row = Math.floor(y)
    const inRow = starts[wrap(row, total)]!
    let index = count - 1
    for (let k = 0; k < count; k++) if (u >= inRow[k]!) index = k
    const from = u >= inRow[0]! ? inRow[index]! : inRow[count - 1]! - 1
    const to = u < inRow[0]! ? inRow[0]! : (inRow[index + 1] ?? inRow[0]! + 1)
    name(out, index, wrap(row, total), seed)
    out.x = (u - from) * mm
    out.y = (y - row - 0.5) * h
    out.edge = Math.min(out.x, (to - u) * mm, h / 2 - Math.abs(out.y))
    out.turned = false
  }
}

/** Herringbone at 45°: blocks of w × n·w; the repeat is 2·n·√2·w. */
export function herringbone(mm: number, n: number, seed: number): Bond {
  const side = 2 * n
  const w = mm / (side * Math.SQRT2)
  return (u, v, out) => {
    const p = (u + v) * side
    const q = (u - v) * side
    const i = Math.floor(p)
    const j = Math.floor(q)
    const d = wrap(i - j, side)
    const lies = d < n
    const startP = lies ? i - d : i
    const startQ = lies ? j : j - (side - 1 - d)
    const centreP = startP + (lies ? n / 2 : 0.5)
    const centreQ = startQ + (lies ? 0.5 : n / 2)
    // The lattice of the repeat is not the lattice of the blocks: name a block by where its centre falls.
    const cu = wrap(Math.round(((centreP + centreQ) / 2 / side) * 4096), 4096)
    const cv = wrap(Math.round(((centreP - centreQ) / 2 / side) * 4096), 4096)
    name(out, cu, cv, seed)
    const along = (lies ? p - centreP : q - centreQ) * w
    const across = (lies ? q - centreQ : p - centreP) * w
    out.x = along
    out.y = across
    out.edge = Math.min((n * w) / 2 - Math.abs(along), w / 2 - Math.abs(across))
    out.turned = !lies
  }
}

/** Hexagons standing on a point; 7 across and 8 rows a repeat are regular within 1 %. */
export function hexagons(mm: number, columns: number, rowCount: number, seed: number): Bond {
  const w = mm / columns
  const h = mm / rowCount
  return (u, v, out) => {
    const x = u * mm
    const y = v * mm
    let best = 1e9
    let second = 1e9
    const near = Math.floor(y / h)
    for (let row = near - 1; row <= near + 2; row++) {
      const shift = wrap(row, 2) * 0.5
      const middle = Math.round(x / w - shift)
      for (let column = middle - 1; column <= middle + 1; column++) {
        const dx = x - (column + shift) * w
        const dy = y - row * h
        const d = dx * dx + dy * dy
        if (d < best) {
          second = best
          best = d
          out.x = dx
          out.y = dy
          name(out, wrap(column, columns), wrap(row, rowCount), seed)
        } else if (d < second) second = d
      }
    }
    // The border between two centres is half way: the difference of squares is twice their distance × offset.
    out.edge = (second - best) / (2 * w)
    out.turned = false
  }
}

/** Fish scales: discs of width w whose upper rows lie over the lower ones. */
export function scales(mm: number, columns: number, seed: number): Bond {
  const w = mm / columns
  const h = w / 2
  const rowCount = columns * 2
  const radius = w / 2
  return (u, v, out) => {
    const x = u * mm
    const y = v * mm
    const top = Math.floor(y / h) + 1
    for (let row = top - 3; row <= top + 1; row++) {
      const shift = wrap(row, 2) * 0.5
      const column = Math.round(x / w - shift)
      const dx = x - (column + shift) * w
      const dy = y - row * h
      const d = Math.hypot(dx, dy)
      if (d > radius) continue
      name(out, wrap(column, columns), wrap(row, rowCount), seed)
      out.x = dx
      out.y = dy
      out.edge = radius - d
      out.turned = false
      return
    }
    out.edge = 0
  }
}

/** How much of a point is piece and not joint, 0..1: soft over one pixel. */
export function inside(edge: number, joint: number, pitch: number): number {
  const t = (edge - joint / 2) / pitch + 0.5
  return t < 0 ? 0 : t > 1 ? 1 : t
}
