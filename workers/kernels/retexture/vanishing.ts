import type { Segment } from '#kernels/lines/segments.ts'

/** A point or a line of the picture in homogeneous coordinates, in units of the longer side from its centre. */
export type Homogeneous = readonly [number, number, number]

/** A straight edge of the picture, in the same units. */
export interface Edge {
  x: number
  y: number
  /** Unit vector along it. */
  dx: number
  dy: number
  line: Homogeneous
  length: number
  /** How much it counts, at least its length. */
  weight: number
}

/** Largest angle, radians, between an edge and the direction to a point that it supports. */
const AGREE = (1.8 * Math.PI) / 180
/** Pairs are drawn from this many of the heaviest edges. */
const MOST_SEEDS = 60

/** Cross product: the line through two points, or the point where two lines meet. */
export function cross(a: Homogeneous, b: Homogeneous): Homogeneous {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** Edges of the picture; `weigh` tells how much a segment counts beyond its length. */
export function edgesOf(
  segments: readonly Segment[],
  width: number,
  height: number,
  weigh: (x: number, y: number) => number,
): Edge[] {
  const side = Math.max(width, height)
  const edges = segments.map(({ x1, y1, x2, y2 }): Edge => {
    const a: Homogeneous = [(x1 - width / 2) / side, (y1 - height / 2) / side, 1]
    const b: Homogeneous = [(x2 - width / 2) / side, (y2 - height / 2) / side, 1]
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    return {
      x: (a[0] + b[0]) / 2,
      y: (a[1] + b[1]) / 2,
      dx: (b[0] - a[0]) / length,
      dy: (b[1] - a[1]) / length,
      line: cross(a, b),
      length,
      weight: length * weigh((x1 + x2) / 2, (y1 + y2) / 2),
    }
  })
  return edges.sort((a, b) => b.weight - a.weight)
}

/** Whether an edge runs to a point: the sine of the angle between it and the way from its middle to there is small. */
export function supports(edge: Edge, point: Homogeneous): boolean {
  const tx = point[0] - edge.x * point[2]
  const ty = point[1] - edge.y * point[2]
  const square = tx * tx + ty * ty
  const across = edge.dx * ty - edge.dy * tx
  return square > 1e-18 && across * across < AGREE * AGREE * square
}

function unit(point: Homogeneous): Homogeneous {
  const size = Math.sqrt(point[0] * point[0] + point[1] * point[1] + point[2] * point[2]) || 1
  return [point[0] / size, point[1] / size, point[2] / size]
}

/** The point that lies best on the lines of its supporters: the least eigenvector, by inverse iteration. */
function refine(edges: readonly Edge[], start: Homogeneous): Homogeneous {
  const m = [0, 0, 0, 0, 0, 0]
  for (const { line, length, weight } of edges) {
    const [a, b, c] = unit(line)
    const w = weight * length
    for (const [k, value] of [a * a, a * b, a * c, b * b, b * c, c * c].entries()) m[k]! += w * value
  }
  const lift = 1e-7 * (m[0]! + m[3]! + m[5]!)
  const rows: Homogeneous[] = [
    [m[0]! + lift, m[1]!, m[2]!],
    [m[1]!, m[3]! + lift, m[4]!],
    [m[2]!, m[4]!, m[5]! + lift],
  ]
  const [r0, r1, r2] = rows as [Homogeneous, Homogeneous, Homogeneous]
  const inverse = [cross(r1, r2), cross(r2, r0), cross(r0, r1)] as const
  let point = unit(start)
  for (let k = 0; k < 6; k++) {
    const [x, y, z] = point
    const next = [0, 1, 2].map((i) => inverse[0]![i]! * x + inverse[1]![i]! * y + inverse[2]![i]! * z)
    point = unit(next as unknown as Homogeneous)
  }
  return point
}

/** A direction of the scene: where its lines meet, and how much of the picture's edges run there. */
export interface Vanishing {
  point: Homogeneous
  weight: number
}

function best(edges: readonly Edge[]): Vanishing | null {
  const seeds = edges.slice(0, MOST_SEEDS)
  let found: Vanishing | null = null
  for (let i = 0; i < seeds.length; i++)
    for (let j = i + 1; j < seeds.length; j++) {
      const point = unit(cross(seeds[i]!.line, seeds[j]!.line))
      // Two pieces of one line meet anywhere.
      if (!Number.isFinite(point[0]) || !supports(seeds[i]!, point) || !supports(seeds[j]!, point)) continue
      let weight = 0
      for (const edge of edges) if (supports(edge, point)) weight += edge.weight
      if (weight > (found?.weight ?? 0)) found = { point, weight }
    }
  return found
}

/**
 * Up to `most` directions that the edges of a picture share, best supported first: every pair of the heaviest edges
 * proposes one (RANSAC of Fischler & Bolles 1981 without its randomness), least squares refine it, and its edges
 * are set aside for the next.
 */
export function findVanishing(edges: readonly Edge[], most: number): Vanishing[] {
  const found: Vanishing[] = []
  let left = edges
  while (found.length < most && left.length >= 2) {
    const next = best(left)
    if (!next) break
    const mine = left.filter((edge) => supports(edge, next.point))
    if (mine.length < 2) break
    found.push({ point: refine(mine, next.point), weight: next.weight })
    left = left.filter((edge) => !mine.includes(edge))
  }
  return found
}
