import { type Matrix3, project } from '#kernels/lines/homography.ts'
import type { Segment } from '#kernels/lines/segments.ts'
import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import type { Sight } from './regions-sight.ts'
import type { Spot, View } from './scene.ts'
import { groundOf, pictureToPlane, planeToPicture } from './view.ts'

/** Part of an edge beside which floor has to be on both sides, px from it. */
const [ON_FLOOR, BESIDE] = [0.6, 4] as const
/** Tangent up to which an edge runs along an axis of the room. */
const ALONG = 0.12
/** How far from each other, in distances to the camera, edges of one line and sides of one corner may be. */
const OFF = 0.05
/** Widest gap in a line, in parts of what is there of it. */
const GAP = 1
/** Sides of a rug, metres by the eye's assumed height. */
const SIDES = [0.8, 6] as const
/**
 * Part of the front and of a flank that has to be seen, the length of the front in parts of the picture's width, and how
 * likely their edges are borders of things: those of a patch of sun are not.
 */
const SEEN = { front: 0.45, flank: 0.4, wide: 0.1, apart: 0.4 } as const
/** Part of a picture that is left of a rug at least, and of its floor at most. */
const LEFT = { least: 0.015, most: 0.75 } as const

/** An edge on the floor, in metres on it: u to the right, v towards the camera. */
interface Edge {
  /** Of the two ends, along the axis that it follows. */
  from: number
  to: number
  /** Where it lies across that axis. */
  at: number
  /** The same ends in the picture, px, and how far apart they are there. */
  ends: readonly [Spot, Spot]
  px: number
  apart: number
}

/** Edges that lie in one line. */
interface Line extends Edge {
  members: Edge[]
}

interface Floor {
  /** Across the room and away from the camera. */
  across: Edge[]
  away: Edge[]
  toPicture: Matrix3
  toFloor: Matrix3
}

/** The edges that run along the room's axes and have floor on both sides. */
function edgesOn(
  isFloor: (x: number, y: number) => boolean,
  sight: Sight,
  view: View,
  segments: readonly Segment[],
): Floor {
  const ground = groundOf(view, 'indoors')
  const [toFloor, toPicture] = [pictureToPlane(view, ground), planeToPicture(view, ground)]
  const floor: Floor = { across: [], away: [], toPicture, toFloor }
  const apartAt = (x: number, y: number) => sight.apart?.[Math.floor(y) * sight.width + Math.floor(x)] ?? 0
  for (const { x1, y1, x2, y2 } of segments) {
    const [p, q] = [project(toFloor, x1, y1), project(toFloor, x2, y2)]
    if (p.w <= 0 || q.w <= 0) continue
    const [du, dv] = [Math.abs(q.x - p.x), Math.abs(q.y - p.y)]
    const isAcross = dv < ALONG * du
    if (!isAcross && du >= ALONG * dv) continue
    const px = Math.hypot(x2 - x1, y2 - y1)
    const [nx, ny] = [(-BESIDE * (y2 - y1)) / px, (BESIDE * (x2 - x1)) / px]
    const steps = Math.max(4, Math.round(px / 4))
    let [on, apart] = [0, 0]
    for (let s = 0; s < steps; s++) {
      const t = (s + 0.5) / steps
      const [x, y] = [x1 + t * (x2 - x1), y1 + t * (y2 - y1)]
      if (isFloor(x + nx, y + ny) && isFloor(x - nx, y - ny)) on++
      apart += apartAt(x, y) / steps
    }
    if (on < ON_FLOOR * steps) continue
    const [a, b] = isAcross ? [p.x, q.x] : [p.y, q.y]
    const ends = [
      { x: x1, y: y1 },
      { x: x2, y: y2 },
    ] as const
    floor[isAcross ? 'across' : 'away'].push({
      ...{ from: Math.min(a, b), to: Math.max(a, b), at: isAcross ? (p.y + q.y) / 2 : (p.x + q.x) / 2 },
      ...{ ends: a < b ? ends : [ends[1], ends[0]], px, apart },
    })
  }
  return floor
}

