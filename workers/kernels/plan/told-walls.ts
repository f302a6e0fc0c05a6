import { distanceInside } from '#kernels/lineart-vector/coverage.ts'
import { patchesOf } from '#kernels/raster/patches.ts'
import type { Opening } from './openings.ts'
import { axisOf, eachWithin } from './quads.ts'
import type { Plan } from './read-plan.ts'
import { PARTS, type SeenPlan } from './see-plan.ts'
import { meanThickness, type SeenWalls, SHORTEST } from './seen-walls.ts'
import { growIntoInk, type Walls } from './walls.ts'

/** What lines alone tell of a plan. */
export interface Lines extends Pick<Plan, 'rooms' | 'walls' | 'glass' | 'gaps' | 'map' | 'thickness'> {
  ink: Pick<Plan['ink'], 'width' | 'height' | 'dark'>
}

/** Shares of the walls that lines tell, and of those that are seen, that must be the same. */
const SAME_WALLS = 0.8

/**
 * Shares of the walls that lines tell that are seen, and of those that are seen that lines tell. Walls that are seen are
 * blurred by about half of their thickness.
 */
function agreement(lines: Lines, { mask, thickness }: Walls, opened: Uint8Array) {
  const { width, height } = lines.ink
  const away = distanceInside(
    lines.walls.map((wall, i) => (wall || lines.glass[i] || lines.gaps[i] ? 0 : 1)),
    width,
    height,
  )
  let [told, both, seen, covered] = [0, 0, 0, 0]
  for (let i = 0; i < mask.length; i++) {
    const isTold = lines.walls[i] === 1
    const isSeen = mask[i] === 1
    if (isTold) told++
    if (isTold && (isSeen || opened[i]! > 0)) both++
    if (isSeen) seen++
    if (isSeen && away[i]! <= thickness / 2) covered++
  }
  return { told: told > 0 ? both / told : 0, seen: seen > 0 ? covered / seen : 0 }
}

/** Least length of a wall that is seen where the lines tell none, in thicknesses of walls. */
const LONG_WALL = 3

/** How sure a wall is seen where the lines have a hole in one, 0..255: beside walls and in their corners it is seen less. */
const SURE = 200

/** Mean thickness of walls that are drawn as strokes at most, against that which is seen of them. */
const STROKED = 0.7

/**
 * The walls that lines tell with those that are seen to go on from them into their rooms, as partitions that are drawn
 * lighter do: what runs along them outside is a dimension. Holes in them in which a wall is surely seen are wall, as textures have some.
 * @param mask 1 where wall is seen
 * @param walled how likely a place is wall, 0..255
 */
function withSeen(
  { walls: told, map }: Pick<Plan, 'walls' | 'map'>,
  { mask, thickness }: Walls,
  walled: Uint8Array,
  width: number,
): Uint8Array {
  const away = distanceInside(
    told.map((wall) => 1 - wall),
    width,
    told.length / width,
  )
  const more = mask.map((wall, i) => (wall && away[i]! > thickness / 2 ? 1 : 0))
  const all = Uint8Array.from(told)
  for (const { pixels } of patchesOf(more, width)) {
    const isJoined = pixels.some((i) => away[i]! < thickness / 2 + 2)
    const within = pixels.filter((i) => map[i]).length
    if (!isJoined || within < pixels.length / 2 || pixels.length < LONG_WALL * thickness ** 2) continue
    for (const i of pixels) all[i] = 1
    growIntoInk(all, mask, width, Math.ceil(thickness), pixels)
  }
  const drawn = meanThickness(told, width)
  closeSeams(
    all,
    walled.map((value) => (value >= SURE ? 1 : 0)),
    width,
    // Strokes that stand for walls are thinner than these: more would fill their corners.
    Math.ceil(drawn < STROKED * thickness ? drawn : thickness),
  )
  return all
}

/**
 * Share of the walls that are seen that lines must tell for these to be the more exact where both are the same. Of public plans
 * whose walls are not the same all over, lines tell 0.20 to 0.44 in five, and 0.58 to 0.99 in six, where this helps.
 */
