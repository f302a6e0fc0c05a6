import type { Segment } from '#kernels/lines/segments.ts'
import { axisOf, REACH, strokesOf } from './axes.ts'
import { backPlace, type Extent } from './room-box.ts'
import {
  alongRay,
  between,
  type Grid,
  type Sums,
  type Tally,
  WAYS_APART,
  type Way,
} from './room-box-evidence.ts'
import { type Place, sidesAgree } from './room-box-sides.ts'
import type { View } from './scene.ts'

/** Indices of a box's sides on the grid: left, top, right, bottom. */
export type Sides = readonly [number, number, number, number]

/** What a px of an edge is worth: that it is seen at all, shows a step, steps of one sign, and goes on past its end. */
interface EdgeWeights {
  seen: number
  edge: number
  signed: number
  over: number
}

/** What makes a box likely. */
export interface Weights {
  ceiling: EdgeWeights
  floor: EdgeWeights
  upright: EdgeWeights
  /** Edges that run towards the camera. */
  ceilingRay: EdgeWeights
  floorRay: EdgeWeights
  /** A px of line that contradicts the wall it is on: across or away high or low on the walls, upright elsewhere. */
  wrong: {
    backHigh: number
    backLow: number
    sideHigh: number
    sideLow: number
    ceiling: number
    floor: number
  }
  /** Ways along a side that end at its edge, and that go on past it, per px of the border. */
  free: Record<'floorEnds' | 'floorPast' | 'ceilingEnds' | 'ceilingPast' | 'sideEnds' | 'sidePast', number>
  /** Unusual height, width and depth, per logarithm and px of the picture. */
  odd: { height: number; width: number; depth: number }
}

/** Fitted to rooms with known boxes, then held near to what also holds for path-traced rooms and their weak edges. */
export const WEIGHTS: Weights = {
  ceiling: { seen: -0.7, edge: 1.045, signed: 0.05, over: -0.717 },
  floor: { seen: -0.02, edge: 0.1, signed: 0.05, over: -0.163 },
  upright: { seen: -0.6, edge: 1.15, signed: 0.05, over: -0.6 },
  ceilingRay: { seen: -0.621, edge: 1.457, signed: 0.8, over: -0.703 },
  floorRay: { seen: -0.05, edge: 0.387, signed: 0.391, over: -0.663 },
  wrong: { backHigh: -0.427, backLow: 0, sideHigh: -0.684, sideLow: 0, ceiling: -0.792, floor: 0 },
  free: {
    floorEnds: 0.05,
    floorPast: 0,
    ceilingEnds: 0.15,
    ceilingPast: -0.15,
    sideEnds: 0.05,
    sidePast: -0.1,
  },
  odd: { height: -0.2, width: -0.31, depth: -0.67 },
}

/** Part of an edge past its ends, and lines of the grid left out there, where it must not go on. */
const OVERRUN = 0.3
const CLEAR = 4

/** What the boxes of a picture are judged by. */
export interface Evidence {
  grid: Grid
  witnesses: readonly Witness[]
  ways: readonly Way[]
  /** Longer side, px. */
  side: number
  rays: Map<number, ReturnType<typeof alongRay>>
  /** What the picture's pixels are named; empty where nothing has named them. */
  places: readonly Place[]
}

/** A place on a line of the picture whose axis is known. */
interface Witness {
  x: number
  y: number
  /** 0 right, 1 down, 2 away. */
  axis: number
  /** px */
  length: number
}

/** Places along the lines of the picture that run along an axis. */
export function witnessesOf(view: View, segments: readonly Segment[]): Witness[] {
  const { width, height, shift = 0 } = view
  const side = Math.max(width, height)
  const frame = { focal: view.focal / side, axes: view.axes }
  return strokesOf(segments, view, 300).flatMap((stroke) => {
    const axis = axisOf(stroke, frame, REACH)
    if (axis < 0) return []
    return [-0.35, 0, 0.35].flatMap((part) => {
      const x = (stroke.x + part * stroke.length * stroke.dx) * side + width / 2
      const y = (stroke.y + part * stroke.length * stroke.dy) * side + height / 2 + shift
      const place = backPlace(view, x, y)
      return place ? [{ ...place, axis, length: (stroke.length * side) / 3 }] : []
    })
  })
}