/** Joins what lies in one line, the longest first. @param near how far apart two may be across it, at a place of it */
function joined(lines: readonly Line[], near: (edge: Edge) => number): Line[] {
  const found: Line[] = []
  for (const next of lines.toSorted((one, other) => other.px - one.px)) {
    const line = found.find(({ at, from, to }) => {
      const gap = Math.max(next.from - to, from - next.to)
      return Math.abs(at - next.at) < near(next) && gap < GAP * (to - from)
    })
    if (!line) {
      found.push({ ...next })
      continue
    }
    const px = line.px + next.px
    line.at = (line.px * line.at + next.px * next.at) / px
    line.apart = (line.px * line.apart + next.px * next.apart) / px
    line.px = px
    line.ends = [
      next.from < line.from ? next.ends[0] : line.ends[0],
      next.to > line.to ? next.ends[1] : line.ends[1],
    ]
    line.from = Math.min(line.from, next.from)
    line.to = Math.max(line.to, next.to)
    line.members = [...line.members, ...next.members]
  }
  // A line that has grown reaches others.
  return found.length < lines.length ? joined(found, near) : found
}

const linesOf = (edges: readonly Edge[], near: (edge: Edge) => number) =>
  joined(
    edges.map((edge) => ({ ...edge, members: [edge] })),
    near,
  )

/** Length that the edges of a line cover, each place once, metres. */
function coveredBy({ members }: Line): number {
  let [sum, end] = [0, -Infinity]
  for (const { from, to } of members.toSorted((one, other) => one.from - other.from)) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum
}

/** Corners of a rug in the picture, around it. */
type Corners = readonly [Spot, Spot, Spot, Spot]

const isLong = (length: number) => length > SIDES[0] && length < SIDES[1]

/** The rug that most edges speak for: its front and one flank meet in a corner. */
function findCorners({ across, away, toPicture }: Floor, width: number): Corners | null {
  const far = (u: number, v: number) => OFF * Math.hypot(u, v)
  const fronts = linesOf(across, ({ at, from, to }) => far((from + to) / 2, at))
  const flanks = linesOf(away, ({ at, from, to }) => far(at, (from + to) / 2))
  let [best, most]: [Corners | null, number] = [null, 0]
  for (const front of fronts) {
    const [left, right] = front.ends
    const wide = Math.hypot(right.x - left.x, right.y - left.y)
    if (!isLong(front.to - front.from) || wide < SEEN.wide * width) continue
    if (coveredBy(front) < SEEN.front * (front.to - front.from) || front.apart < SEEN.apart) continue
    for (const flank of flanks) {
      if (!isLong(flank.to - flank.from) || flank.apart < SEEN.apart) continue
      if (coveredBy(flank) < SEEN.flank * (flank.to - flank.from)) continue
      const off = far(flank.at, front.at)
      if (Math.abs(flank.to - front.at) > off) continue
      const isLeft = Math.abs(front.from - flank.at) < Math.abs(front.to - flank.at)
      const [met, other] = isLeft ? [front.from, front.to] : [front.to, front.from]
      if (Math.abs(met - flank.at) > off || front.px + flank.px < most) continue
      const back = project(toPicture, other, flank.from)
      if (back.w <= 0) continue
      most = front.px + flank.px
      best = isLeft ? [left, right, back, flank.ends[0]] : [left, right, flank.ends[0], back]
    }
  }
  return best
}

/** Whether a place lies within corners that go around one way. */
function isWithin(corners: Corners, x: number, y: number): boolean {
  const sides = corners.map((a, k) => {
    const b = corners[(k + 1) % 4]!
    return Math.sign((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x))
  })
  return sides.every((side) => side === sides[0])
}

/** Regions, and the one of them that is a rug; null for none. */
export interface Laid extends Tidy {
  rug: number | null
}

/**
 * Takes a rug out of the floor of a white room: nothing but faint edges parts them, but on the floor's plane these are
 * a front and a flank that meet at right angles. What stands on it stays as it is.
 * @param segments straight edges of the picture, px of the sight
 */
export function layRug(tidy: Tidy, sight: Sight, view: View, segments: readonly Segment[]): Laid {
  const { parts, names } = tidy
  const { width, height } = sight
  const isFloor = (x: number, y: number) => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const isIn = left >= 0 && top >= 0 && left < width && top < height
    return isIn && names[parts.map[top * width + left]!]!.label === 'floor'
  }
  const none = { ...tidy, rug: null }
  const corners = findCorners(edgesOn(isFloor, sight, view, segments), width)
  if (!corners) return none
  const map = parts.map.slice()
  let [all, taken, sure] = [0, 0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const name = names[parts.map[i]!]!
      if (name.label !== 'floor') continue
      all++
      if (!isWithin(corners, x + 0.5, y + 0.5)) continue
      taken++
      sure += name.sure
      map[i] = parts.count
    }
  }
  if (taken < LEFT.least * map.length || taken > LEFT.most * all) return none
  const made = withoutEmpty({
    parts: { map, count: parts.count + 1 },
    names: [...names, { label: 'floor', sure: sure / taken }],
  })
  return { ...made, rug: made.parts.count - 1 }
}
