import { distanceInside } from '#kernels/lineart-vector/coverage.ts'
import { type Patch, patchesOf } from '#kernels/raster/patches.ts'
import { boundsOf } from './bounds.ts'
import type { Ink } from './ink.ts'
import { fill, growIntoInk, lengthOf, type Strip, stripsOf, type Walls } from './walls.ts'

/** A wall of 220 mm in a building of 11 m: thickness of walls against its longer side where they are drawn as strokes. */
const STROKE_WALL = 0.02
/** Shortest stroke that is a wall, in thicknesses of walls, and how wide strokes become. */
const SHORTEST_STROKE = 2
const STROKE_WIDTH = 0.3
/** How far the middle of a stroke may lie off its chord, in its widths: arcs are doors. */
const BENT = 1

/** Whether a strip runs straight from end to end. */
function isStraight({ upper, lower, thickness }: Strip): boolean {
  const n = upper.length
  const mid = (k: number) => (upper[k]! + lower[k]! - 1) / 2
  const off = mid(n >> 1) - (mid(0) * (n - 1 - (n >> 1)) + mid(n - 1) * (n >> 1)) / (n - 1)
  return Math.abs(off) <= BENT * thickness + 1
}

/** Takes lines about all others that touch none of them: the frame of a sheet. */
function takeFrames(mask: Uint8Array, width: number): void {
  const boxes = patchesOf(mask, width)
  for (const one of boxes)
    if (
      boxes.some(
        (other) =>
          other.pixels.length > one.pixels.length / 4 &&
          other.left > one.left &&
          other.right < one.right &&
          other.top > one.top &&
          other.bottom < one.bottom,
      ) &&
      goesAround(one, width)
    )
      for (const i of one.pixels) mask[i] = 0
}

/** Share of each side of its box that a frame is drawn along, and how far off it may lie, px. */
const FRAMED = 0.5
const OFF_SIDE = 4

/** Whether a patch is drawn along all four sides of its box: three walls whose fourth one is drawn apart are no frame. */
function goesAround({ pixels, left, right, top, bottom }: Patch, width: number): boolean {
  const [level, upright] = [right - left + 1, bottom - top + 1]
  const sides = [
    new Uint8Array(level),
    new Uint8Array(level),
    new Uint8Array(upright),
    new Uint8Array(upright),
  ]
  for (const i of pixels) {
    const [x, y] = [i % width, Math.floor(i / width)]
    if (y - top <= OFF_SIDE) sides[0]![x - left] = 1
    if (bottom - y <= OFF_SIDE) sides[1]![x - left] = 1
    if (x - left <= OFF_SIDE) sides[2]![y - top] = 1
    if (right - x <= OFF_SIDE) sides[3]![y - top] = 1
  }
  return sides.every((side) => side.reduce((sum, value) => sum + value, 0) > FRAMED * side.length)
}

/** Strokes that end short of another one by no more than its wall's thickness are drawn on to it: they stand for axes. */
function joinStrokes(mask: Uint8Array, strokes: readonly Strip[], width: number, reach: number): void {
  const height = mask.length / width
  for (const { upper, lower, x0, slope, along } of strokes)
    for (const ahead of [-1, 1]) {
      const k = ahead < 0 ? 0 : upper.length - 1
      const v = Math.round((upper[k]! + lower[k]! - 1) / 2)
      const at = (n: number): number => {
        const [u, w] = [x0 + k + ahead * n, Math.round(v + slope * ahead * n)]
        const [x, y] = along === 'x' ? [u, w] : [w, u]
        return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
      }
      let far = 1
      while (far <= reach && at(far) >= 0 && !mask[at(far)]) far++
      if (far > reach || at(far) < 0) continue
      for (let n = 1; n < far; n++) mask[at(n)] = 1
    }
}