/** How far a value is outside of a usual range, as a ratio's logarithm. */
const beyond = (value: number, from: number, to: number): number =>
  Math.max(0, Math.log(from / value), Math.log(value / to))

/** How unusual a room is, by its size in heights of the eye. */
function oddity({ left, top, right, bottom }: Extent, { odd }: Weights): number {
  return (
    odd.height * beyond(-top / bottom, 0.45, 1.9) +
    odd.width * beyond((right - left) / bottom, 1.4, 7) +
    odd.depth * beyond(1 / bottom, 1.4, 7)
  )
}

function contradiction(
  witnesses: readonly Witness[],
  { left, top, right, bottom }: Extent,
  { wrong }: Weights,
): number {
  let sum = 0
  for (const { x, y, axis, length } of witnesses) {
    const across = x < 0 ? x / left : x / right
    const upright = y < 0 ? y / top : y / bottom
    const isLow = y > 0.3 * bottom
    if (across < 1 && upright < 1) {
      if (axis === 2) sum += length * (isLow ? wrong.backLow : wrong.backHigh)
    } else if (across > upright) {
      if (axis === 0) sum += length * (isLow ? wrong.sideLow : wrong.sideHigh)
    } else if (axis === 1) sum += length * (y < 0 ? wrong.ceiling : wrong.floor)
  }
  return sum
}

/** px that a way's end may be off an edge. */
const AT_EDGE = 3.5

/** What free ways say: they end at the edge of the side they run on, or they run on where it should be. */
function freedom(ways: readonly Way[], { left, top, right, bottom }: Extent, { free }: Weights): number {
  let sum = 0
  for (const way of ways) {
    const across = way.x < 0 ? way.x / left : way.x / right
    const upright = way.y < 0 ? way.y / top : way.y / bottom
    const most = Math.max(across, upright)
    if (most <= 1) continue
    // Positive when the way goes on past the edge.
    const past = (1 / most - way.free) * way.length
    if (past < -AT_EDGE) continue
    const ends = past <= AT_EDGE
    if (across > upright) sum += ends ? free.sideEnds : free.sidePast
    else if (way.y < 0) sum += ends ? free.ceilingEnds : free.ceilingPast
    else sum += ends ? free.floorEnds : free.floorPast
  }
  return sum * WAYS_APART
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
export function rayOfCorner(
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
export function edgesWorth(evidence: Evidence, [l, t, r, b]: Sides, by: Weights = WEIGHTS): number {
  const { upright, level } = evidence.grid
  return (
    lineWorth(upright, l, t, b, by.upright) +
    lineWorth(upright, r, t, b, by.upright) +
    lineWorth(level, t, l, r, by.ceiling) +
    lineWorth(level, b, l, r, by.floor) +
    rayWorth(evidence, l, t, by.ceilingRay) +
    rayWorth(evidence, r, t, by.ceilingRay) +
    rayWorth(evidence, r, b, by.floorRay) +
    rayWorth(evidence, l, b, by.floorRay)
  )
}

/** The back wall's extent with these sides. */
export const extentAt = ({ xs, ys }: Grid, [l, t, r, b]: Sides): Extent => ({
  left: xs[l]!,
  top: ys[t]!,
  right: xs[r]!,
  bottom: ys[b]!,
})

/** How likely a box is, in px of edges that speak for it. */
export function judge(evidence: Evidence, sides: Sides, by: Weights = WEIGHTS): number {
  const extent = extentAt(evidence.grid, sides)
  return (
    edgesWorth(evidence, sides, by) +
    evidence.side * oddity(extent, by) +
    contradiction(evidence.witnesses, extent, by) +
    freedom(evidence.ways, extent, by)
  )
}

/** The longer side's length that full agreement with the names of pixels is worth in edges. */
const AGREED = 4

/** The same with what the picture's pixels are named. */
export function judgeNamed(evidence: Evidence, sides: Sides): number {
  const named = AGREED * evidence.side * sidesAgree(evidence.places, extentAt(evidence.grid, sides))
  return judge(evidence, sides) + named
}
