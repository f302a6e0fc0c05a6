import { type DxfRecord, numberOf } from './dxf-records.ts'

/** Curves of a drawing as points x, y in turn, in the units and axes of their entity. */

const STEP = Math.PI / 24
const RADIANS = Math.PI / 180
const steps = (sweep: number): number => Math.max(2, Math.ceil(Math.abs(sweep) / STEP))

/** Part of an ellipse; the minor axis stands a quarter turn to the left of the major one. */
function ellipse(
  [cx, cy]: readonly [number, number],
  [mx, my]: readonly [number, number],
  ratio: number,
  from: number,
  sweep: number,
): number[] {
  const count = steps(sweep)
  const points: number[] = []
  for (let k = 0; k <= count; k++) {
    const angle = from + (sweep * k) / count
    const [c, s] = [Math.cos(angle), ratio * Math.sin(angle)]
    points.push(cx + c * mx - s * my, cy + c * my + s * mx)
  }
  return points
}

/** A sweep is a whole turn at most, and always to the left. */
function sweepOf(from: number, to: number): number {
  const sweep = (to - from) % (2 * Math.PI)
  return sweep <= 1e-9 ? sweep + 2 * Math.PI : sweep
}

/** Points of an ARC, a CIRCLE or an ELLIPSE. */
export function roundPoints(record: DxfRecord): number[] {
  const centre = [numberOf(record, 10), numberOf(record, 20)] as const
  if (record.type === 'ELLIPSE') {
    const from = numberOf(record, 41)
    const major = [numberOf(record, 11), numberOf(record, 21)] as const
    return ellipse(
      centre,
      major,
      numberOf(record, 40, 1),
      from,
      sweepOf(from, numberOf(record, 42, 2 * Math.PI)),
    )
  }
  const radius = Math.abs(numberOf(record, 40))
  if (record.type === 'CIRCLE') return ellipse(centre, [radius, 0], 1, 0, 2 * Math.PI)
  const from = numberOf(record, 50) * RADIANS
  return ellipse(centre, [radius, 0], 1, from, sweepOf(from, numberOf(record, 51, 360) * RADIANS))
}

/** A vertex of a polyline: the bulge is the tangent of a quarter of the angle that the arc to the next one turns. */
export interface Vertex {
  x: number
  y: number
  bulge: number
}

/** Points of a polyline with its arcs. */
export function bulgedPoints(vertices: readonly Vertex[], closed: boolean): number[] {
  const points: number[] = []
  vertices.forEach(({ x, y, bulge }, k) => {
    points.push(x, y)
    const next = vertices[k + 1] ?? (closed ? vertices[0] : undefined)
    if (!next || Math.abs(bulge) < 1e-6) return
    const [dx, dy] = [next.x - x, next.y - y]
    if (Math.hypot(dx, dy) === 0) return
    const sweep = 4 * Math.atan(bulge)
    const away = (1 - bulge * bulge) / (4 * bulge)
    const [cx, cy] = [x + dx / 2 - dy * away, y + dy / 2 + dx * away]
    const arc = ellipse([cx, cy], [x - cx, y - cy], 1, 0, sweep)
    points.push(...arc.slice(2, -2))
  })
  return points
}

/** All values of a group, as numbers. */
export function numbersOf({ codes, values }: DxfRecord, code: number): number[] {
  return codes.flatMap((one, k) => (one === code ? [Number(values[k]) || 0] : []))
}

/** Point of a B-spline by de Boor's algorithm; no weights, whose effect is small in what is drawn as a plan. */
function deBoor(at: number, degree: number, knots: readonly number[], xs: number[], ys: number[]) {
  let span = degree
  while (span < xs.length - 1 && knots[span + 1]! <= at) span++
  const [px, py] = [xs, ys].map((all) => all.slice(span - degree, span + 1)) as [number[], number[]]
  for (let level = 1; level <= degree; level++)
    for (let k = degree; k >= level; k--) {
      const low = knots[span - degree + k]!
      const width = knots[span + k - level + 1]! - low
      const t = width > 0 ? (at - low) / width : 0
      px[k] = px[k - 1]! + (px[k]! - px[k - 1]!) * t
      py[k] = py[k - 1]! + (py[k]! - py[k - 1]!) * t
    }
  return [px[degree]!, py[degree]!] as const
}

const SPLINE_STEPS = 6
const MOST_CONTROLS = 2000

/** Points of a SPLINE. */
export function splinePoints(record: DxfRecord): number[] {
  const [xs, ys] = [numbersOf(record, 10), numbersOf(record, 20)]
  const knots = numbersOf(record, 40)
  const degree = numberOf(record, 71, 3)
  const isWhole = degree >= 1 && degree < 12 && xs.length > degree && xs.length === ys.length
  if (!isWhole || knots.length < xs.length + degree + 1 || xs.length > MOST_CONTROLS) {
    const [fx, fy] = xs.length > 1 ? [xs, ys] : [numbersOf(record, 11), numbersOf(record, 21)]
    return fx.flatMap((x, k) => [x, fy[k] ?? 0])
  }
  const [from, to] = [knots[degree]!, knots[xs.length]!]
  const count = SPLINE_STEPS * xs.length
  return Array.from({ length: count + 1 }, (_, k) =>
    deBoor(from + ((to - from) * k) / count, degree, knots, xs, ys),
  ).flat()
}
