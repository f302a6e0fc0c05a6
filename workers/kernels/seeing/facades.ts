import { findSegments } from '#kernels/lines/segments.ts'
import { shrinkLuma } from '#kernels/raster/luma.ts'
import type { Raster } from '#kernels/raster.ts'
import { axisOf, REACH, strokesOf } from './axes.ts'
import { labelRuns, type Run } from './facades-runs.ts'
import type { Spot, Surface3, Vector3, View } from './scene.ts'
import { dot, EYE_HEIGHT, rayOf, scaledView, spotOf, surfaceThrough } from './view.ts'

/** An upright plane of a building: between two verticals, from the ground up to its highest edge. */
export interface Facade {
  /** Upper left, upper right, lower right, lower left, px; may lie outside of the picture. */
  outline: readonly [Spot, Spot, Spot, Spot]
  surface: Surface3
  /** 0..1: how much of it has edges that run its way. */
  sure: number
}

/** A piece of an edge: its rays' directions in the view's axes, and its axis (0 right, 1 down, 2 away). */
export interface Piece {
  from: Vector3
  to: Vector3
  axis: number
  /** In longer sides. */
  length: number
}

/** Side of the copy on which lines are looked for, px, and the shortest line as a part of it. */
const SEARCH = 1024
const SHORTEST = 0.015
const MOST = 500
/** Drop of the foot of a facade, per distance, that is assumed where none is seen. */
const USUAL_DROP = 0.1
/** Least part of a facade's edges' length that is above its top, or below its foot. */
const OUTLIERS = 0.06
/** How near to the ends of its upright edges an edge along a facade is its border, in heights. */
const BORDER = 0.12

/** Edges of a picture that run along the view's axes. */
function piecesOf(image: Raster, view: View): Piece[] {
  const luma = shrinkLuma(image, SEARCH)
  const small = scaledView(view, luma.width, luma.height)
  const side = Math.max(luma.width, luma.height)
  const frame = { focal: small.focal / side, axes: small.axes }
  const turned = (x: number, y: number): Vector3 => {
    const ray = rayOf(small, x * side + luma.width / 2, y * side + luma.height / 2 + (small.shift ?? 0))
    return [dot(ray, small.axes[0]), dot(ray, small.axes[1]), dot(ray, small.axes[2])]
  }
  const segments = findSegments(luma, SHORTEST * side)
  return strokesOf(segments, small, MOST).flatMap((stroke) => {
    const axis = axisOf(stroke, frame, REACH)
    if (axis < 0) return []
    const { x, y, dx, dy, length } = stroke
    const half = length / 2
    const ends = [turned(x - half * dx, y - half * dy), turned(x + half * dx, y + half * dy)] as const
    return [{ from: ends[0], to: ends[1], axis, length }]
  })
}

/** A height on a facade's plane at distance 1, downwards from the eye, and how much speaks for it. */
interface Level {
  drop: number
  weight: number
}

/** Value under which a share of the weight lies. */
function quantile(levels: readonly Level[], share: number): number {
  const sorted = [...levels].sort((a, b) => a.drop - b.drop)
  let left = share * sorted.reduce((sum, { weight }) => sum + weight, 0)
  for (const { drop, weight } of sorted) {
    left -= weight
    if (left <= 0) return drop
  }
  return sorted[sorted.length - 1]?.drop ?? 0
}

/** The level next to `at` that most edges along the facade share; `at` itself where none is near. */
function snapped(levels: readonly Level[], at: number, reach: number): number {
  let best = at
  let most = 0
  for (const { drop } of levels) {
    if (Math.abs(drop - at) > reach) continue
    let sum = 0
    for (const other of levels) if (Math.abs(other.drop - drop) < reach / 8) sum += other.weight
    if (sum <= most) continue
    most = sum
    best = drop
  }
  return best
}

/** Top and foot of a run's facade on its plane at distance 1. */
function heightOf(pieces: readonly Piece[], run: Run): { top: number; foot: number; seen: boolean } | null {
  const along: Level[] = []
  const tops: Level[] = []
  const feet: Level[] = []
  for (const { from, to, axis, length } of pieces) {
    const [a, b] = [run.place(from), run.place(to)]
    if (!a || !b || !run.holds(a.turn) || !run.holds(b.turn)) continue
    if (axis === run.axis) along.push({ drop: (a.drop + b.drop) / 2, weight: length })
    if (axis !== 1) continue
    tops.push({ drop: Math.min(a.drop, b.drop), weight: length })
    feet.push({ drop: Math.max(a.drop, b.drop), weight: length })
  }
  if (along.length + tops.length < 3) return null
  const high = quantile([...along, ...tops], OUTLIERS)
  const low = quantile(feet.length > 1 ? feet : along, 1 - OUTLIERS)
  if (!(low > high)) return null
  const reach = BORDER * (low - high)
  const [top, foot] = [snapped(along, high, reach), snapped(along, low, reach)]
  const seen = foot > 0.3 * USUAL_DROP
  return { top, foot: seen ? foot : Math.max(USUAL_DROP, foot), seen }
}

function facadeOf(view: View, pieces: readonly Piece[], run: Run): Facade | null {
  const height = heightOf(pieces, run)
  if (!height) return null
  const { top, foot, seen } = height
  const [across, down, away] = view.axes
  const world = ([x, y, z]: Vector3): Vector3 => [
    x * across[0] + y * down[0] + z * away[0],
    x * across[1] + y * down[1] + z * away[1],
    x * across[2] + y * down[2] + z * away[2],
  ]
  const distance = EYE_HEIGHT.outdoors / foot
  const spots = (
    [
      [run.from, top],
      [run.to, top],
      [run.to, foot],
      [run.from, foot],
    ] as const
  ).map(([turn, drop]) => spotOf(view, world(run.pointAt(turn, drop))))
  const [a, b, c, d] = spots
  if (!a || !b || !c || !d) return null
  const nearest = world(run.normal)
  const surface = surfaceThrough(nearest, [
    nearest[0] * distance,
    nearest[1] * distance,
    nearest[2] * distance,
  ])
  return { outline: [a, b, c, d], surface, sure: run.sure * view.sure * (seen ? 1 : 0.5) }
}

/**
 * Upright planes of buildings: directions around the camera are parted into runs in which the edges run along one of
 * the two level axes, with their borders at upright edges; upright edges tell top and foot, the foot the distance.
 * One plane is told in each direction, so that this is for buildings seen from the ground.
 * @returns from left to right, in px of `view` and metres; none where the view is unsure
 */
export function findFacades(image: Raster, view: View): Facade[] {
  if (view.sure < 0.3) return []
  const pieces = piecesOf(image, view)
  const corners = [0, 1].flatMap((x) => [0, 0.5, 1].map((y) => rayOf(view, x * view.width, y * view.height)))
  const turns = corners.map((ray) => Math.atan2(dot(ray, view.axes[0]), dot(ray, view.axes[2])))
  const runs = labelRuns(pieces, Math.min(...turns), Math.max(...turns))
  return runs.flatMap((run) => facadeOf(view, pieces, run) ?? [])
}
