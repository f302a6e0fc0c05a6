import { distanceInside } from '#kernels/lineart-vector/coverage.ts'
import { type Patch, patchesOf } from '#kernels/raster/patches.ts'
import { boundsOf } from './bounds.ts'
import type { Ink } from './ink.ts'
import { fill, lengthOf, type Strip, stripsOf, type Walls } from './walls.ts'

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

/** Walls that are drawn as single strokes: long straight lines, widened to a part of a wall's usual thickness. */
export function findStrokes({ width, height, dark, pen }: Ink): Walls {
  const all = stripsOf(dark, width, height, 2 * pen + 2).filter(isStraight)
  const none = { mask: new Uint8Array(dark.length), thickness: 0, stubs: new Uint16Array(dark.length) }
  const strokesOf = (least: number, reach: number) => {
    const mask = new Uint8Array(dark.length)
    const long = all.filter((one) => lengthOf(one) >= least)
    for (const one of long) fill(mask, one, width)
    joinStrokes(mask, long, width, reach)
    takeFrames(mask, width)
    return mask
  }
  const { left, right, top, bottom } = boundsOf(strokesOf(0.1 * Math.max(width, height), 0), width)
  const side = Math.max(0, right - left, bottom - top)
  if (side === 0) return none
  const thickness = Math.max(8, STROKE_WALL * side)
  const strokes = strokesOf(SHORTEST_STROKE * thickness, thickness)
  const away = distanceInside(
    strokes.map((value) => 1 - value),
    width,
    height,
  )
  const reach = Math.max(1.5, (STROKE_WIDTH * thickness) / 2)
  const mask = new Uint8Array(dark.length)
  for (let i = 0; i < mask.length; i++) if (away[i]! <= reach) mask[i] = 1
  return { ...none, mask, thickness }
}
