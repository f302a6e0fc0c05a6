import type { CadDrawing } from './dxf-flatten.ts'

/** A door as drawings show it: its leaf stands open from the hinge to the tip, from which its path turns to the end. */
export interface CadSwing {
  hinge: readonly [x: number, y: number]
  tip: readonly [x: number, y: number]
  end: readonly [x: number, y: number]
  radius: number
}

/** A door's path turns by about a quarter, radians, in at least so many steps. */
const TURN = [1.2, 1.9] as const
const STEPS = 4
/** How far its points may lie off a circle, and a leaf's ends off the hinge and the tip, in parts of its radius. */
const OFF = 0.06
const LEAF_OFF = 0.12
/** A leaf is a line, or one side of a slim rectangle. */
const MOST_LEAF_POINTS = 5

type Point = readonly [x: number, y: number]

/** The middle of a circle through three points; null where they lie on a line. */
function middleOf([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): Point | null {
  const [px, py, qx, qy] = [bx - ax, by - ay, cx - ax, cy - ay]
  const twice = 2 * (px * qy - py * qx)
  if (twice === 0) return null
  const [p, q] = [px * px + py * py, qx * qx + qy * qy]
  return [ax + (qy * p - py * q) / twice, ay + (px * q - qx * p) / twice]
}

/** The quarter of a circle that a line is; null where it is none. */
function quarterOf(
  points: readonly number[],
): { middle: Point; radius: number; ends: [Point, Point] } | null {
  const n = points.length / 2
  if (n < STEPS + 1) return null
  const at = (k: number): Point => [points[2 * k]!, points[2 * k + 1]!]
  const [first, half, last] = [at(0), at(n >> 1), at(n - 1)]
  const middle = middleOf(first, half, last)
  if (!middle) return null
  const radius = Math.hypot(first[0] - middle[0], first[1] - middle[1])
  for (let k = 0; k < n; k++) {
    const [x, y] = at(k)
    if (Math.abs(Math.hypot(x - middle[0], y - middle[1]) - radius) > OFF * radius) return null
  }
  const angleOf = ([x, y]: Point) => Math.atan2(y - middle[1], x - middle[0])
  const turned = Math.abs(angleOf(last) - angleOf(first))
  const turn = Math.min(turned, 2 * Math.PI - turned)
  return turn > TURN[0] && turn < TURN[1] ? { middle, radius, ends: [first, last] } : null
}

/** An end of a straight piece of a line, and where its other end is. */
type End = readonly [x: number, y: number, farX: number, farY: number]

/** Ends of the straight pieces of short lines, from left to right. */
function endsOf(lines: CadDrawing['lines']): End[] {
  const ends: End[] = []
  for (const { points, closed } of lines) {
    const count = points.length / 2
    if (count > MOST_LEAF_POINTS) continue
    for (let k = 0; k < (closed && count > 2 ? count : count - 1); k++) {
      const n = (k + 1) % count
      const [ax, ay, bx, by] = [points[2 * k]!, points[2 * k + 1]!, points[2 * n]!, points[2 * n + 1]!]
      ends.push([ax, ay, bx, by], [bx, by, ax, ay])
    }
  }
  return ends.sort((a, b) => a[0] - b[0])
}

/** The first of some ends, from left to right, that lies at x or beyond. */
function firstFrom(ends: readonly End[], x: number): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle]![0] < x) low = middle + 1
    else high = middle
  }
  return low
}

/** Doors of a drawing: quarters of circles with a leaf, a straight line, from the middle to one of their ends. */
export function swingsOf({ lines }: CadDrawing): CadSwing[] {
  const quarters = lines.flatMap(({ points, closed }) => (closed ? [] : (quarterOf(points) ?? [])))
  if (quarters.length === 0) return []
  const ends = endsOf(lines)
  return quarters.flatMap(({ middle: [x, y], radius, ends: [first, last] }) => {
    const off = LEAF_OFF * radius
    const isNear = (px: number, py: number, at: Point) => Math.hypot(px - at[0], py - at[1]) <= off
    for (let k = firstFrom(ends, x - off); k < ends.length && ends[k]![0] <= x + off; k++) {
      const [px, py, farX, farY] = ends[k]!
      if (!isNear(px, py, [x, y])) continue
      if (isNear(farX, farY, first)) return [{ hinge: [x, y], tip: first, end: last, radius }]
      if (isNear(farX, farY, last)) return [{ hinge: [x, y], tip: last, end: first, radius }]
    }
    return []
  })
}
