import { bulgedPoints, numbersOf, roundPoints, splinePoints, type Vertex } from './dxf-curves.ts'
import { type DxfRecord, numberOf } from './dxf-records.ts'

/** What an entity draws, in its own axes. */
export interface Shape {
  /** x and y in turn. */
  points: number[]
  closed: boolean
  /** Width of its line, units; 0 for that of the pen. */
  width: number
}

const isEven = (value: number): boolean => Math.floor(value) % 2 === 0

/** Vertices of an LWPOLYLINE, whose groups follow one another. */
function lightVertices({ codes, values }: DxfRecord): Vertex[] {
  const vertices: Vertex[] = []
  codes.forEach((code, k) => {
    const value = Number(values[k]) || 0
    if (code === 10) vertices.push({ x: value, y: 0, bulge: 0 })
    const last = vertices.at(-1)
    if (last && code === 20) last.y = value
    if (last && code === 42) last.bulge = value
  })
  return vertices
}

/** Flags of a POLYLINE that is a surface in space. */
const MESHES = 16 | 64

/** Flags of a VERTEX that only frames a spline. */
const FRAME = 16

/** The shape of an old POLYLINE with its VERTEX records; null for a surface. */
export function polylineShape(head: DxfRecord, vertices: readonly DxfRecord[]): Shape | null {
  const flags = numberOf(head, 70)
  if (flags & MESHES) return null
  const own = vertices
    .filter((vertex) => (numberOf(vertex, 70) & FRAME) === 0)
    .map((vertex) => ({ x: numberOf(vertex, 10), y: numberOf(vertex, 20), bulge: numberOf(vertex, 42) }))
  const closed = (flags & 1) === 1
  const width = Math.min(numberOf(head, 40), numberOf(head, 41))
  return { points: bulgedPoints(own, closed), closed, width }
}

/** Lines of an MLINE: each vertex tells how far along its mitre each of them lies. */
function multiline({ codes, values, ...record }: DxfRecord): Shape[] {
  const closed = (numberOf({ codes, values, ...record }, 71) & 2) === 2
  const lines: number[][] = []
  let [x, y, mx, my, element, left] = [0, 0, 0, 0, -1, 0]
  codes.forEach((code, k) => {
    const value = Number(values[k]) || 0
    if (code === 11) [x, element] = [value, -1]
    else if (code === 21) y = value
    else if (code === 13) mx = value
    else if (code === 23) my = value
    else if (code === 74) {
      element++
      left = value
    } else if (code === 41 && left > 0 && element >= 0 && element < 16) {
      left = 0
      lines[element] ??= []
      lines[element]!.push(x + mx * value, y + my * value)
    }
  })
  return lines.filter(Boolean).map((points) => ({ points, closed, width: 0 }))
}

/** Lines of the entities that are drawn as they are; [] for any other. */
export function shapesOf(record: DxfRecord): Shape[] {
  const open = (points: number[]): Shape[] => [{ points, closed: false, width: 0 }]
  switch (record.type) {
    case 'LINE':
      return open([10, 20, 11, 21].map((code) => numberOf(record, code)))
    case 'LWPOLYLINE': {
      const closed = !isEven(numberOf(record, 70))
      return [
        {
          points: bulgedPoints(lightVertices(record), closed),
          closed,
          width: Math.max(0, numberOf(record, 43)),
        },
      ]
    }
    case 'ARC':
    case 'CIRCLE':
    case 'ELLIPSE':
      return open(roundPoints(record))
    case 'SPLINE':
      return open(splinePoints(record))
    case 'MLINE':
      return multiline(record)
    default:
      return []
  }
}

/** The corners of a SOLID or a TRACE, in the order of its outline. */
export function solidOutline(record: DxfRecord): number[] {
  const corner = (n: number) => [numberOf(record, 10 + n), numberOf(record, 20 + n)]
  const has4 = record.codes.includes(13)
  return [...corner(0), ...corner(1), ...(has4 ? corner(3) : []), ...corner(2)]
}

/** Kinds of a HATCH's edges. */
const LINE_EDGE = 1
const ARC_EDGE = 2
const RADIANS = Math.PI / 180

/** Points of one edge of a HATCH, whose groups are given by their codes. */
function edgePoints(kind: number, record: DxfRecord): number[] {
  if (kind === LINE_EDGE) return [10, 20, 11, 21].map((code) => numberOf(record, code))
  if (kind !== ARC_EDGE) {
    const ys = numbersOf(record, 20)
    return numbersOf(record, 10).flatMap((x, k) => [x, ys[k] ?? 0])
  }
  const left = numberOf(record, 73, 1) === 1
  const [from, to] = [numberOf(record, 50) * RADIANS, numberOf(record, 51, 360) * RADIANS]
  const [a, b] = left ? [from, to] : [-to, -from]
  const points = roundPoints({
    type: 'ARC',
    codes: [10, 20, 40, 50, 51],
    values: [numberOf(record, 10), numberOf(record, 20), numberOf(record, 40), a / RADIANS, b / RADIANS].map(
      String,
    ),
  })
  if (left) return points
  return points.flatMap((_, k) => (k % 2 === 0 ? points.slice(points.length - k - 2, points.length - k) : []))
}

/** Outlines of a HATCH: polylines, or edges in a row. */
export function hatchOutlines({ codes, values }: DxfRecord): number[][] {
  const outlines: number[][] = []
  let vertices: Vertex[] | null = null
  let edge: { kind: number; record: DxfRecord } | null = null
  let ring: number[] | null = null
  const closeEdge = () => {
    if (edge && ring) ring = ring.concat(edgePoints(edge.kind, edge.record))
    edge = null
  }
  const closeRing = () => {
    closeEdge()
    if (vertices) ring = bulgedPoints(vertices, true)
    if (ring && ring.length >= 6) outlines.push(ring)
    vertices = null
    ring = null
  }
  for (let k = 0; k < codes.length; k++) {
    const [code, value] = [codes[k]!, Number(values[k]) || 0]
    if (code === 92) {
      closeRing()
      if (value & 2) vertices = []
      else ring = []
    } else if (code === 97 || code === 75 || code === 98) closeRing()
    else if (vertices) {
      if (code === 10) vertices.push({ x: value, y: 0, bulge: 0 })
      const last: Vertex | undefined = vertices.at(-1)
      if (last && code === 20) last.y = value
      if (last && code === 42) last.bulge = value
    } else if (ring) {
      if (code === 72) {
        closeEdge()
        edge = { kind: value, record: { type: 'EDGE', codes: [], values: [] } }
      } else if (edge) {
        edge.record.codes.push(code)
        edge.record.values.push(values[k]!)
      }
    }
  }
  closeRing()
  return outlines
}
