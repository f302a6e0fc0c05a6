import { patchesOf } from '#kernels/raster/patches.ts'
import { enlarged } from '#kernels/raster/plane-row.ts'
import { wallByFill } from './fills.ts'
import type { Ink } from './ink.ts'
import type { Opening } from './openings.ts'
import { axisOf, eachWithin, lengthened } from './quads.ts'
import { PARTS, type PartName, type SeenPlan } from './see-plan.ts'
import type { Point } from './turned.ts'
import { growIntoInk, type Walls } from './walls.ts'

/** Walls, openings and the outside of a plan as the network sees them, a value a pixel of the plan. */
export interface SeenWalls {
  walls: Walls
  openings: Opening[]
  /** Number of the opening, from 1; 0 elsewhere. */
  map: Uint8Array
  /** How likely a place is a door or a window, 0..255. */
  opened: Uint8Array
  /** How likely a place is a window, 0..255. */
  glazed: Uint8Array
  /** How likely a place is wall, 0..255. */
  walled: Uint8Array
  /** How likely a place is within the building and not outside, 0..255. */
  inside: Uint8Array
}

/** Mean thickness of what is marked: twice its area against the length of its edge, px. */
export function meanThickness(mask: Uint8Array, width: number): number {
  let [area, edge] = [0, 0]
  for (let i = width; i < mask.length - width; i++) {
    if (!mask[i]) continue
    area++
    if (!mask[i - 1] || !mask[i + 1] || !mask[i - width] || !mask[i + width]) edge++
  }
  return edge > 0 ? (2 * area) / edge : 0
}

/** How far a strip may reach across, against its mean width: more goes round a corner. */
const STRAIGHT = 2.2

/** A part of the openings' map as a strip along its longer axis. */
interface Strip {
  corners: Opening['corners']
  /** Its length, its mean width and how far it really reaches across, px. */
  long: number
  wide: number
  across: number
}

