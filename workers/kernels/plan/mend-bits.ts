import type { PlanMend } from '#contracts/flatplan.ts'
import { takeOpeningAt } from './mend-parts.ts'
import { isBarrier, type Work } from './mend-work.ts'
import { findRuns } from './rooms.ts'
import type { Point } from './turned.ts'

/** How far from a wall a click still is on it, against the thick walls. */
const NEAR = 1
/** What differs less in brightness is one thing, 0..255: a grey cupboard and the black wall behind it are two. */
const ALIKE = 90
/** Of one thing at least so much is clicked on, against the thickness of walls squared; less is a hatch's piece. */
const LEAST_THING = 0.5
/** A bit that lies in one room, or outside, goes as a whole up to this share of all walls; else it is most of them. */
const MOST_WHOLE = 0.25
/** Share of a bit's surroundings from which it borders on a room. */
const BORDERS = 0.08
/** A wall ends where it becomes so many times as wide: it meets another one. */
const MEETS = 1.6
/** Directions of a wall that are tried. */
const DIRECTIONS = 48
/** Steps to the four neighbours of a pixel. */
const NEIGHBOURS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const
/** Brightness under which a bit is filled, and its fill goes with it, 0..255. */
const FILLED = 120

type Bit = Extract<PlanMend, { do: 'unwall' }>

/** A rectangle of a plan in which a bit of wall lies, with a free border of 1 px. */
interface Crop {
  left: number
  top: number
  width: number
  height: number
  /** 1 on the bit. */
  mask: Uint8Array
}

/** Place in the crop and in the plan. */
const inPlan = ({ left, top, width }: Crop, i: number, planWidth: number): number =>
  (top + Math.floor(i / width)) * planWidth + left + (i % width)

/**
 * Takes away what a click is on and was taken for a wall, or an opening: of one thing what lies within one room, or
 * outside, or of a wall the part between those that it meets. The drawing's lines there stay; a fill goes.
 */
export function takeBit(work: Work, { x, y }: Bit): void {
  const at: Point = [x * work.width - 0.5, y * work.height - 0.5]
  const start = nearestTo(work, at)
  if (start === null) return
  if (!work.walls[start]) {
    takeOpeningAt(work, start)
    return
  }
  const all = partAt(work, start, (i) => work.walls[i] === 1)
  const level = levelAt(work, start)
  const alike = partAt(work, start, (i) => work.walls[i] === 1 && Math.abs(work.grey[i]! - level) < ALIKE)
  const areaOf = ({ mask }: Crop) => mask.reduce((sum, value) => sum + value, 0)
  const isThing = areaOf(alike) >= LEAST_THING * work.thick ** 2
  const crop = isThing ? alike : all
  const sides = sidesOf(work, crop)
  const walls = work.walls.reduce((sum, value) => sum + value, 0)
  const isLone = sides.size <= 1 && areaOf(crop) < MOST_WHOLE * walls
  if (!isLone) crop.mask = betweenMeetings(crop, start, work)
  withEdges(crop, work)
  const isInRoom = [...sides].some((id) => id > 0)
  for (let k = 0; k < crop.mask.length; k++) {
    if (!crop.mask[k]) continue
    const i = inPlan(crop, k, work.width)
    work.walls[i] = 0
    if (isInRoom) work.fresh[i] = 1
  }
  takeScraps(work, crop, isInRoom)
  if (level < FILLED) eraseRuns(work, crop)
}

/** What is left of a wall beside what was taken away and is smaller than the wall is thick goes as well. */
function takeScraps({ walls, fresh, thick, width, height }: Work, crop: Crop, isInRoom: boolean): void {
  const rest = new Uint8Array(crop.mask.length)
  const isNear = (k: number) => [k - 1, k + 1, k - crop.width, k + crop.width].some((j) => crop.mask[j] === 1)
  for (let k = 0; k < rest.length; k++) {
    const [px, py] = [crop.left + (k % crop.width), crop.top + Math.floor(k / crop.width)]
    if (px >= 0 && py >= 0 && px < width && py < height) rest[k] = walls[py * width + px]!
  }
  const { starts, ends, parts, count } = findRuns(rest, crop.width, crop.height)
  const areas = new Float64Array(count)
  const touches = new Uint8Array(count)
  for (let run = 0; run < starts.length; run++) {
    const part = parts[run]!
    areas[part]! += ends[run]! - starts[run]!
    for (let k = starts[run]!; k < ends[run]!; k++) {
      const [u, v] = [k % crop.width, Math.floor(k / crop.width)]
      // What reaches the edge may go on beyond it.
      if (u === 0 || v === 0 || u === crop.width - 1 || v === crop.height - 1) areas[part] = Infinity
      else if (isNear(k)) touches[part] = 1
    }
  }
  for (let run = 0; run < starts.length; run++) {
    if (!touches[parts[run]!] || areas[parts[run]!]! > thick ** 2) continue
    for (let k = starts[run]!; k < ends[run]!; k++) {
      crop.mask[k] = 1
      const i = inPlan(crop, k, width)
      walls[i] = 0
      if (isInRoom) fresh[i] = 1
    }
  }
}

