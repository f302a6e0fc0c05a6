import { type Matrix3, project } from '#kernels/lines/homography.ts'
import type { Segment } from '#kernels/lines/segments.ts'
import type { Named } from './labels.ts'
import type { Facts } from './labels-facts.ts'
import type { Parts } from './regions.ts'
import type { Sight } from './regions-sight.ts'
import { connected } from './regions-split.ts'
import type { Vector3, View } from './scene.ts'
import { EYE_HEIGHT, groundOf, pictureToPlane, sightLine } from './view.ts'

/**
 * The dark rim of a leaf on water: how much darker than what is over and under it, L; how far away that is and how tall
 * it is at most, px of a picture 1024 px long; its width, and how many heights it is wide at least; how much what is
 * over and under it may differ, L.
 */
const RIM = { darker: 1.2, reach: 4, tall: 9, width: [8, 60], wide: 2.5, alike: 5 } as const
/** How many leaves swim on a basin at least, and the part of the picture that it covers. */
const BASIN = { leaves: 6, least: 0.004, most: 0.12 } as const
/** How far an edge may be off its axis, radians; how wide, px, and how long, in heights of the eye, so as to be an edge of a basin. */
const EDGE = { off: 0.045, width: 3.6, least: 0.7 } as const
/** How far, px, pieces of one edge are apart; parts of each side, and of all, that edges run along at least. */
const SIDE = { apart: 3, each: 0.2, all: 0.4 } as const
/** Part of a basin that is level by name, part of a region that has to be in it, and how sure of its water one is. */
const [LEVEL, MOSTLY, SURE] = [0.7, 0.6, 0.92] as const
/** Part of a thing that is in the basin which it stands in, and of the picture that it covers at most. */
const STANDING = { least: 0.08, most: 0.02, sure: 0.8 } as const
/**
 * The front of a raised basin: parts of its outline that are under the water, and beside what lies before it, at least;
 * the step to that, ΔE, and how likely a border between two things it is: what lies level has the same light.
 */
const FRONT = { under: 0.3, before: 0.3, step: 4, apart: 0.6, sure: 0.8 } as const

const isLevel = ({ label }: Named) => label === 'ground' || label === 'floor' || label === 'water'

/** A place on the ground: to the right of the camera, and towards it. */
interface Place {
  u: number
  v: number
}

/** A straight edge on the ground along one of its axes: where it lies, from where to where it runs. */
interface Edge {
  at: number
  from: number
  to: number
  /** How far to either side of it a piece belongs to it. */
  apart: number
}

type Rectangle = Readonly<Record<'left' | 'right' | 'back' | 'front', number>>

function placeOf(m: Matrix3, x: number, y: number): Place | null {
  const { x: u, y: v, w } = project(m, x, y)
  return w > 1e-6 ? { u, v } : null
}

/** Middles of what may be rims of leaves, px: short level strokes with the same light over and under them. */
function rimsOf({ width, height, l }: Sight): { x: number; y: number }[] {
  const scale = Math.max(width, height) / 1024
  const reach = Math.max(2, Math.round(RIM.reach * scale))
  const dark = new Int32Array(l.length)
  for (let i = reach * width; i < l.length - reach * width; i++) {
    const [over, under] = [l[i - reach * width]!, l[i + reach * width]!]
    const isAlike = Math.abs(over - under) < RIM.alike
    dark[i] = isAlike && Math.min(over, under) - l[i]! > RIM.darker ? 1 : 0
  }
  const { map, count } = connected(dark, width)
  const bounds = Array.from({ length: count }, () => ({ left: width, right: -1, top: height, bottom: -1 }))
  for (let i = 0; i < map.length; i++) {
    if (!dark[i]) continue
    const [bound, x, y] = [bounds[map[i]!]!, i % width, Math.floor(i / width)]
    bound.left = Math.min(bound.left, x)
    bound.right = Math.max(bound.right, x)
    bound.top = Math.min(bound.top, y)
    bound.bottom = y
  }
  const [narrowest, widest] = RIM.width
  return bounds.flatMap(({ left, right, top, bottom }) => {
    const [w, h] = [right - left + 1, bottom - top + 1]
    const isRim =
      right >= 0 && w >= narrowest * scale && w <= widest * scale && w > RIM.wide * h && h <= RIM.tall * scale
    return isRim ? [{ x: (left + right + 1) / 2, y: (top + bottom + 1) / 2 }] : []
  })
}

