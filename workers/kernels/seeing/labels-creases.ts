import { roomWalls } from './labels-sides.ts'
import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import type { Sight } from './regions-sight.ts'
import type { Label, RoomBox, Spot } from './scene.ts'

/**
 * How far from the box's edge a crease is looked for, and how far from the crease regions are mended, at ceiling and floor
 * and at a corner; parts of the longer side.
 */
const [REACH, MENDED, CORNER] = [0.025, 0.016, 0.027] as const
/** Part of what is seen across an edge of the box that has to be the two sides themselves. */
const CLEAR = 0.7
/** How near to a line a border is of it, px; which part of the borders that has to be, by weight. */
const [NEAR, AGREED] = [2, 0.45] as const
/** Shortest crease, as a part of the picture's longer side. */
const SHORTEST = 0.08
/** Steps of lightness: what counts as a plain edge, and by how much a border may be plainer than the crease to be let be. */
const [PLAIN, PLAINER] = [6, 2] as const
/** Borders of which lines through any two are tried. */
const TRIED = 40

/** An edge of a room's box: where it begins, its direction, and the one across it, from the ceiling or floor to the wall. */
interface Edge {
  from: Spot
  along: Spot
  across: Spot
  length: number
  /** What meets the wall there: a name, or the wall on the left (3) or the right (4) which meets the back one. */
  outer: Label | 3 | 4
}

/** The edges of a box. @param far px, how far those that run towards the eye go */
function edgesOf({ back, vanishing }: RoomBox, far: number): Edge[] {
  const middle = { x: (back[0].x + back[2].x) / 2, y: (back[0].y + back[2].y) / 2 }
  const edge = (from: Spot, to: Spot, length: number, outer: Edge['outer'], inside: Spot): Edge => {
    const size = Math.hypot(to.x - from.x, to.y - from.y) || 1
    const along = { x: (to.x - from.x) / size, y: (to.y - from.y) / size }
    const across = { x: -along.y, y: along.x }
    const side = across.x * (inside.x - from.x) + across.y * (inside.y - from.y) < 0 ? -1 : 1
    return { from, along, across: { x: side * across.x, y: side * across.y }, length, outer }
  }
  const between = (p: Spot, q: Spot, outer: Edge['outer']) =>
    edge(p, q, Math.hypot(q.x - p.x, q.y - p.y), outer, middle)
  // A side wall lies between its two edges: seen from the one, the other corner is inside.
  const towards = (corner: Spot, other: Spot, outer: Label) =>
    edge(corner, { x: 2 * corner.x - vanishing.x, y: 2 * corner.y - vanishing.y }, far, outer, other)
  const [a, b, c, d] = back
  return [
    between(a, b, 'ceiling'),
    between(d, c, 'floor'),
    towards(a, d, 'ceiling'),
    towards(b, c, 'ceiling'),
    towards(d, a, 'floor'),
    towards(c, b, 'floor'),
    between(a, d, 3),
    between(b, c, 4),
  ]
}

/** Where regions meet across an edge, at one place along it. */
interface Border {
  /** px along the edge and, towards the wall, across it. */
  at: number
  off: number
  /** Step of lightness there. */
  step: number
}

/** A straight crease: px across the edge where it begins, and px more for each px along it. */
interface Crease {
  off: number
  slope: number
}

/** Names and lightness along the lines that cross an edge. */
class Crossing {
  readonly edge: Edge
  readonly sight: Sight
  readonly sideAt: (i: number) => -1 | 0 | 1

  /** @param sideAt −1 for a pixel of what meets the wall, 1 for one of the wall, 0 for others */
  constructor(sight: Sight, sideAt: (i: number) => -1 | 0 | 1, edge: Edge) {
    this.sight = sight
    this.sideAt = sideAt
    this.edge = edge
  }

  /** Place of a pixel of the picture; −1 outside of it. */
  private placeAt(at: number, off: number): number {
    const { from, along, across } = this.edge
    const x = Math.round(from.x + at * along.x + off * across.x - 0.5)
    const y = Math.round(from.y + at * along.y + off * across.y - 0.5)
    const { width, height } = this.sight
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
  }

  /** Step of lightness across the edge. */
  stepAt(at: number, off: number): number {
    const { l } = this.sight
    const [p, q] = [this.placeAt(at, off - 2), this.placeAt(at, off + 2)]
    return p < 0 || q < 0 ? 0 : Math.abs(l[p]! - l[q]!)
  }

  /** The border that parts the two sides best; null where other things stand before them. */
  borderAt(at: number, reach: number): Border | null {
    const sides: number[] = []
    for (let off = -reach; off <= reach; off++) {
      const i = this.placeAt(at, off)
      sides.push(i < 0 ? 0 : this.sideAt(i))
    }
    const [outer, wall] = [-1, 1].map((side) => sides.filter((one) => one === side).length) as [
      number,
      number,
    ]
    if (outer < 3 || wall < 3 || outer + wall < CLEAR * sides.length) return null
    // Gain of each border: what lies on its own side of it.
    let gain = wall
    let [best, place] = [gain, 0]
    for (const [k, side] of sides.entries()) {
      gain -= side
      if (gain > best) [best, place] = [gain, k + 1]
    }
    const off = place - reach - 0.5
    return { at, off, step: this.stepAt(at, off) }
  }