const PARTLY = 0.5

/** Walls and openings as lines tell and a network sees them together. */
export interface JointWalls extends Pick<SeenWalls, 'walls' | 'openings' | 'map'> {
  /** Whether the walls are those that the lines tell: both tell the same ones. */
  isExact: boolean
}

/**
 * Joins what lines tell of a plan's walls with what is seen of them: lines are the more exact where both tell the same
 * walls, all over or in places.
 */
export function joinWalls(lines: Lines, { walls, openings, map, walled }: SeenWalls): JointWalls {
  const { told, seen } = agreement(lines, walls, map)
  const isExact = lines.rooms.length > 0 && told > SAME_WALLS && seen > SAME_WALLS
  if (isExact) {
    const mask = withSeen(lines, walls, walled, lines.ink.width)
    return { walls: { ...walls, mask, thickness: lines.thickness }, openings, map, isExact }
  }
  if (seen < PARTLY) return { walls, openings, map, isExact }
  const { mask, ...open } = withTold(lines, walls, { openings, map })
  return { walls: { ...walls, mask }, ...open, isExact }
}

/** Share of what is seen to lie within the building that rooms must take. */
const COVERED = 0.5

/** Whether the rooms that lines tell take most of what is seen as the building: then a drawing's lines tell its walls. */
export function covers({ map, ink }: Plan, { width, height, shares }: SeenPlan): boolean {
  const inside = shares[PARTS.indexOf('inside')]!
  let [all, taken] = [0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (inside[y * width + x]! < 128) continue
      all++
      const [px, py] = [(x + 0.5) / width, (y + 0.5) / height]
      if (map[Math.floor(py * ink.height) * ink.width + Math.floor(px * ink.width)]) taken++
    }
  return taken > COVERED * all
}

/** Half of the stretch over which the walls that lines tell must be seen to be kept, in thicknesses of walls, and the share. */
const STRETCH = 2
const SEEN_STRETCH = 0.5
/** How far beside what is seen a wall may lie that lines tell, in thicknesses of walls: about one place of the network's maps. */
const BLUR = 0.35
/**
 * Parts of walls that are seen beyond such walls are spurs of these up to this, in thicknesses squared: what divides rooms is
 * larger, and to take all that is thin opens four rooms of a public office building.
 */
const SPUR = 0.5
/** Half of the widest slit between such walls, px. */
const SLIT = 2
/** Share of an opening that is wall from which it is none: between the frames of a window in a wall there is more than none. */
const MOSTLY = 0.7
/** Share of an opening's place across that is wall from which it is none there; at 0.5 a true window is lost. */
const WALLED = 0.8

function shareIn(corners: Opening['corners'], mask: Uint8Array, width: number): number {
  let [hits, all] = [0, 0]
  eachWithin(corners, width, mask.length / width, (i) => {
    all++
    if (mask[i]) hits++
  })
  return all > 0 ? hits / all : 0
}

/** An opening without its ends that are wall; itself where both are free. */
function freePart(opening: Opening, mask: Uint8Array, width: number): Opening {
  const { long, half, at } = axisOf(opening.corners)
  const isWall = (along: number): boolean => {
    let [walls, all] = [0, 0]
    for (let across = -half; across <= half; across++, all++) {
      const [x, y] = at(along + 0.5, across).map(Math.round) as [number, number]
      if (x >= 0 && x < width && mask[y * width + x]) walls++
    }
    return walls > WALLED * all
  }
  let [from, to] = [0, Math.round(long)]
  while (from < to && isWall(from)) from++
  while (to > from && isWall(to - 1)) to--
  if (to - from >= Math.round(long)) return opening
  return {
    ...opening,
    corners: [at(from, -half), at(to, -half), at(to, half), at(from, half)],
    width: to - from,
  }
}

/** Distance of each place to the nearest marked one, px. */
const awayFrom = (marked: Uint8Array, width: number): Float32Array =>
  distanceInside(
    marked.map((value) => (value ? 0 : 1)),
    width,
    marked.length / width,
  )