/** Sine of the angle between an edge and where the scene's lines of a direction run in the picture at its middle. */
function offFrom({ x1, y1, x2, y2 }: Segment, view: View, direction: Vector3): number {
  const [x, y, focal] = sightLine(view, (x1 + x2) / 2, (y1 + y2) / 2)
  const [dx, dy] = [focal * direction[0] - x * direction[2], focal * direction[1] - y * direction[2]]
  const [ex, ey] = [x2 - x1, y2 - y1]
  return Math.abs(dx * ey - dy * ex) / Math.max(1e-9, Math.hypot(dx, dy) * Math.hypot(ex, ey))
}

/** Sharp edges on the ground along its axes: those that run across the picture and those that run away. */
function edgesOn(
  m: Matrix3,
  { width, height }: Sight,
  view: View,
  segments: readonly Segment[],
): { across: Edge[]; away: Edge[] } {
  const eye = EYE_HEIGHT.outdoors
  const wide = (EDGE.width * Math.max(width, height)) / 1024
  const edges = { across: [] as Edge[], away: [] as Edge[] }
  for (const segment of segments) {
    if (segment.width > wide) continue
    const [p, q] = [placeOf(m, segment.x1, segment.y1), placeOf(m, segment.x2, segment.y2)]
    if (!p || !q) continue
    const [across, away] = [offFrom(segment, view, view.axes[0]), offFrom(segment, view, view.axes[2])]
    if (Math.min(across, away) > EDGE.off) continue
    // Metres in a pixel across the ground, and along it, where the edge is.
    const depth = Math.abs(p.v + q.v) / 2
    const pixel = depth / view.focal
    const isAcross = across < away
    const [along, aside] = isAcross ? (['u', 'v'] as const) : (['v', 'u'] as const)
    const [from, to] = [Math.min(p[along], q[along]), Math.max(p[along], q[along])]
    if (to - from < EDGE.least * eye) continue
    const apart = SIDE.apart * (isAcross ? (pixel * depth) / eye : pixel)
    edges[isAcross ? 'across' : 'away'].push({ at: (p[aside] + q[aside]) / 2, from, to, apart })
  }
  return edges
}

/** The nearest edges on either side of a place that run past it; null where there are none. */
function nearest(edges: readonly Edge[], at: number, along: number): [before: number, after: number] | null {
  let [before, after] = [-Infinity, Infinity]
  for (const edge of edges) {
    if (edge.from > along || edge.to < along) continue
    if (edge.at < at) before = Math.max(before, edge.at)
    else after = Math.min(after, edge.at)
  }
  return before > -Infinity && after < Infinity ? [before, after] : null
}

/** Part of a side that edges run along, 0..1. */
function covered(edges: readonly Edge[], at: number, from: number, to: number): number {
  const runs = edges
    .filter((edge) => Math.abs(edge.at - at) <= edge.apart && edge.to > from && edge.from < to)
    .map((edge) => [Math.max(from, edge.from), Math.min(to, edge.to)] as const)
    .sort((one, other) => one[0] - other[0])
  let [length, reached] = [0, from]
  for (const [start, end] of runs) {
    length += Math.max(0, end - Math.max(start, reached))
    reached = Math.max(reached, end)
  }
  return length / (to - from)
}

const isIn = ({ left, right, back, front }: Rectangle, { u, v }: Place) =>
  u > left && u < right && v > back && v < front

const overlap = (one: Rectangle, other: Rectangle) =>
  one.left < other.right && other.left < one.right && one.back < other.front && other.back < one.front

