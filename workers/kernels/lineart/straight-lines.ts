import { findSegments } from '#kernels/lines/segments.ts'
import type { Lab } from './lab.ts'
import { sample } from './ridges.ts'
import type { Stroke } from './trace.ts'

/** A straight line of the drawing in working pixels, pixel centres at whole numbers. */
export interface StraightLine {
  x1: number
  y1: number
  x2: number
  y2: number
  /** Mean difference in lightness between its two sides, ΔL. */
  strength: number
}

/** Number of places along a line at which its two sides are compared. */
const PROBES = 9
/** How many of them may show nothing in a gap that is closed. */
const DOUBTS = 1

/** Length of a line in working pixels. */
export function lengthOf({ x1, y1, x2, y2 }: StraightLine): number {
  return Math.hypot(x2 - x1, y2 - y1)
}

/** A line as a stroke of two points. */
export function toStroke({ x1, y1, x2, y2, strength }: StraightLine): Stroke {
  return { x: [x1, x2], y: [y1, y2], strength: [strength, strength] }
}

/** Distance off a line, in working pixels, at which its sides are looked at. */
const REACH = 2

/** Differences in lightness between the two sides of a line at places along it, ΔL, rising. */
function contrastsAcross({ l, width, height }: Lab, line: StraightLine): number[] {
  const { x1, y1, x2, y2 } = line
  const length = lengthOf(line) || 1
  const nx = ((y1 - y2) / length) * REACH
  const ny = ((x2 - x1) / length) * REACH
  const found: number[] = []
  for (let k = 0; k < PROBES; k++) {
    const t = (k + 0.5) / PROBES
    const x = x1 + t * (x2 - x1)
    const y = y1 + t * (y2 - y1)
    const left = sample(l, width, height, x - nx, y - ny)
    const right = sample(l, width, height, x + nx, y + ny)
    const middle = sample(l, width, height, x, y)
    // A thin line is as light on one side as on the other, and differs in its middle.
    found.push(Math.max(Math.abs(right - left), Math.abs(middle - (left + right) / 2)))
  }
  return found.sort((a, b) => a - b)
}

/**
 * Straight edges of a picture by the line segment detector (von Gioi et al. 2010), on lightness stretched by `gain`
 * so that the pale edges of a clay model are seen. `shortest` in working pixels.
 */
export function detectLines(lab: Lab, gain: number, shortest: number): StraightLine[] {
  const { width, height } = lab
  const data = lab.l.map((v) => v * 2.55 * gain)
  return findSegments({ width, height, data }, shortest).map(({ x1, y1, x2, y2 }) => {
    const line = { x1: x1 - 0.5, y1: y1 - 0.5, x2: x2 - 0.5, y2: y2 - 0.5, strength: 0 }
    return { ...line, strength: contrastsAcross(lab, line).reduce((sum, v) => sum + v / PROBES, 0) }
  })
}

/** How far apart lines may be to become one; all in working pixels but the angle, in radians. */
interface Closeness {
  /** Distance across of two lines that follow each other. */
  across: number
  /** Gap along. */
  gap: number
  angle: number
}

/** Gap along `a` to `b` where that goes on, below 0 where it lies beside it; null for neither. `a` is longer. */
function gapTo(a: StraightLine, b: StraightLine, { across, gap, angle }: Closeness): number | null {
  const length = lengthOf(a)
  const dx = (a.x2 - a.x1) / length
  const dy = (a.y2 - a.y1) / length
  const other = lengthOf(b)
  const turn = Math.abs(dx * (b.y2 - b.y1) - dy * (b.x2 - b.x1)) / other
  // The direction of a short line is known less well.
  if (turn > Math.sin(angle) + 0.8 / other) return null
  const off1 = (b.x1 - a.x1) * dy - (b.y1 - a.y1) * dx
  const off2 = (b.x2 - a.x1) * dy - (b.y2 - a.y1) * dx
  if (Math.abs(off1) > across || Math.abs(off2) > across) return null
  const s1 = (b.x1 - a.x1) * dx + (b.y1 - a.y1) * dy
  const s2 = (b.x2 - a.x1) * dx + (b.y2 - a.y1) * dy
  const between = Math.max(Math.min(s1, s2) - length, -Math.max(s1, s2))
  return between <= gap ? between : null
}

/** One line over both: the total least-squares line of their ends weighted by length, as long as both reach. */
function unite(a: StraightLine, b: StraightLine): StraightLine {
  const wa = lengthOf(a)
  const wb = lengthOf(b)
  const points: [number, number, number][] = [
    [a.x1, a.y1, wa],
    [a.x2, a.y2, wa],
    [b.x1, b.y1, wb],
    [b.x2, b.y2, wb],
  ]
  const total = 2 * (wa + wb)
  let mx = 0
  let my = 0
  for (const [x, y, w] of points) {
    mx += (x * w) / total
    my += (y * w) / total
  }
  let [xx, xy, yy] = [0, 0, 0]
  for (const [x, y, w] of points) {
    xx += w * (x - mx) ** 2
    xy += w * (x - mx) * (y - my)
    yy += w * (y - my) ** 2
  }
  const theta = 0.5 * Math.atan2(2 * xy, xx - yy)
  const ux = Math.cos(theta)
  const uy = Math.sin(theta)
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const [x, y] of points) {
    const s = (x - mx) * ux + (y - my) * uy
    from = Math.min(from, s)
    to = Math.max(to, s)
  }
  const strength = (a.strength * wa + b.strength * wb) / (wa + wb)
  return { x1: mx + from * ux, y1: my + from * uy, x2: mx + to * ux, y2: my + to * uy, strength }
}