/** The wall or opening nearest to a place; null where none is near. */
function nearestTo(work: Work, [x, y]: Point): number | null {
  const { width, height, thick } = work
  const reach = Math.ceil(NEAR * thick)
  let [best, least] = [null as number | null, reach + 1]
  for (let v = Math.max(0, Math.round(y) - reach); v <= Math.min(height - 1, y + reach); v++)
    for (let u = Math.max(0, Math.round(x) - reach); u <= Math.min(width - 1, x + reach); u++) {
      const away = Math.hypot(u - x, v - y)
      if (away < least && isBarrier(work, v * width + u)) [best, least] = [v * width + u, away]
    }
  return best
}

/** The usual brightness of a wall about a place: lines are thinner than what they bound. */
function levelAt({ grey, walls, width, height, thick }: Work, start: number): number {
  const reach = Math.max(2, Math.round(thick / 4))
  const [x, y] = [start % width, Math.floor(start / width)]
  const near: number[] = []
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++)
      if (walls[v * width + u]) near.push(grey[v * width + u]!)
  near.sort((a, b) => a - b)
  return near[near.length >> 1] ?? 255
}

/** What hangs together with the nearest such pixel to a place. */
function partAt({ width, height, thick }: Work, start: number, isOf: (i: number) => boolean): Crop {
  const mask = new Uint8Array(width * height)
  for (let i = 0; i < mask.length; i++) if (isOf(i)) mask[i] = 1
  const { starts, ends, parts } = findRuns(mask, width, height)
  const [x, y] = [start % width, Math.floor(start / width)]
  let [part, least] = [-1, thick + 1]
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let run = 0; run < starts.length; run++) {
    const row = Math.floor(starts[run]! / width)
    const [from, to] = [starts[run]! - row * width, ends[run]! - row * width - 1]
    const away = Math.hypot(Math.max(from - x, 0, x - to), row - y)
    if (away < least) [part, least] = [parts[run]!, away]
  }
  const own: number[] = []
  for (let run = 0; run < starts.length; run++) {
    if (parts[run] !== part) continue
    const row = Math.floor(starts[run]! / width)
    box.left = Math.min(box.left, starts[run]! - row * width)
    box.right = Math.max(box.right, ends[run]! - row * width)
    box.top = Math.min(box.top, row)
    box.bottom = Math.max(box.bottom, row + 1)
    own.push(run)
  }
  if (own.length === 0) return { left: 0, top: 0, width: 1, height: 1, mask: new Uint8Array(1) }
  const [left, top] = [box.left - 1, box.top - 1]
  const crop = { left, top, width: box.right - box.left + 2, height: box.bottom - box.top + 2 }
  const cut = new Uint8Array(crop.width * crop.height)
  for (const run of own) {
    const row = Math.floor(starts[run]! / width)
    const from = (row - top) * crop.width - left - row * width
    cut.fill(1, from + starts[run]!, from + ends[run]!)
  }
  return { ...crop, mask: cut }
}

/** Numbers of the rooms that a bit of wall borders on, past the lines about it; 0 for what is no room. */
function sidesOf(work: Work, crop: Crop): Set<number> {
  const { width, height, map, pen } = work
  const reach = 2 * Math.ceil(pen) + 2
  const counts = new Map<number, number>()
  let of = 0
  for (let k = 0; k < crop.mask.length; k++) {
    if (!crop.mask[k]) continue
    const [u, v] = [k % crop.width, Math.floor(k / crop.width)]
    for (const [du, dv] of NEIGHBOURS) {
      if (crop.mask[(v + dv) * crop.width + u + du]) continue
      const [px, py] = [crop.left + u + du * reach, crop.top + v + dv * reach]
      if (px < 0 || py < 0 || px >= width || py >= height) continue
      const i = py * width + px
      if (isBarrier(work, i)) continue
      counts.set(map[i]!, (counts.get(map[i]!) ?? 0) + 1)
      of++
    }
  }
  return new Set([...counts].flatMap(([id, count]) => (count > BORDERS * of ? id : [])))
}

/** How far a mask goes on from a place in a direction, px; at most so far. */
function runFrom({ mask, width, height }: Crop, [x, y]: Point, ux: number, uy: number, most: number): number {
  for (let n = 1; n <= most; n++) {
    const [px, py] = [Math.round(x + ux * n), Math.round(y + uy * n)]
    if (px < 0 || py < 0 || px >= width || py >= height || !mask[py * width + px]) return n - 1
  }
  return most
}