/** Rectangles on the ground with edges on all four sides and several leaves in them, none in another. */
function rectanglesOf(rims: readonly Place[], { across, away }: ReturnType<typeof edgesOn>): Rectangle[] {
  const found = new Map<string, { rectangle: Rectangle; closed: number }>()
  for (const rim of rims) {
    const [sides, ends] = [nearest(away, rim.u, rim.v), nearest(across, rim.v, rim.u)]
    if (!sides || !ends) continue
    const [[left, right], [back, front]] = [sides, ends]
    const rectangle = { left, right, back, front }
    const key = [left, right, back, front].join()
    if (found.has(key) || rims.filter((one) => isIn(rectangle, one)).length < BASIN.leaves) continue
    const cover = [
      covered(away, left, back, front),
      covered(away, right, back, front),
      covered(across, back, left, right),
      covered(across, front, left, right),
    ]
    const closed = cover.reduce((sum, one) => sum + one, 0)
    if (Math.min(...cover) > SIDE.each && closed > 4 * SIDE.all) found.set(key, { rectangle, closed })
  }
  // The best closed of those that overlap: what is wider has its edges elsewhere as well.
  const best: Rectangle[] = []
  for (const { rectangle } of [...found.values()].sort((one, other) => other.closed - one.closed))
    if (!best.some((one) => overlap(one, rectangle))) best.push(rectangle)
  return best
}

/** Whether a part is the front of a raised basin. */
function isFront({ around }: Facts, names: readonly Named[], isWater: (k: number) => boolean): boolean {
  let [under, before] = [0, 0]
  for (const [q, { part, below, step, apart }] of around) {
    if (isWater(q)) under += below < 0 ? part : 0
    else if (isLevel(names[q]!) && step > FRONT.step && apart > FRONT.apart) before += below > 0 ? part : 0
  }
  return under > FRONT.under && before > FRONT.before
}

/**
 * Names the basins of a model by the leaves that swim on them: rectangles on the ground, sharp edges on each side, with
 * several short level strokes of shadow in them. Soft shadows that fall across a basin part its water no more; what
 * stands in it at its rim is a stone, and so is the front of a raised one.
 * @param names of all parts, as `facts` @param segments straight edges, px of the sight
 * @returns the names with those of basins changed
 */
export function fillBasins(
  names: readonly Named[],
  facts: readonly Facts[],
  parts: Parts,
  sight: Sight,
  view: View,
  segments: readonly Segment[],
): Named[] {
  const { width, height } = sight
  const m = pictureToPlane(view, groundOf(view, 'outdoors'))
  const rims = rimsOf(sight).flatMap(({ x, y }) => {
    const isOnGround = isLevel(names[parts.map[Math.floor(y) * width + Math.floor(x)]!]!)
    return (isOnGround && placeOf(m, x, y)) || []
  })
  if (rims.length < BASIN.leaves) return [...names]
  let out = [...names]
  for (const rectangle of rectanglesOf(rims, edgesOn(m, sight, view, segments))) {
    const inside = new Float64Array(parts.count)
    for (let i = 0; i < parts.map.length; i++) {
      const k = parts.map[i]!
      const place = placeOf(m, (i % width) + 0.5, Math.floor(i / width) + 0.5)
      if (place && isIn(rectangle, place)) inside[k] = inside[k]! + 1
    }
    const sum = inside.reduce((total, one) => total + one, 0)
    const level = inside.reduce((total, one, k) => total + (isLevel(names[k]!) ? one : 0), 0)
    if (level < LEVEL * sum || sum < BASIN.least * width * height || sum > BASIN.most * width * height)
      continue
    const part = (k: number) => inside[k]! / facts[k]!.pixels
    const isWater = (k: number) => isLevel(names[k]!) && part(k) > MOSTLY
    out = out.map((name, k): Named => {
      const share = part(k)
      if (!isLevel(name)) return name
      if (share > MOSTLY) return { label: 'water', sure: SURE }
      if (isFront(facts[k]!, names, isWater)) return { label: 'other', sure: FRONT.sure }
      const stands = share > STANDING.least && facts[k]!.part < STANDING.most
      return stands ? { label: 'other', sure: STANDING.sure } : name
    })
  }
  return out
}