/** Line over the gap between two lines that continue each other: between the nearest of their ends. */
function bridge(a: StraightLine, b: StraightLine): StraightLine {
  const ends = [
    [a.x1, a.y1, b.x1, b.y1],
    [a.x1, a.y1, b.x2, b.y2],
    [a.x2, a.y2, b.x1, b.y1],
    [a.x2, a.y2, b.x2, b.y2],
  ].map(([x1, y1, x2, y2]) => ({ x1: x1!, y1: y1!, x2: x2!, y2: y2!, strength: 0 }))
  return ends.reduce((best, line) => (lengthOf(line) < lengthOf(best) ? line : best))
}

/** Share of the fainter line's contrast that an edge in a longer gap must show for the gap to be closed. */
const SEEN = 0.4

/**
 * Merges lines that continue each other, and the two sides of a thin bar into one, longest first, until nothing
 * changes. A short gap is closed as it is, a longer one where the picture shows an edge in it. `unit` is the length
 * scale in working pixels.
 */
export function mergeLines(lines: readonly StraightLine[], lab: Lab, unit: number): StraightLine[] {
  let now = [...lines]
  for (;;) {
    now.sort((a, b) => lengthOf(b) - lengthOf(a))
    const gone = new Uint8Array(now.length)
    const next: StraightLine[] = []
    for (let i = 0; i < now.length; i++) {
      if (gone[i] === 1) continue
      let line = now[i]!
      for (let j = i + 1; j < now.length; j++) {
        const other = now[j]!
        if (gone[j] === 1) continue
        const length = lengthOf(other)
        const gap = gapTo(line, other, { across: 1.5 * unit, gap: Math.min(50 * unit, length), angle: 0.045 })
        if (gap === null) continue
        if (gap > Math.min(10 * unit, 4 * unit + 0.1 * length)) {
          const wanted = SEEN * Math.min(line.strength, other.strength)
          if (contrastsAcross(lab, bridge(line, other))[DOUBTS]! < wanted) continue
        }
        line = unite(line, other)
        gone[j] = 1
      }
      next.push(line)
    }
    if (next.length === now.length) return next
    now = next
  }
}

/** Where the line through `a` meets `b` drawn on by `reach` at both ends, as its distance past an end of `a`. */
function meeting(a: StraightLine, atEnd: boolean, b: StraightLine, reach: number): number | null {
  const length = lengthOf(a)
  const sign = atEnd ? 1 : -1
  const dx = (sign * (a.x2 - a.x1)) / length
  const dy = (sign * (a.y2 - a.y1)) / length
  const other = lengthOf(b)
  const ex = (b.x2 - b.x1) / other
  const ey = (b.y2 - b.y1) / other
  const cross = dx * ey - dy * ex
  if (Math.abs(cross) < 0.26) return null
  const px = b.x1 - (atEnd ? a.x2 : a.x1)
  const py = b.y1 - (atEnd ? a.y2 : a.y1)
  const past = (px * ey - py * ex) / cross
  const along = (px * dy - py * dx) / cross
  if (Math.abs(past) > Math.min(reach, length / 2) || along < -reach || along > other + reach) return null
  return past
}

/**
 * Closes corners: an end that stops short of another line, or runs a little past it, is set where the two lines
 * meet. `reach` in working pixels.
 */
export function closeCorners(lines: readonly StraightLine[], reach: number): StraightLine[] {
  return lines.map((line, index) => {
    const length = lengthOf(line)
    const dx = (line.x2 - line.x1) / length
    const dy = (line.y2 - line.y1) / length
    const shift = [0, 0]
    for (const end of [0, 1]) {
      let best = Number.POSITIVE_INFINITY
      const ex = end === 1 ? line.x2 : line.x1
      const ey = end === 1 ? line.y2 : line.y1
      for (let j = 0; j < lines.length; j++) {
        const other = lines[j]!
        const far = 2 * reach
        if (j === index || ex < Math.min(other.x1, other.x2) - far || ex > Math.max(other.x1, other.x2) + far)
          continue
        if (ey < Math.min(other.y1, other.y2) - far || ey > Math.max(other.y1, other.y2) + far) continue
        const past = meeting(line, end === 1, other, reach)
        if (past !== null && Math.abs(past) < Math.abs(best)) best = past
      }
      if (Number.isFinite(best)) shift[end] = best
    }
    const [back, on] = [shift[0]!, shift[1]!]
    return {
      ...line,
      x1: line.x1 - back * dx,
      y1: line.y1 - back * dy,
      x2: line.x2 + on * dx,
      y2: line.y2 + on * dy,
    }
  })
}
