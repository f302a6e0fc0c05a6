import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Plane } from '#kernels/raster.ts'
import { toLinear } from '#kernels/srgb.ts'
import { type Copy, greenness, planeOf } from './copy.ts'
import { findPanes, NARROWEST, type Pane, xAt } from './posts.ts'
import type { Sky } from './sky.ts'

/** Panes narrower than this, as a part of the longer side, are easily taken for slats. */
const NARROW = 0.02

/** How far the luma above and below may be from a pane's own for a wall that runs on between windows, natural logarithm. */
const RUNS_ON = 0.08

interface Look {
  luma: number
  warm: number
  chroma: number
  green: number
  sky: number
  /** Part of its points that are far darker than the mean: gaps between slats, not glass. */
  gaps: number
  /** How often, on a line across, dark turns to bright or bright to dark: often on slats and louvres. */
  turns: number
  /** The same on a line four times as long. */
  around: number
  /** Luma of the bright parts around it. */
  wall: number
  /** Just above and just below it is as bright as itself. */
  runsOn: boolean
  /** Side by side it is dark and bright: a window and the wall beside it. */
  parted: boolean
  /** Darkest and mean luma just beside the two posts, outside and on them. */
  frame: [number, number]
  beside: [number, number]
}

/** 1 where the sky is, or its colour of that row. */
function skyAlike({ r, g, b }: Copy, { cover, rows, part, horizon }: Sky, i: number, y: number): number {
  if (part === 0 || y > horizon * cover.height) return 0
  const away = Math.hypot(r[i]! - rows[0][y]!, g[i]! - rows[1][y]!, b[i]! - rows[2][y]!)
  return away < 0.06 ? 1 : cover.data[i]!
}

/** Changes between dark and bright along a line of values, small ones left out. */
function turnsOf(line: readonly number[]): number {
  const mean = line.reduce((sum, value) => sum + value, 0) / line.length
  let [turns, side] = [0, 0]
  for (const value of line) {
    const now = value > 1.07 * mean ? 1 : value < 0.93 * mean ? -1 : 0
    if (now === 0) continue
    if (side !== 0 && now !== side) turns++
    side = now
  }
  return turns
}

/** Luma along a row of the copy, a value each second pixel. */
function lineOf({ width, luma }: Copy, from: number, to: number, y: number): number[] {
  const line: number[] = []
  for (let x = Math.max(0, Math.round(from)); x < Math.min(width, to); x += 2) line.push(luma[y * width + x]!)
  return line
}

/** Ninth tenth of the luma in and around a pane. */
function brightAround({ width, height, luma }: Copy, { left, right, top, bottom }: Pane): number {
  const middle = (top + bottom) / 2
  const reach = 0.06 * Math.max(width, height)
  const [x0, x1] = [xAt(left, middle) - reach, xAt(right, middle) + reach]
  const values: number[] = []
  for (let row = 0; row < 12; row++) {
    for (let column = 0; column < 12; column++) {
      const x = Math.round(x0 + ((x1 - x0) * column) / 11)
      const y = Math.round(top - reach + ((bottom - top + 2 * reach) * row) / 11)
      if (x >= 0 && x < width && y >= 0 && y < height) values.push(luma[y * width + x]!)
    }
  }
  values.sort((a, b) => a - b)
  return values[Math.floor(0.9 * values.length)] ?? 1
}

/** Mean luma between two posts at a row; 0 beyond the picture. */
function lumaAcross({ width, height, luma }: Copy, { left, right }: Pane, row: number): number {
  const y = Math.round(row)
  if (y < 0 || y >= height) return 0
  const [x0, x1] = [xAt(left, y), xAt(right, y)]
  let [sum, count] = [0, 0]
  for (let part = 0.2; part <= 0.8; part += 0.1) {
    const x = Math.round(x0 + part * (x1 - x0))
    if (x < 0 || x >= width) continue
    sum += luma[y * width + x]!
    count++
  }
  return count > 0 ? sum / count : 0
}

/** Whether a fifth of the columns of a grid of lumas is far darker and another far brighter than their mean. */
function isParted(points: readonly number[], columns: number): boolean {
  const sums = Array.from({ length: columns }, () => 0)
  for (const [k, value] of points.entries()) sums[k % columns] = sums[k % columns]! + value
  const mean = sums.reduce((sum, value) => sum + value, 0) / columns
  const [dark, bright] = [sums.filter((v) => v < 0.85 * mean), sums.filter((v) => v > 1.12 * mean)]
  return Math.min(dark.length, bright.length) > 0.2 * columns
}

