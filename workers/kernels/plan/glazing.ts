import { type Band, findBands } from './bands.ts'
import type { Ink } from './ink.ts'
import type { Opening } from './openings.ts'
import { type Frame, turnedWalls } from './turned.ts'

/** Shortest and longest pane, in thicknesses of walls. */
const SHORTEST = 1.4
const LONGEST = 30
/** How far a pane's line may lie off its chord, px, and how many columns it may miss. */
const OFF = 1.6
const MISSED = 2
/** How far beyond the end of a pane its jamb is looked for, px. */
const JAMB_NEAR = 4
/** Widest wall in which panes are looked for, in thicknesses of walls. */
const WIDEST = 3
/** Share of the shorter of two lines that lies beside the other where both are of one window. */
const BESIDE = 0.5

interface Line {
  from: number
  to: number
  /** Rows at its columns, from the first one on. */
  rows: number[]
  missed: number
}

type IsDark = (u: number, v: number) => boolean

/** Thin lines that run along a strip of wall between two others: its faces, or further panes. */
function middleLines({ upper, lower, x0 }: Band, isDark: IsDark, thin: number): Line[] {
  const done: Line[] = []
  let growing: Line[] = []
  const end = (line: Line) => {
    line.rows.length -= line.missed
    line.to -= line.missed
    done.push(line)
  }
  for (let k = 0; k < upper.length; k++) {
    const u = x0 + k
    const runs: number[] = []
    const [first, last] = [upper[k]! - 2, lower[k]! + 2]
    for (let v = first, run = 0; v <= last; v++) {
      if (v < last && isDark(u, v)) {
        run++
        continue
      }
      if (run > 0) runs.push(run <= thin ? v - (run + 1) / 2 : Number.NaN)
      run = 0
    }
    const middles = runs.slice(1, -1).filter((v) => !Number.isNaN(v))
    const next: Line[] = []
    for (const line of growing) {
      const row = line.rows.at(-1)!
      const at = middles.findIndex((v) => Math.abs(v - row) <= OFF)
      line.to = u
      if (at >= 0) {
        line.rows.push(middles[at]!)
        middles.splice(at, 1)
        line.missed = 0
        next.push(line)
      } else if (++line.missed > MISSED) {
        line.rows.push(row)
        end(line)
      } else {
        line.rows.push(row)
        next.push(line)
      }
    }
    for (const v of middles) next.push({ from: u, to: u, rows: [v], missed: 0 })
    growing = next
  }
  for (const line of growing) end(line)
  return done
}

/** Whether a line ends at a jamb: a line, or a wall, that runs across its end. @param ahead the way in which it ends */
function isJammed(u: number, v: number, ahead: 1 | -1, isDark: IsDark, thin: number): boolean {
  for (let du = -1; du <= JAMB_NEAR; du++) {
    const at = u + ahead * du
    let [low, high] = [Math.round(v), Math.round(v)]
    if (!isDark(at, low)) continue
    while (low > v - 4 * thin && isDark(at, low - 1)) low--
    while (high < v + 4 * thin && isDark(at, high + 1)) high++
    if (high - low + 1 > thin) return true
  }
  return false
}

/** Whether a line runs straight from end to end. */
function isStraight({ rows }: Line): boolean {
  const [first, last, n] = [rows[0]!, rows.at(-1)!, rows.length - 1]
  return rows.every((v, k) => Math.abs(v - first - ((last - first) * k) / Math.max(1, n)) <= OFF)
}

/** Windows in one strip of wall, as the columns that they take. */
function panesIn(band: Band, isDark: IsDark, thin: number): { from: number; to: number }[] {
  const long = (line: { from: number; to: number }) => line.to - line.from + 1
  const lines = middleLines(band, isDark, thin)
    .filter((line) => {
      const wide = long(line)
      return (
        wide >= Math.max(8, SHORTEST * band.thickness) &&
        wide <= LONGEST * band.thickness &&
        isStraight(line) &&
        isJammed(line.from, line.rows[0]!, -1, isDark, thin) &&
        isJammed(line.to, line.rows.at(-1)!, 1, isDark, thin)
      )
    })
    .sort((a, b) => a.from - b.from)
  const panes: { from: number; to: number }[] = []
  for (const line of lines) {
    const last = panes.at(-1)
    const common = last ? Math.min(last.to, line.to) - line.from + 1 : 0
    if (last && common > BESIDE * Math.min(long(last), long(line))) last.to = Math.max(last.to, line.to)
    else panes.push({ from: line.from, to: line.to })
  }
  return panes
}

function cornersIn(frame: Frame, band: Band, from: number, to: number): Opening['corners'] {
  const k = Math.round((from + to) / 2) - band.x0
  const mid = (band.upper[k]! + band.lower[k]! - 1) / 2
  const half = band.thickness / 2
  const at = (u: number, side: number) =>
    frame.point(u, mid + band.slope * (u - (from + to) / 2) + side * half)
  return [at(from - 0.5, -1), at(to + 0.5, -1), at(to + 0.5, 1), at(from - 0.5, 1)]
}

/**
 * Finds windows that are drawn within a wall: one or more lines along it between its faces, from jamb to jamb.
 * @param mask 1 where there is wall
 * @param thick thickness of the thick walls, px
 */
export function findGlazing(ink: Ink, mask: Uint8Array, thick: number): Opening[] {
  const thin = Math.max(3, 2 * ink.pen + 1)
  return turnedWalls(mask, ink, thick, null).flatMap(({ frame, columns, width, height, isOblique }) => {
    const isDark: IsDark = (u, v) => {
      const i = frame.index(u, v)
      return i >= 0 && ink.dark[i] === 1
    }
    return findBands(columns, width, height, Math.round(WIDEST * thick) + 2)
      .filter(({ upper, slope }) => upper.length > 2 * thick && Math.abs(slope) < (isOblique ? 0.05 : 0.2))
      .flatMap((band) =>
        panesIn(band, isDark, thin).map(({ from, to }) => ({
          kind: 'window' as const,
          corners: cornersIn(frame, band, from, to),
          width: to - from + 1,
        })),
      )
  })
}
