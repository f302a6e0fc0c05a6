import { MOST_STROKE_POINTS, type RegionChange, type Stroke } from '#contracts/surfaces.ts'
import type { Point, Size } from '#src/ui/image/zoom.ts'
import { keyPoints } from '#src/worker-clients/room.ts'

/** A stroke merges regions, splits one, or goes around some. */
export type StrokeMode = 'merge' | 'split' | 'around'

/** How far a kept stroke may be from the one that was drawn, part of the longer side. */
const TOLERANCE = 0.0008
/** Ends nearer than this part of the way between them are meant to meet. */
const CLOSING = 0.2

const inside = (value: number) => Math.min(1, Math.max(0, Math.round(value * 1e4) / 1e4))

function strokeOf(points: readonly Point[], { width, height }: Size): Stroke {
  const drawn = { x: points.map(({ x }) => x), y: points.map(({ y }) => y), strength: [] }
  let tolerance = TOLERANCE * Math.max(width, height)
  let kept = keyPoints(drawn, tolerance)
  while (kept.length > MOST_STROKE_POINTS) {
    tolerance *= 1.5
    kept = keyPoints(drawn, tolerance)
  }
  return kept.map((k) => [inside(points[k]!.x / width), inside(points[k]!.y / height)])
}

/** Whether a stroke comes back to where it began. */
function isLoop(points: readonly Point[]): boolean {
  const [from, to] = [points[0]!, points.at(-1)!]
  let way = 0
  let before = from
  for (const point of points) {
    way += Math.hypot(point.x - before.x, point.y - before.y)
    before = point
  }
  return points.length > 3 && Math.hypot(to.x - from.x, to.y - from.y) < CLOSING * way
}

/**
 * The loop of a drawn line as a stroke, and its middle; two places are the corners of a box.
 * @param points px of the picture, two at least
 */
export function loopOf(points: readonly Point[], picture: Size): { at: Point; around: Stroke } {
  const [from, to] = [points[0]!, points.at(-1)!]
  const box = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }]
  const around = strokeOf(points.length > 2 ? points : box, picture)
  const mean = (k: 0 | 1) => inside(around.reduce((sum, point) => sum + point[k], 0) / around.length)
  return { at: { x: mean(0), y: mean(1) }, around }
}

/**
 * What a stroke does to a picture's regions.
 * @param points px of the picture, two at least
 */
export function changeOfStroke(
  mode: 'merge' | 'split',
  points: readonly Point[],
  picture: Size,
): RegionChange {
  const stroke = strokeOf(points, picture)
  return mode === 'merge' ? { merge: stroke } : { split: stroke, closed: isLoop(points) }
}