/** Mean colour of a pane, sampled on a grid, and what its two sides look like. */
function lookAt(copy: Copy, sky: Sky, pane: Pane): Look {
  const { width, r, g, b, luma } = copy
  const look: Look = {
    luma: 0,
    warm: 0,
    chroma: 0,
    green: 0,
    sky: 0,
    gaps: 0,
    turns: 0,
    around: 0,
    wall: 0,
    runsOn: false,
    parted: false,
    frame: [0, 0],
    beside: [0, 0],
  }
  const reach = Math.max(2, Math.round(0.006 * Math.max(width, copy.height)))
  const [rows, columns] = [8, 24]
  const middle = (pane.top + pane.bottom) / 2
  const points: number[] = []
  for (let row = 0; row < rows; row++) {
    const y = Math.round(pane.top + ((row + 0.5) / rows) * (pane.bottom - pane.top))
    const [x0, x1] = [xAt(pane.left, y), xAt(pane.right, y)]
    for (let column = 0; column < columns; column++) {
      const x = Math.round(x0 + reach + ((column + 0.5) / columns) * (x1 - x0 - 2 * reach))
      const i = Math.max(0, Math.min(luma.length - 1, y * width + x))
      const share = 1 / (rows * columns)
      points.push(luma[i]!)
      look.luma += share * luma[i]!
      look.warm += share * (r[i]! - b[i]!)
      look.chroma += share * (Math.max(r[i]!, g[i]!, b[i]!) - Math.min(r[i]!, g[i]!, b[i]!))
      look.green += share * greenness(toLinear(r[i]!), toLinear(g[i]!), toLinear(b[i]!))
      look.sky += share * skyAlike(copy, sky, i, y)
    }
    look.turns += turnsOf(points.slice(-columns)) / rows
    look.around += turnsOf(lineOf(copy, x0 - 1.5 * (x1 - x0), x1 + 1.5 * (x1 - x0), y)) / rows
    for (const end of [0, 1] as const) {
      let [darkest, sum] = [1, 0]
      for (let d = -1; d <= 2 * reach; d++) {
        const x = Math.round(end === 0 ? x0 - d : x1 + d)
        const value = luma[Math.max(0, Math.min(luma.length - 1, y * width + x))]!
        darkest = Math.min(darkest, value)
        sum += value
      }
      look.frame[end] += darkest / rows
      look.beside[end] += sum / (2 * reach + 2) / rows
    }
  }
  look.wall = brightAround(copy, pane)
  look.runsOn = [pane.top - 2 * reach, pane.bottom + 2 * reach].every((y) => {
    const beyond = lumaAcross(copy, pane, y)
    return beyond > 0 && Math.abs(Math.log(beyond / lumaAcross(copy, pane, middle))) < RUNS_ON
  })
  look.parted = isParted(points, columns)
  look.gaps = points.filter((value) => value < 0.62 * look.luma).length / points.length
  return look
}

/** How surely it is glass: that is neither warm nor colourful, and stands between dark bars or is dark itself. */
function sureness(look: Look, narrow: boolean): 'sure' | 'maybe' | 'no' {
  const { luma, warm, chroma, green, sky, gaps, turns, around, wall, runsOn, parted, frame, beside } = look
  const bars = Math.max(...frame) / luma
  // Through clear glass between dark bars a floor or a curtain may be seen, which is warm.
  const [mostWarm, mostChroma] = bars < 0.5 ? [0.2, 0.26] : [0.12, 0.2]
  if (warm > mostWarm || chroma > mostChroma || green > 0.3 || sky > 0.35) return 'no'
  if (gaps > 0.2 || turns > 7 || around > (narrow ? 9.5 : 14) || luma > 0.88 * wall) return 'no'
  // Between two windows the wall has their frames on both sides, but goes on above and below.
  if (runsOn || parted) return 'no'
  // A bar is thin: beside it there is the next pane, or a wall, but not more of the dark.
  const thin = Math.max(...beside) > 0.75 * luma
  if ((bars < 0.6 && thin) || (!narrow && luma < 0.42 && luma < 0.66 * Math.min(...beside))) return 'sure'
  return bars < 0.78 || (luma < 0.5 && luma < 0.8 * Math.min(...beside)) ? 'maybe' : 'no'
}