  /** Id of the first region of a side, from a place on; −1 where there is none within reach. */
  regionFrom(map: Uint16Array, at: number, off: number, side: -1 | 1, reach: number): number {
    for (let k = 0; k <= reach; k++) {
      const i = this.placeAt(at, off + side * k)
      if (i >= 0 && this.sideAt(i) === side) return map[i]!
    }
    return -1
  }
}

const weightOf = ({ step }: Border) => 1 + Math.min(PLAIN, step)

/** The straight line that most borders lie on; null where they lie on none. */
function creaseOf(borders: readonly Border[]): Crease | null {
  const total = borders.reduce((sum, border) => sum + weightOf(border), 0)
  const count = Math.min(TRIED, borders.length)
  const some = Array.from(
    { length: count },
    (_, k) => borders[Math.floor(((k + 0.5) * borders.length) / count)]!,
  )
  let [best, agreed]: [Crease | null, number] = [null, AGREED * total]
  for (const p of some) {
    for (const q of some) {
      if (q.at - p.at < borders.length / 3) continue
      const slope = (q.off - p.off) / (q.at - p.at)
      const off = p.off - slope * p.at
      let sum = 0
      for (const border of borders)
        if (Math.abs(off + slope * border.at - border.off) <= NEAR) sum += weightOf(border)
      if (sum > agreed) [best, agreed] = [{ off, slope }, sum]
    }
  }
  return best
}

/** Mends the regions along one edge, in place. */
function mend(map: Uint16Array, crossing: Crossing): void {
  const { edge, sight } = crossing
  const { width, height } = sight
  const side = Math.max(width, height)
  const reach = Math.round(REACH * side)
  const borders: Border[] = []
  for (let at = 0; at < edge.length; at++) {
    const border = crossing.borderAt(at, reach)
    if (border) borders.push(border)
  }
  if (borders.length < SHORTEST * side) return
  const crease = creaseOf(borders)
  if (!crease) return
  const most = (typeof edge.outer === 'number' ? CORNER : MENDED) * side
  /** For each px along the edge the regions on either side of the crease; none where another edge is plainer. */
  const regions = new Map<number, readonly [outer: number, wall: number]>()
  for (const { at, off, step } of borders) {
    const line = crease.off + crease.slope * at
    if (Math.abs(off - line) > most) continue
    if (Math.abs(off - line) > NEAR && step > crossing.stepAt(at, line) + PLAINER) continue
    const [low, high] = [Math.min(off, line), Math.max(off, line)]
    const outer = crossing.regionFrom(map, at, low - 1, -1, reach)
    const wall = crossing.regionFrom(map, at, high + 1, 1, reach)
    if (outer >= 0 && wall >= 0) regions.set(at, [outer, wall])
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [dx, dy] = [x + 0.5 - edge.from.x, y + 0.5 - edge.from.y]
      const at = dx * edge.along.x + dy * edge.along.y
      if (at < 0 || at > edge.length) continue
      const past = dx * edge.across.x + dy * edge.across.y - crease.off - crease.slope * at
      if (Math.abs(past) > most) continue
      const own = crossing.sideAt(i)
      if (own === 0 || own === Math.sign(past)) continue
      const found = regions.get(Math.round(at))
      if (found) map[i] = past < 0 ? found[0] : found[1]
    }
  }
}

/** Side of an edge that each region is on: −1 what meets the wall there, 1 the wall, 0 others. */
function sidesAt({ outer }: Edge, names: Tidy['names'], walls: readonly number[]): Int8Array {
  return Int8Array.from(names, ({ label }, id) => {
    if (typeof outer === 'number') return walls[id] === 2 ? 1 : walls[id] === outer ? -1 : 0
    return label === 'wall' ? 1 : label === outer ? -1 : 0
  })
}

/**
 * Makes the creases of a white room straight where they are too faint to be found at each pixel: walls end at the line
 * on which most of their border with the ceiling, the floor or the next wall lies, near that edge of the room's box.
 * @param side see roomSides
 */
export function straightenCreases(tidy: Tidy, sight: Sight, room: RoomBox, side: Uint8Array): Tidy {
  const { parts, names } = tidy
  const map = parts.map.slice()
  const walls = roomWalls(tidy, side)
  for (const edge of edgesOf(room, 2 * Math.max(sight.width, sight.height))) {
    const sides = sidesAt(edge, names, walls)
    const sideAt = (i: number) => sides[map[i]!]! as -1 | 0 | 1
    mend(map, new Crossing(sight, sideAt, edge))
  }
  return withoutEmpty({ parts: { ...parts, map }, names })
}