/** Width of heavy strokes at least, against the finest common pen. */
const HEAVY = 1.75
/** Widest of them, in widths of that pen: what is wider is a filled wall. */
const HEAVIEST = 5
/** Shortest heavy stroke that is a wall by itself, in widths of that pen: those of letters are shorter. */
const LONG = 20
/** Thickness of walls against the heavy strokes that stand for them: a wall of 220 mm is drawn as one of about 70 mm. */
const HEAVY_WALL = 3
/** Share of the heavy strokes' length that is drawn thinner than those that thickness is told by: partitions. */
const THINNEST = 0.1

/** The long ones of some strokes, drawn on to those that they nearly meet. */
function longOf(all: readonly Strip[], { width, dark }: Ink, least: number, reach: number): Uint8Array {
  const mask = new Uint8Array(dark.length)
  const long = all.filter((one) => lengthOf(one) >= least)
  for (const one of long) fill(mask, one, width)
  joinStrokes(mask, long, width, reach)
  takeFrames(mask, width)
  return mask
}

/** Longer side of the box about the long ones of some strokes, px. */
function sideOf(all: readonly Strip[], ink: Ink): number {
  const long = longOf(all, ink, 0.1 * Math.max(ink.width, ink.height), 0)
  const { left, right, top, bottom } = boundsOf(long, ink.width)
  return Math.max(0, right - left, bottom - top)
}

const none = ({ dark }: Ink): Walls => ({
  mask: new Uint8Array(dark.length),
  thickness: 0,
  stubs: new Uint16Array(dark.length),
})

/** Walls that are drawn as single strokes: long straight lines, widened to a part of a wall's usual thickness. */
export function findStrokes(ink: Ink): Walls {
  const { width, height, dark, pen } = ink
  const all = stripsOf(dark, width, height, 2 * pen + 2).filter(isStraight)
  const side = sideOf(all, ink)
  if (side === 0) return none(ink)
  const thickness = Math.max(8, STROKE_WALL * side)
  const strokes = longOf(all, ink, SHORTEST_STROKE * thickness, thickness)
  const away = distanceInside(
    strokes.map((value) => 1 - value),
    width,
    height,
  )
  const reach = Math.max(1.5, (STROKE_WIDTH * thickness) / 2)
  const mask = new Uint8Array(dark.length)
  for (let i = 0; i < mask.length; i++) if (away[i]! <= reach) mask[i] = 1
  return { ...none(ink), mask, thickness }
}

/** Ink without what is thinner than so much, px, along its row or its column. */
function heavyInk({ dark, width, height }: Ink, least: number): Uint8Array {
  const out = Uint8Array.from(dark)
  const takeShort = (lines: number, length: number, next: number, step: number) => {
    for (let line = 0; line < lines; line++)
      for (let k = 0, run = 0; k <= length; k++) {
        if (k < length && dark[line * next + k * step]) {
          run++
          continue
        }
        if (run < least) for (let n = 1; n <= run; n++) out[line * next + (k - n) * step] = 0
        run = 0
      }
  }
  takeShort(height, width, width, 1)
  takeShort(width, height, 1, width)
  return out
}

/** Walls that are drawn as single strokes with a heavier pen than all else, as wide as these are drawn. */
export function findHeavyStrokes(ink: Ink): Walls {
  const { width, height, dark, pen } = ink
  const heavy = heavyInk(ink, HEAVY * pen)
  const long = stripsOf(heavy, width, height, HEAVIEST * pen).filter(
    (one) => isStraight(one) && lengthOf(one) >= LONG * pen,
  )
  if (long.length === 0) return none(ink)
  const widths = long.flatMap(({ upper, lower }) => upper.map((from, k) => lower[k]! - from))
  const thickness = HEAVY_WALL * widths.sort((a, b) => a - b)[Math.floor(THINNEST * widths.length)]!
  const mask = longOf(long, ink, LONG * pen, 0)
  growIntoInk(mask, heavy, width, 2 * Math.ceil(thickness))
  growIntoInk(mask, dark, width, 1)
  return { ...none(ink), mask, thickness }
}