/** The part of a wall about a place, from where it meets another one, or ends, to where it does so again. */
function betweenMeetings(crop: Crop, start: number, { width, thick }: Work): Uint8Array {
  const out = new Uint8Array(crop.mask.length)
  const from: Point = nearestIn(crop, [(start % width) - crop.left, Math.floor(start / width) - crop.top])
  const most = crop.width + crop.height
  let [along, long] = [0, -1]
  for (let k = 0; k < DIRECTIONS; k++) {
    const turn = (k / DIRECTIONS) * Math.PI
    const [ux, uy] = [Math.cos(turn), Math.sin(turn)]
    const total = runFrom(crop, from, ux, uy, most) + runFrom(crop, from, -ux, -uy, most)
    if (total > long) [along, long] = [turn, total]
  }
  const [ux, uy] = [Math.cos(along), Math.sin(along)]
  const across = (at: Point, vx: number, vy: number) => {
    const reach = Math.ceil(4 * thick)
    return [runFrom(crop, at, -vy, vx, reach), runFrom(crop, at, vy, -vx, reach)] as const
  }
  const [left, right] = across(from, ux, uy)
  const wide = left + right + 1
  for (const sense of [1, -1]) {
    let [at, vx, vy] = [from, ux * sense, uy * sense]
    const before: Point[] = []
    for (let n = 0; n < 2 * most; n++) {
      const [one, other] = across(at, vx, vy)
      if (one + other + 1 > MEETS * wide + 2) break
      for (let s = -other; s <= one; s += 0.5) {
        const [px, py] = [Math.round(at[0] - vy * s), Math.round(at[1] + vx * s)]
        if (crop.mask[py * crop.width + px]) out[py * crop.width + px] = 1
      }
      // Back to the middle, and on; a wall that bends slowly is followed.
      const aside = Math.max(-0.25, Math.min(0.25, (one - other) / 2))
      at = [at[0] + vx * 0.5 - vy * aside, at[1] + vy * 0.5 + vx * aside]
      before.push(at)
      const past = before.at(-1 - Math.round(3 * thick))
      if (past) {
        const far = Math.hypot(at[0] - past[0], at[1] - past[1]) || 1
        ;[vx, vy] = [(at[0] - past[0]) / far, (at[1] - past[1]) / far]
      }
      if (!crop.mask[Math.round(at[1]) * crop.width + Math.round(at[0])]) break
    }
  }
  return out
}

/** The place of a mask that is nearest to another one. */
function nearestIn({ mask, width }: Crop, [x, y]: Point): Point {
  let [best, least] = [[x, y] as Point, Number.POSITIVE_INFINITY]
  for (let k = 0; k < mask.length; k++) {
    if (!mask[k]) continue
    const [u, v] = [k % width, Math.floor(k / width)]
    const away = Math.hypot(u - x, v - y)
    if (away < least) [best, least] = [[u, v], away]
  }
  return best
}

/** Adds the lines that bound a bit to it, where nothing of a wall lies behind them. */
function withEdges(crop: Crop, work: Work): void {
  const { width, height, pen, walls } = work
  const most = 2 * Math.ceil(pen) + 2
  const isTaken = (px: number, py: number): boolean => {
    const [u, v] = [px - crop.left, py - crop.top]
    return u >= 0 && v >= 0 && u < crop.width && v < crop.height && crop.mask[v * crop.width + u] === 1
  }
  // Room for the lines.
  const wider: Crop = {
    left: crop.left - most,
    top: crop.top - most,
    width: crop.width + 2 * most,
    height: crop.height + 2 * most,
    mask: new Uint8Array((crop.width + 2 * most) * (crop.height + 2 * most)),
  }
  for (let v = 0; v < wider.height; v++)
    for (let u = 0; u < wider.width; u++) {
      const [px, py] = [wider.left + u, wider.top + v]
      if (px < 0 || py < 0 || px >= width || py >= height) continue
      if (isTaken(px, py)) {
        wider.mask[v * wider.width + u] = 1
        for (const [du, dv] of NEIGHBOURS) {
          if (isTaken(px + du, py + dv)) continue
          let n = 1
          const isWall = (k: number) => {
            const [x, y] = [px + du * k, py + dv * k]
            return x >= 0 && y >= 0 && x < width && y < height && walls[y * width + x] === 1 && !isTaken(x, y)
          }
          while (n <= most && isWall(n)) n++
          if (n > most) continue
          for (let k = 1; k < n; k++) wider.mask[(v + dv * k) * wider.width + u + du * k] = 1
        }
      }
    }
  Object.assign(crop, wider)
}

/** The fill of what was taken away goes with it, row by row. */
function eraseRuns(work: Work, crop: Crop): void {
  for (let v = 0; v < crop.height; v++)
    for (let u = 0; u < crop.width; u++) {
      if (!crop.mask[v * crop.width + u]) continue
      const from = u
      while (u < crop.width && crop.mask[v * crop.width + u]) u++
      const [x0, x1, y] = [crop.left + from - 0.5, crop.left + u - 0.5, crop.top + v]
      work.erased.push([
        [x0, y - 0.5],
        [x1, y - 0.5],
        [x1, y + 0.5],
        [x0, y + 0.5],
      ])
    }
}