function stripOf(pixels: readonly number[], width: number): Strip {
  let [sx, sy] = [0, 0]
  for (const i of pixels) {
    sx += i % width
    sy += Math.floor(i / width)
  }
  const [mx, my] = [sx / pixels.length, sy / pixels.length]
  let [xx, xy, yy] = [0, 0, 0]
  for (const i of pixels) {
    const [dx, dy] = [(i % width) - mx, Math.floor(i / width) - my]
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  let [low, high, left, right] = [0, 0, 0, 0]
  for (const i of pixels) {
    const [dx, dy] = [(i % width) - mx, Math.floor(i / width) - my]
    const [u, v] = [dx * c + dy * s, dy * c - dx * s]
    if (u < low) low = u
    if (u > high) high = u
    if (v < left) left = v
    if (v > right) right = v
  }
  const long = high - low + 1
  const wide = pixels.length / long
  const at = (u: number, v: number): Point => [mx + u * c - v * s, my + u * s + v * c]
  const half = wide / 2
  return {
    ...{ long, wide, across: right - left + 1 },
    corners: [at(low - 0.5, -half), at(high + 0.5, -half), at(high + 0.5, half), at(low - 0.5, half)],
  }
}

const [LEVEL, UPRIGHT] = [1, 2]

/** What is marked, LEVEL where its row's run is at least as long as its column's, else UPRIGHT. */
function directions(mask: Uint8Array, width: number): Uint8Array {
  const height = mask.length / width
  const level = new Uint16Array(mask.length)
  const out = new Uint8Array(mask.length)
  const runs = (
    count: number,
    length: number,
    index: (line: number, k: number) => number,
    done: (i: number, run: number) => void,
  ) => {
    for (let line = 0; line < count; line++)
      for (let k = 0, run = 0; k <= length; k++) {
        if (k < length && mask[index(line, k)]) {
          run++
          continue
        }
        for (let n = 1; n <= run; n++) done(index(line, k - n), run)
        run = 0
      }
  }
  runs(
    height,
    width,
    (y, x) => y * width + x,
    (i, run) => {
      level[i] = run
    },
  )
  runs(
    width,
    height,
    (x, y) => y * width + x,
    (i, run) => {
      out[i] = level[i]! >= run ? LEVEL : UPRIGHT
    },
  )
  return out
}

const pixelsOf = (label: Uint8Array, width: number) => patchesOf(label, width).map(({ pixels }) => pixels)

/** Openings as strips: parts that go round corners in their level and their upright stretches. */
function strips(mask: Uint8Array, width: number): number[][] {
  const bent = new Uint8Array(mask.length)
  const straight = pixelsOf(mask, width).filter((part) => {
    const { wide, across } = stripOf(part, width)
    if (across <= STRAIGHT * wide + 3) return true
    for (const i of part) bent[i] = 1
    return false
  })
  const runs = directions(bent, width)
  const along = [LEVEL, UPRIGHT].map((way) => runs.map((value) => (value === way ? 1 : 0)))
  return [...straight, ...along.flatMap((label) => pixelsOf(label, width))]
}

/** How far beyond an opening its wall is looked for, against the thickness of walls. */
const REACH = 2

/**
 * Whether something of a wall goes on beyond both ends of an opening, or a wall ends beside them: the lines of a bed end in
 * the room.
 * @param mask 1 where there is wall @param solid 1 where there is wall or an opening
 */
function isAttached(
  corners: Opening['corners'],
  thick: number,
  width: number,
  mask: Uint8Array,
  solid: Uint8Array,
): boolean {
  const { long, half, at } = axisOf(corners)
  const index = (along: number, across: number): number => {
    const [x, y] = at(along, across).map(Math.round) as [number, number]
    return x >= 0 && x < width && y >= 0 ? y * width + x : -1
  }
  const goesOn = (end: number, ahead: 1 | -1): boolean => {
    for (let along = 1; along < REACH * thick; along++)
      for (const across of [-0.5 * thick, 0, 0.5 * thick])
        if (solid[index(end + ahead * along, across)]) return true
    for (let along = 0; along < thick; along++)
      for (const side of [-1, 1])
        for (let across = half + 1; across < half + thick / 2 + 1; across++)
          if (mask[index(end - ahead * along, side * across)]) return true
    return false
  }
  return goesOn(0, -1) && goesOn(long, 1)
}

/** How likely a place must be an opening for one that is seen beside it to go on there, 0..255. */
const WEAK = 40

/**
 * An opening with its ends drawn out to the walls to which places lead that are at all likely openings: the middle of a
 * gap in which nothing is drawn is seen least.
 * @param likely how likely a place is an opening, 0..255 @param most longest way to a wall, px
 */
function drawnOut(
  corners: Opening['corners'],
  likely: Uint8Array,
  mask: Uint8Array,
  width: number,
  most: number,
): Opening['corners'] {
  const { long, half, at } = axisOf(corners)
  const wayFrom = (end: number, ahead: 1 | -1): number => {
    for (let n = 1; n <= most; n++) {
      let isLikely = false
      for (let across = -half; across <= half; across++) {
        const [x, y] = at(end + ahead * n, across).map(Math.round) as [number, number]
        if (x < 0 || x >= width || y < 0) continue
        const i = y * width + x
        if (mask[i]) return n
        if (likely[i]! >= WEAK) isLikely = true
      }
      if (!isLikely) return 0
    }
    return 0
  }
  return lengthened(corners, wayFrom(0, -1), wayFrom(long, 1))
}

/** Share of a strip that lies in an opening where it is a part of that. */
const PART = 0.5

/** Share of barriers above which a place is one, 0..255. */
const BARRIER = 115
/** Shortest and longest opening against the thickness of walls. */
export const SHORTEST = 1.4
const LONGEST = 30
/** Least width across of an opening against the thickness of walls: edges of furniture are thinner. */
const THINNEST = 0.35
const MOST_OPENINGS = 180

/** Walls and openings of a plan as the network sees them, at the size of its lines. */
export function wallsOfSeen(seen: SeenPlan, ink: Ink): SeenWalls {
  const { width, height, dark, pen } = ink
  const filled = wallByFill(seen, ink)
  const shareOf = (name: PartName) => {
    const data = Float32Array.from(name === 'wall' ? filled : seen.shares[PARTS.indexOf(name)]!)
    return Uint8Array.from(enlarged({ width: seen.width, height: seen.height, data }, width, height))
  }
  const [outside, inside, wall, door, window, railing] = PARTS.map(shareOf) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  const mask = new Uint8Array(wall.length)
  const open = new Uint8Array(wall.length)
  const likely = new Uint8Array(wall.length)
  for (let i = 0; i < wall.length; i++) {
    const solid = wall[i]! + railing[i]!
    const opened = door[i]! + window[i]!
    likely[i] = Math.min(255, opened)
    if (solid + opened < BARRIER) continue
    if (solid >= opened) mask[i] = 1
    else open[i] = 1
  }
  const thickness = Math.max(2, meanThickness(mask, width))
  const openings: Opening[] = []
  const solid = mask.map((value, i) => (value || open[i] ? 1 : 0))
  const map = new Uint8Array(mask.length)
  const parts = strips(open, width).sort((a, b) => b.length - a.length)
  for (const pixels of parts) {
    if (pixels.filter((i) => map[i]).length > PART * pixels.length) continue
    const { corners: ends, wide } = stripOf(pixels, width)
    const corners = drawnOut(ends, likely, mask, width, LONGEST * thickness)
    const long = Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1])
    let [doors, windows] = [0, 0]
    for (const i of pixels) {
      doors += door[i]!
      windows += window[i]!
    }
    const isOpening =
      isAttached(corners, thickness, width, mask, solid) &&
      wide > THINNEST * thickness &&
      long > SHORTEST * thickness &&
      long < LONGEST * thickness &&
      openings.length < MOST_OPENINGS
    const isWall = long <= SHORTEST * thickness || long >= LONGEST * thickness
    for (const i of pixels) {
      // An uncertain place of a wall, or one that is as long as only walls are.
      if (isOpening) map[i] = openings.length + 1
      else if (isWall) mask[i] = 1
    }
    if (!isOpening) continue
    openings.push({ kind: windows > doors ? 'window' : 'door', corners, width: long })
    eachWithin(corners, width, height, (i) => {
      if (!mask[i] && !map[i]) map[i] = openings.length
    })
  }
  growIntoInk(mask, dark, width, pen)
  const building = inside.map((value, i) =>
    value + outside[i]! > 0 ? (255 * value) / (value + outside[i]!) : 255,
  )
  return {
    walls: { mask, thickness, stubs: new Uint16Array(mask.length) },
    openings,
    map,
    opened: likely,
    glazed: window,
    walled: wall,
    inside: building,
  }
}