/** Whether most of what lies around each place along a line is set. @param half of the stretch, px */
function mostAlong(
  mask: Uint8Array,
  of: Uint8Array,
  width: number,
  half: number,
  along: 'x' | 'y',
): Uint8Array {
  const height = mask.length / width
  const [count, length, step, next] = along === 'x' ? [height, width, 1, width] : [width, height, width, 1]
  const out = new Uint8Array(mask.length)
  for (let line = 0; line < count; line++) {
    let [hits, all] = [0, 0]
    const add = (k: number, sign: 1 | -1) => {
      const i = line * next + k * step
      if (k < 0 || k >= length || !of[i]) return
      all += sign
      if (mask[i]) hits += sign
    }
    for (let k = -half; k < length; k++) {
      add(k + half, 1)
      add(k - half - 1, -1)
      if (k >= 0 && all > 0 && hits >= SEEN_STRETCH * all) out[line * next + k * step] = 1
    }
  }
  return out
}

/** Gaps of at most twice `reach` px between marked places become marked where `within` is (morphological closing). */
function closeSeams(mask: Uint8Array, within: Uint8Array, width: number, reach: number): void {
  const beside = awayFrom(mask, width)
  const wide = new Uint8Array(mask.length)
  for (let i = 0; i < wide.length; i++) if (beside[i]! <= reach) wide[i] = 1
  const inside = distanceInside(wide, width, mask.length / width)
  for (let i = 0; i < mask.length; i++) if (within[i] && inside[i]! > reach) mask[i] = 1
}

/**
 * The walls that are seen, where lines tell the same ones as these, which are the more exact; and the openings that are
 * seen without those that lines tell as whole walls.
 */
function withTold(
  { walls: told, ink: { width, height, dark } }: Lines,
  { mask: seen, thickness }: Walls,
  { openings, map }: Pick<SeenWalls, 'openings' | 'map'>,
): Pick<SeenWalls, 'openings' | 'map'> & { mask: Uint8Array } {
  const fromWall = awayFrom(seen, width)
  const fromAny = awayFrom(
    map.map((opening, i) => opening || seen[i]!),
    width,
  )
  const near = new Uint8Array(seen.length)
  // What is filled where an opening is seen is furniture: its edges look like doors.
  for (let i = 0; i < near.length; i++)
    if (told[i] && (dark[i] ? fromWall : fromAny)[i]! <= BLUR * thickness) near[i] = 1
  const half = Math.ceil(STRETCH * thickness)
  const [level, upright] = [mostAlong(near, told, width, half, 'x'), mostAlong(near, told, width, half, 'y')]
  const kept = new Uint8Array(seen.length)
  for (let i = 0; i < kept.length; i++) if (told[i] && level[i] && upright[i]) kept[i] = 1
  const beside = awayFrom(kept, width)
  const mask = Uint8Array.from(kept)
  const more = new Uint8Array(seen.length)
  for (let i = 0; i < more.length; i++) if (seen[i] && beside[i]! > thickness / 2) more[i] = 1
  for (const { pixels } of patchesOf(more, width))
    if (pixels.length > SPUR * thickness ** 2) for (const i of pixels) mask[i] = 1
  closeSeams(mask, seen, width, Math.ceil(thickness / 2) + 1)
  closeSeams(mask, new Uint8Array(mask.length).fill(1), width, SLIT)
  const open: Opening[] = []
  // Numbers of the openings that stay as they are, by those that they had.
  const numbers = new Uint8Array(openings.length + 1)
  for (const [k, opening] of openings.entries()) {
    const free = freePart(opening, kept, width)
    if (free.width < SHORTEST * thickness || shareIn(free.corners, kept, width) > MOSTLY) continue
    open.push(free)
    if (free === opening) numbers[k + 1] = open.length
  }
  const places = map.map((n) => numbers[n]!)
  for (const [k, { corners }] of open.entries())
    if (!numbers.includes(k + 1))
      eachWithin(corners, width, height, (i) => {
        places[i] = k + 1
      })
  for (let i = 0; i < places.length; i++) if (mask[i]) places[i] = 0
  return { openings: open, map: places, mask }
}