interface Found {
  pane: Pane
  look: Look
}

/** Whether two panes stand side by side in one row of windows and look alike. */
function areNeighbours(a: Found, b: Found, side: number): boolean {
  const overlap = Math.min(a.pane.bottom, b.pane.bottom) - Math.max(a.pane.top, b.pane.top)
  const higher = Math.max(a.pane.bottom - a.pane.top, b.pane.bottom - b.pane.top)
  if (overlap < 0.6 * higher || Math.abs(Math.log(a.look.luma / b.look.luma)) > 0.35) return false
  const y = (Math.max(a.pane.top, b.pane.top) + Math.min(a.pane.bottom, b.pane.bottom)) / 2
  const gap = Math.max(xAt(a.pane.left, y) - xAt(b.pane.right, y), xAt(b.pane.left, y) - xAt(a.pane.right, y))
  return Math.abs(gap) < NARROWEST * side
}

/** Panes that are surely glass, and those in a row with them that may be. */
function choose(sure: Found[], maybe: Found[], side: number): Found[] {
  const chosen = [...sure]
  const left = new Set(maybe)
  for (const known of chosen) {
    for (const other of left) {
      if (!areNeighbours(known, other, side)) continue
      left.delete(other)
      chosen.push(other)
    }
  }
  return chosen
}

/** The edge between the ends of two posts, slanted as in perspective; level where one of them is cut off. */
function edgeOf(first: number, second: number, level: number, pane: Pane): (x: number, y: number) => number {
  if (Math.abs(first - second) > 0.3 * (pane.bottom - pane.top)) return () => level
  return (x, y) => {
    const from = xAt(pane.left, y)
    return first + ((second - first) * (x - from)) / Math.max(1, xAt(pane.right, y) - from)
  }
}

function fillPane({ panes, level }: Windows, copy: Copy, { pane, look }: Found): void {
  const { left, right } = pane
  const upper = edgeOf(left.top, right.top, pane.top, pane)
  const lower = edgeOf(left.bottom, right.bottom, pane.bottom, pane)
  const [first, last] = [Math.min(left.top, right.top), Math.max(left.bottom, right.bottom)]
  for (let y = Math.max(0, Math.ceil(first)); y < Math.min(copy.height, last); y++) {
    const from = Math.max(0, Math.round(xAt(pane.left, y)))
    const to = Math.min(copy.width - 1, Math.round(xAt(pane.right, y)))
    for (let x = from; x <= to; x++) {
      if (y < upper(x, y) || y > lower(x, y)) continue
      const i = y * copy.width + x
      // Bars stay dark, and what stands in front in full daylight is not lit from inside.
      const value = copy.luma[i]! / look.luma
      const share = value < 0.5 ? 0.15 : value > 1.5 ? 0.4 : 1
      if (panes.data[i] === 0) level.data[i] = toLinear(look.luma)
      panes.data[i] = Math.max(panes.data[i]!, share)
    }
  }
}

/** Panes of glass, at the size of the copy. */
export interface Windows {
  /** 0..1. */
  panes: Plane
  /** Mean luma of the pane that a pixel belongs to, linear light; 1 elsewhere. */
  level: Plane
  /** Part of the picture that panes cover. */
  part: number
}

/**
 * Finds panes of glass: between two neighbouring upright edges of like height, neither warm nor colourful, with
 * dark bars on both sides or darker than what is beside them. Finds none rather than light a wall.
 */
export function findWindows(copy: Copy, sky: Sky): Windows {
  const { width, height } = copy
  const side = Math.max(width, height)
  const found = { sure: [] as Found[], maybe: [] as Found[], no: [] as Found[] }
  for (const pane of findPanes(copy)) {
    const look = lookAt(copy, sky, pane)
    const middle = (pane.top + pane.bottom) / 2
    const narrow = xAt(pane.right, middle) - xAt(pane.left, middle) < NARROW * side
    found[sureness(look, narrow)].push({ pane, look })
  }
  const windows: Windows = { panes: planeOf(copy), level: planeOf(copy), part: 0 }
  windows.level.data.fill(1)
  for (const one of choose(found.sure, found.maybe, side)) fillPane(windows, copy, one)
  const { data } = windows.panes
  windows.part = data.reduce((sum, value) => sum + value, 0) / data.length
  boxBlur(data, width, height, 1, new Float32Array(data.length))
  return windows
}