/** Places outside: what is reached from the picture's edge over places that are likelier outside than within. */
export function outsideOf(
  inside: Uint8Array,
  barrier: Uint8Array,
  width: number,
  height: number,
): Uint8Array {
  const out = new Uint8Array(inside.length)
  const queue: number[] = []
  const reach = (i: number) => {
    if (out[i] || barrier[i] || inside[i]! >= 128) return
    out[i] = 1
    queue.push(i)
  }
  for (let x = 0; x < width; x++) {
    reach(x)
    reach((height - 1) * width + x)
  }
  for (let y = 0; y < height; y++) {
    reach(y * width)
    reach(y * width + width - 1)
  }
  for (let at = 0; at < queue.length; at++) {
    const i = queue[at]!
    const x = i % width
    if (x > 0) reach(i - 1)
    if (x < width - 1) reach(i + 1)
    if (i >= width) reach(i - width)
    if (i + width < out.length) reach(i + width)
  }
  return out
}

/**
 * Takes what stands free within one room from the walls where the network sees none in the mean: bits of furniture, which
 * become a part of the room. Columns are seen.
 * @param map number of the room, a value a pixel; changed
 * @param barrier as findOpenings gives it; changed
 * @param walled how likely a place is wall, 0..255
 */
export function takeLooseBits(
  map: Uint16Array,
  barrier: Uint8Array,
  walled: Uint8Array,
  width: number,
): void {
  const solid = barrier.map((value) => (value ? 1 : 0))
  for (const { pixels } of patchesOf(solid, width)) {
    let [sum, room] = [0, -1]
    for (const i of pixels) {
      sum += walled[i]!
      for (const j of [i - 1, i + 1, i - width, i + width]) {
        if (solid[j] || room === 0) continue
        const id = map[j] ?? 0
        if (room < 0) room = id
        else if (room !== id) room = 0
      }
    }
    if (room <= 0 || sum >= BARRIER * pixels.length) continue
    for (const i of pixels) {
      barrier[i] = 0
      map[i] = room
    }
  }
}

/** Share of a room's edge that is wall or opening, for each room by its number. */
export function enclosedShares(
  map: Uint16Array,
  barrier: Uint8Array,
  width: number,
  rooms: number,
): Float32Array {
  const [closed, all] = [new Float32Array(rooms + 1), new Float32Array(rooms + 1)]
  for (let i = width; i < map.length - width; i++) {
    const id = map[i]!
    if (id === 0) continue
    for (const j of [i - 1, i + 1, i - width, i + width])
      if (map[j] !== id) {
        all[id]!++
        if (barrier[j]) closed[id]!++
      }
  }
  return closed.map((value, id) => (all[id]! > 0 ? value / all[id]! : 0))
}
