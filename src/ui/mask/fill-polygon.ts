import { clip, isEmpty, type Rect } from './rect.ts'

interface Point {
  x: number
  y: number
}

interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Lines per pixel on which edges are looked for; across, coverage is exact. */
const LINES = 4

interface Edge {
  top: number
  bottom: number
  /** x at y = 0, and its change per px. */
  x: number
  slope: number
  /** Which way the outline goes here. */
  winding: 1 | -1
}

/** Smallest rectangle of whole pixels that holds the points. */
export function polygonArea(points: readonly Point[], width: number, height: number): Rect {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return clip(
    {
      left: xs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
      top: ys.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
      right: xs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
      bottom: ys.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
    },
    width,
    height,
  )
}

function edgesOf(points: readonly Point[]): Edge[] {
  const edges: Edge[] = []
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length] as Point
    if (a.y === b.y) return
    const slope = (b.x - a.x) / (b.y - a.y)
    edges.push({
      top: Math.min(a.y, b.y),
      bottom: Math.max(a.y, b.y),
      x: a.x - slope * a.y,
      slope,
      winding: a.y < b.y ? 1 : -1,
    })
  })
  return edges.sort((a, b) => a.top - b.top)
}

/** Adds the part of each pixel of a row that lies between two places to its coverage. */
function addSpan(cover: Float32Array, from: number, to: number, weight: number): void {
  const [a, b] = [Math.max(0, from), Math.min(cover.length, to)]
  if (b <= a) return
  const [first, last] = [Math.floor(a), Math.floor(b)]
  if (first === last) {
    cover[first] = (cover[first] as number) + weight * (b - a)
    return
  }
  cover[first] = (cover[first] as number) + weight * (first + 1 - a)
  for (let x = first + 1; x < last; x++) cover[x] = (cover[x] as number) + weight
  if (last < cover.length) cover[last] = (cover[last] as number) + weight * (b - last)
}

/** Spans of one line that lie inside: where the outlines passed so far do not cancel. */
function coverLine(cover: Float32Array, edges: readonly Edge[], y: number, left: number): void {
  const crossings = edges
    .filter((edge) => edge.top <= y && edge.bottom > y)
    .map((edge) => ({ x: edge.x + edge.slope * y - left, winding: edge.winding }))
    .sort((a, b) => a.x - b.x)
  let depth = 0
  crossings.forEach(({ x, winding }, i) => {
    depth += winding
    const next = crossings[i + 1]
    if (depth !== 0 && next) addSpan(cover, x, next.x, 1 / LINES)
  })
}

/**
 * Fills a closed outline into a mask with smooth edges; where it crosses itself all of it is inside
 * (non-zero winding).
 * @param points corners, px of the picture
 * @param erase takes the area out of the mask instead
 */
export function fillPolygon({ width, height, data }: Pixels, points: readonly Point[], erase: boolean): Rect {
  const area = polygonArea(points, width, height)
  if (isEmpty(area)) return area
  const edges = edgesOf(points)
  const cover = new Float32Array(area.right - area.left)
  let active: Edge[] = []
  let next = 0
  for (let y = area.top; y < area.bottom; y++) {
    while (next < edges.length && (edges[next] as Edge).top < y + 1) active.push(edges[next++] as Edge)
    active = active.filter((edge) => edge.bottom > y)
    cover.fill(0)
    for (let line = 0; line < LINES; line++) coverLine(cover, active, y + (line + 0.5) / LINES, area.left)
    for (let x = 0; x < cover.length; x++) {
      const part = Math.min(255, Math.round(255 * (cover[x] as number)))
      if (part === 0) continue
      const i = y * width + area.left + x
      const now = data[i] as number
      data[i] = erase ? Math.min(now, 255 - part) : Math.max(now, part)
    }
  }
  return area
}
