import { patchesOf } from '#kernels/raster/patches.ts'
import type { Cell } from './rooms.ts'

/** A line within a part, both of whose sides are that part: its middle, its direction and its length, px. */
interface Stroke {
  x: number
  y: number
  u: number
  v: number
  long: number
}

/** Shortest stroke that divides two bays, against the width of the pen. */
const SHORTEST = 4
/** How far strokes may differ in length, as a factor, and in direction, as the sine of the angle between them. */
const LIKE = 1.5
const TURN = 0.2
/**
 * Width of a bay against its depth: 2.3 to 2.75 m by 5 to 5.5 m in most countries, 9 by 18 feet in America, 0.42 to 0.55,
 * and what a stroke may be drawn, or read, shorter or longer.
 */
const NARROWEST = 0.3
const WIDEST = 0.75
/** How far along its direction a stroke may lie from the next one, against its length. */
const OFF = 0.35
/**
 * Bays of a parking place at least, and how many of its strokes divide some: those of hatches and plants seldom do. Two rows
 * of 5 m with a way of 6 m between them take 0.6 of their place; of a public site's, which have ways around them and
 * half of whose strokes are read, bays take 0.13 to 0.26, of its other parts with rows of strokes 0.09 or less.
 */
const LEAST_BAYS = 3
const LEAST_STROKES = 0.5
const LEAST_SHARE = 0.1

/** Numbers of the parts on both sides of lines, where these are the same, a value a pixel. */
function betweenSame(map: Uint16Array, width: number, reach: number): Uint16Array {
  const out = new Uint16Array(map.length)
  const sweep = (count: number, length: number, start: (line: number) => number, step: number) => {
    for (let line = 0; line < count; line++) {
      let [last, at] = [0, -1]
      for (let k = 0; k < length; k++) {
        const i = start(line) + k * step
        const id = map[i]!
        if (id === 0) continue
        if (id === last && k - at > 1 && k - at <= reach + 1)
          for (let n = 1; n < k - at; n++) out[i - n * step] = id
        ;[last, at] = [id, k]
      }
    }
  }
  const height = map.length / width
  sweep(height, width, (y) => y * width, 1)
  sweep(width, height, (x) => x, width)
  return out
}

function strokeOf(pixels: readonly number[], width: number): Stroke {
  let [x, y] = [0, 0]
  for (const i of pixels) {
    x += (i % width) / pixels.length
    y += Math.floor(i / width) / pixels.length
  }
  let [xx, xy, yy] = [0, 0, 0]
  for (const i of pixels) {
    const [dx, dy] = [(i % width) - x, Math.floor(i / width) - y]
    xx += (dx * dx) / pixels.length
    xy += (dx * dy) / pixels.length
    yy += (dy * dy) / pixels.length
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
  // Points spread evenly along a line of this length have the moment long² / 12.
  const long = Math.sqrt(12 * ((xx + yy) / 2 + Math.hypot((xx - yy) / 2, xy)))
  return { x, y, u: Math.cos(angle), v: Math.sin(angle), long }
}

/** Width of the bay between a stroke and the next one of its row on one side; 0 where there is none. */
function bayBeside(one: Stroke, strokes: readonly Stroke[]): number {
  let width = 0
  for (const other of strokes) {
    const [dx, dy] = [other.x - one.x, other.y - one.y]
    const [along, across] = [dx * one.u + dy * one.v, dy * one.u - dx * one.v]
    const isNext = across > NARROWEST * one.long && across < WIDEST * one.long
    if (!isNext || Math.abs(along) > OFF * one.long) continue
    const isLike = Math.max(other.long, one.long) < LIKE * Math.min(other.long, one.long)
    if (!isLike || Math.abs(one.u * other.v - one.v * other.u) > TURN) continue
    if (width === 0 || across < width) width = across
  }
  return width
}

/**
 * Finds the parts of a site that rows of bays take, as strokes of one length divide them at even distances: parking places.
 * @param map number of the part, a value a pixel
 * @param pen width of lines, px
 * @returns numbers of the parts
 */
export function partsOfBays(
  map: Uint16Array,
  width: number,
  pen: number,
  cells: readonly Cell[],
): Set<number> {
  const inner = betweenSame(map, width, 2 * pen + 3)
  const marked = new Uint8Array(inner.length)
  for (let i = 0; i < inner.length; i++) if (inner[i]! > 0) marked[i] = 1
  const byPart = new Map<number, Stroke[]>()
  for (const { pixels } of patchesOf(marked, width)) {
    const stroke = strokeOf(pixels, width)
    const isThin = pixels.length <= (2 * pen + 2) * stroke.long
    if (!isThin || stroke.long < SHORTEST * pen) continue
    const part = inner[pixels[0]!]!
    byPart.set(part, [...(byPart.get(part) ?? []), stroke])
  }
  const found = new Set<number>()
  for (const { id, area } of cells) {
    const strokes = byPart.get(id) ?? []
    let [bays, taken] = [0, 0]
    for (const one of strokes) {
      const across = bayBeside(one, strokes)
      if (across === 0) continue
      bays++
      taken += across * one.long
    }
    if (bays >= Math.max(LEAST_BAYS, LEAST_STROKES * strokes.length) && taken > LEAST_SHARE * area)
      found.add(id)
  }
  return found
}
