import type { View } from '#kernels/seeing/scene.ts'
import type { Line } from './relief.ts'
import { Rows } from './rows.ts'

/** Side of a cell, px. */
const CELL = 8
/** How firmly neighbours agree, and how firmly lines stay straight, against what was seen. */
const SMOOTH = 1.2
const STRAIGHT = 30
/** How firmly what stands keeps its nearness from top to bottom. */
const UPRIGHT = 6
/** Where nearness changes by more than this part from cell to cell, something ends. */
const ENDS = 0.12
/** Steps along lines, px. */
const STEP = 10

/** What is known of a picture's nearness. */
export interface Known {
  width: number
  height: number
  /** Of the background, exact on its planes. */
  shell: Float32Array
  /** Of everything, with the errors of its borders. */
  nearness: Float32Array
  /** 0..1: how far each pixel is believed. */
  sure: Float32Array
  /** 1 for what lies or hangs level: floor, ground, ceiling. */
  level: Uint8Array
}

/** Corners of the cell around a place and their shares. */
function cornersAt(x: number, y: number, w: number, h: number): [number, number][] {
  const gx = Math.min(w - 1.001, Math.max(0, x / CELL - 0.5))
  const gy = Math.min(h - 1.001, Math.max(0, y / CELL - 0.5))
  const [x0, y0] = [Math.floor(gx), Math.floor(gy)]
  const [fx, fy] = [gx - x0, gy - y0]
  const i = y0 * w + x0
  return [
    [i, (1 - fx) * (1 - fy)],
    [i + 1, fx * (1 - fy)],
    [i + w, (1 - fx) * fy],
    [i + w + 1, fx * fy],
  ]
}

/** Means of a cell: what was seen beyond the background, the background, how sure, and how much is level. */
function cellAt({ width, height, shell, nearness, sure, level }: Known, left: number, top: number) {
  let [off, weight, back, flat, count] = [0, 0, 0, 0, 0]
  for (let y = top; y < Math.min(height, top + CELL); y++) {
    for (let x = left; x < Math.min(width, left + CELL); x++) {
      const i = y * width + x
      off += sure[i]! * (nearness[i]! - shell[i]!)
      weight += sure[i]!
      back += shell[i]!
      flat += level[i]!
      count++
    }
  }
  return {
    off: weight > 0 ? off / weight : 0,
    sure: weight / count,
    shell: back / count,
    level: flat / count,
  }
}

function addCells(rows: Rows, known: Known, w: number, h: number): void {
  const cells = Array.from({ length: w * h }, (_, at) =>
    cellAt(known, (at % w) * CELL, Math.floor(at / w) * CELL),
  )
  for (const [at, cell] of cells.entries()) {
    if (cell.sure > 0) rows.add([[at, 1]], cell.off, cell.sure)
    if ((at + 1) % w > 0)
      rows.add(
        [
          [at, 1],
          [at + 1, -1],
        ],
        0,
        SMOOTH,
      )
    const below = cells[at + w]
    if (!below) continue
    rows.add(
      [
        [at, 1],
        [at + w, -1],
      ],
      0,
      SMOOTH,
    )
    const [k, under] = [cell.off + cell.shell, below.off + below.shell]
    if (cell.level + below.level > 0.5 || Math.abs(k - under) > ENDS * Math.max(k, under)) continue
    rows.add(
      [
        [at, 1],
        [at + w, -1],
      ],
      below.shell - cell.shell,
      UPRIGHT,
    )
  }
}

/** Along a line of the scene nearness grows evenly; along an upright one it stays. */
function addLine(
  rows: Rows,
  { width, height, shell }: Known,
  view: View,
  { x1, y1, x2, y2, axis }: Line,
  [w, h]: readonly [number, number],
): void {
  const steps = Math.max(2, Math.round(Math.hypot(x2 - x1, y2 - y1) / STEP))
  const places = Array.from({ length: steps + 1 }, (_, n) => {
    const [x, y] = [x1 + ((x2 - x1) * n) / steps, y1 + ((y2 - y1) * n) / steps]
    const px = Math.min(width - 1, Math.max(0, Math.floor(x)))
    const py = Math.min(height - 1, Math.max(0, Math.floor(y)))
    return { corners: cornersAt(x, y, w, h), shell: shell[py * width + px]! }
  })
  const weights = axis === view.axes[1] ? [1, -1] : [1, -2, 1]
  for (let n = 0; n + weights.length <= places.length; n++) {
    const entries: [number, number][] = []
    let off = 0
    for (const [k, weight] of weights.entries()) {
      const place = places[n + k]!
      off += weight * place.shell
      for (const [at, share] of place.corners) entries.push([at, weight * share])
    }
    rows.add(entries, -off, STRAIGHT)
  }
}

/**
 * Nearness in which straight lines of the picture stay straight when the camera moves: along a line of the scene the
 * inverse of the distance is linear, along an upright one it is constant. Least squares over a grid, after
 * content-preserving warps (Liu, Gleicher, Jin, Agarwala 2009); what lies on the background's planes stays exact.
 * @param lines edges of the picture, px, and the directions of the scene that they run along
 */
export function straighten(known: Known, view: View, lines: readonly Line[]): Float32Array {
  const { width, height, shell } = known
  const [w, h] = [Math.ceil(width / CELL), Math.ceil(height / CELL)]
  const rows = new Rows(w * h)
  addCells(rows, known, w, h)
  for (const line of lines) addLine(rows, known, view, line, [w, h])
  const off = rows.solve()
  const out = new Float32Array(shell.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let sum = shell[i]!
      for (const [at, share] of cornersAt(x + 0.5, y + 0.5, w, h)) sum += share * off[at]!
      out[i] = Math.max(0, sum)
    }
  }
  return out
}
