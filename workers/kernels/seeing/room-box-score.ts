import type { LabelShares } from '#kernels/segmentation/name-parts.ts'
import { backPlace, type Extent } from './room-box.ts'
import { alongRay, between, type Grid, type Sums, type Tally } from './room-box-evidence.ts'
import { LABELS, type View } from './scene.ts'

/** px of the labels between two places that are looked at. */
const APART = 6
const [FLOOR, CEILING, WALL] = [LABELS.indexOf('floor'), LABELS.indexOf('ceiling'), LABELS.indexOf('wall')]

/** A place of the back plane with how much of a floor, a ceiling and a wall is seen there, 0..1. */
export interface Place {
  x: number
  y: number
  floor: number
  ceiling: number
  wall: number
}

/** What a picture's pixels are named, on the back plane. @param view of the picture, at any size */
export function placesOf(view: View, { width, height, shares }: LabelShares): Place[] {
  const size = width * height
  const places: Place[] = []
  for (let y = APART >> 1; y < height; y += APART)
    for (let x = APART >> 1; x < width; x += APART) {
      const at = y * width + x
      const place = backPlace(view, ((x + 0.5) * view.width) / width, ((y + 0.5) * view.height) / height)
      const of = (label: number) => shares[label * size + at]!
      if (place) places.push({ ...place, floor: of(FLOOR), ceiling: of(CEILING), wall: of(WALL) })
    }
  return places
}

/** How far what is named floor, ceiling and wall lies on such a side of a box, −1..1. */
export function sidesAgree(places: readonly Place[], { left, top, right, bottom }: Extent): number {
  let sum = 0
  for (const { x, y, floor, ceiling, wall } of places) {
    const across = x < 0 ? x / left : x / right
    const upright = y < 0 ? y / top : y / bottom
    if (upright <= 1 || across > upright) sum += wall - floor - ceiling
    else sum += y < 0 ? ceiling - floor - wall : floor - ceiling - wall
  }
  return sum / Math.max(1, places.length)
}

/** Indices of a box's sides on the grid: left, top, right, bottom. */
export type Sides = readonly [number, number, number, number]

/** What a px of an edge is worth: that it is seen at all, shows a step, steps of one sign, and goes on past its end. */
interface EdgeWeights {
  seen: number
  edge: number
  signed: number
  over: number
}

/** What steps of one sign are worth along edges that furniture may cut. */
const SIGNED = 0.05
/** Fitted to rooms with known boxes; rays run towards the camera. Furniture hides a floor's edges and has some of its own. */
const WEIGHTS = {
  ceiling: { seen: -0.7, edge: 1.045, signed: SIGNED, over: -0.717 },
  floor: { seen: -0.02, edge: 0.1, signed: SIGNED, over: -0.163 },
  upright: { seen: -0.6, edge: 1.15, signed: SIGNED, over: -0.6 },
  ceilingRay: { seen: -0.621, edge: 1.457, signed: 0.8, over: -0.703 },
  floorRay: { seen: -0.05, edge: 0.387, signed: 0.391, over: -0.663 },
} as const satisfies Record<string, EdgeWeights>

/** Part of an edge past its ends, and lines of the grid left out there, where it must not go on. */
const OVERRUN = 0.3
const CLEAR = 4

/** What the boxes of a picture are judged by. */
export interface Evidence {
  grid: Grid
  /** Longer side, px. */
  side: number
  rays: Map<number, ReturnType<typeof alongRay>>
  /** What the picture's pixels are named; empty where nothing has named them. */
  places: readonly Place[]
}

const scratch: Tally = { seen: 0, edge: 0, signed: 0 }

const worth = ({ seen, edge, signed }: Tally, by: EdgeWeights): number =>
  by.seen * seen + by.edge * edge + by.signed * Math.abs(signed)

/** Edge from a place of a line to another, and what goes on in its line past them, where a room's edge ends. */
function lineWorth(sums: Sums, line: number, from: number, to: number, by: EdgeWeights): number {
  const own = worth(between(sums, line, from, to, scratch), by)
  const more = CLEAR + Math.round(OVERRUN * (to - from))
  const last = sums.places - 1
  const before = between(sums, line, Math.max(0, from - more), Math.max(0, from - CLEAR), scratch).edge
  const after = between(sums, line, Math.min(last, to + CLEAR), Math.min(last, to + more), scratch).edge
  return own + by.over * (before + after)
}

/** What the edge shows that runs from a corner, on the grid, towards the camera. */
function rayOfCorner(
  { grid, rays }: Pick<Evidence, 'grid' | 'rays'>,
  x: number,
  y: number,
): ReturnType<typeof alongRay> {
  const key = x * grid.ys.length + y
  let found = rays.get(key)
  if (!found) {
    found = alongRay(grid, grid.xs[x]!, grid.ys[y]!)
    rays.set(key, found)
  }
  return found
}

function rayWorth(evidence: Evidence, x: number, y: number, by: EdgeWeights): number {
  const { edge, beyond } = rayOfCorner(evidence, x, y)
  return worth(edge, by) + by.over * beyond
}

/** How much of a box's edges the picture shows. */
export function edgesWorth(evidence: Evidence, [l, t, r, b]: Sides): number {
  const { upright, level } = evidence.grid
  return (
    lineWorth(upright, l, t, b, WEIGHTS.upright) +
    lineWorth(upright, r, t, b, WEIGHTS.upright) +
    lineWorth(level, t, l, r, WEIGHTS.ceiling) +
    lineWorth(level, b, l, r, WEIGHTS.floor) +
    rayWorth(evidence, l, t, WEIGHTS.ceilingRay) +
    rayWorth(evidence, r, t, WEIGHTS.ceilingRay) +
    rayWorth(evidence, r, b, WEIGHTS.floorRay) +
    rayWorth(evidence, l, b, WEIGHTS.floorRay)
  )
}

/** The back wall's extent with these sides. */
export const extentAt = ({ xs, ys }: Grid, [l, t, r, b]: Sides): Extent => ({
  left: xs[l]!,
  top: ys[t]!,
  right: xs[r]!,
  bottom: ys[b]!,
})

/** The longer side's length that full agreement with the names of pixels is worth in edges. */
const AGREED = 8

/** How likely a box is, in px of edges that speak for it. */
export function judge(evidence: Evidence, sides: Sides): number {
  const named = AGREED * evidence.side * sidesAgree(evidence.places, extentAt(evidence.grid, sides))
  return edgesWorth(evidence, sides) + named
}
