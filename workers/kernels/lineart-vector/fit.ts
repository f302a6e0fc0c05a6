import { type FittedLine, fitLine, nearestOn } from '#kernels/lineart/fit-line.ts'
import { keyPoints, smoothStroke } from '#kernels/lineart/shape-strokes.ts'
import type { Stroke } from '#kernels/lineart/trace.ts'
import type { Plane } from '#kernels/raster.ts'

/** Most that a polyline may be off the traced line, px. */
const TOLERANCE = 0.5
/** Spans of at least so many points are laid on their least-squares line. */
const LEAST_POINTS = 8
/** Points at both ends of a span that belong to the corner and not to the line. */
const CORNER = 2

/** Moves each point of a traced line to the middle of the ink across it, at most `radius` + 1 px away. */
export function centre(stroke: Stroke, ink: Plane, radii: Float32Array): Stroke {
  const { width, height, data } = ink
  const n = stroke.x.length
  const x = stroke.x.slice()
  const y = stroke.y.slice()
  for (let k = 0; k < n; k++) {
    const a = Math.max(0, k - 3)
    const b = Math.min(n - 1, k + 3)
    const dx = stroke.x[b]! - stroke.x[a]!
    const dy = stroke.y[b]! - stroke.y[a]!
    const length = Math.hypot(dx, dy) || 1
    const at = Math.round(stroke.y[k]!) * width + Math.round(stroke.x[k]!)
    const reach = Math.min(8, (radii[at] ?? 1) + 1)
    let [sum, moment] = [0, 0]
    for (let s = -reach; s <= reach; s += 0.5) {
      const px = Math.round(stroke.x[k]! - (s * dy) / length)
      const py = Math.round(stroke.y[k]! + (s * dx) / length)
      if (px < 0 || py < 0 || px >= width || py >= height) continue
      const v = data[py * width + px]!
      // Moments of the pixels' own centres: rounding then does not count.
      const off = ((py - stroke.y[k]!) * dx - (px - stroke.x[k]!) * dy) / length
      sum += v
      moment += v * off
    }
    if (sum < 1e-3) continue
    const off = Math.max(-1.5, Math.min(1.5, moment / sum))
    x[k] = stroke.x[k]! - (off * dy) / length
    y[k] = stroke.y[k]! + (off * dx) / length
  }
  return { x, y, strength: stroke.strength }
}

/** Line of the points from..to without its corners, or null where there are too few. */
function straightPart(stroke: Stroke, from: number, to: number): FittedLine | null {
  return to - from + 1 < LEAST_POINTS ? null : fitLine(stroke, from + CORNER, to - CORNER)
}

/** Where two fitted lines meet, if that is near (x, y); else the nearest point of the one that there is. */
function corner(a: FittedLine | null, b: FittedLine | null, x: number, y: number): [number, number] {
  if (a && b) {
    const cross = a.dx * b.dy - a.dy * b.dx
    if (Math.abs(cross) > 0.1) {
      const s = ((b.x - a.x) * b.dy - (b.y - a.y) * b.dx) / cross
      const [mx, my] = [a.x + s * a.dx, a.y + s * a.dy]
      if (Math.hypot(mx - x, my - y) < 5) return [mx, my]
    }
    const [p, q] = [nearestOn(a, x, y), nearestOn(b, x, y)]
    return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]
  }
  const one = a ?? b
  return one ? nearestOn(one, x, y) : [x, y]
}

/**
 * A traced line as a polyline with few points: smoothed, simplified (Douglas & Peucker 1973), its straight parts laid
 * on their least-squares lines and its corners set where these meet.
 * @returns x0, y0, x1, y1, … in the pixels of the stroke; a ring does not repeat its first point
 */
export function toPolyline(stroke: Stroke, closed: boolean): number[] {
  const ring = closed
    ? {
        x: [...stroke.x, stroke.x[0]!],
        y: [...stroke.y, stroke.y[0]!],
        strength: [...stroke.strength, stroke.strength[0]!],
      }
    : stroke
  const smooth = smoothStroke(ring, 1.5)
  const at = keyPoints(smooth, TOLERANCE)
  const spans = at.slice(1).map((to, k) => straightPart(ring, at[k]!, to))
  const out: number[] = []
  const end = closed ? at.length - 1 : at.length
  for (let k = 0; k < end; k++) {
    const before = k > 0 ? spans[k - 1]! : closed ? spans.at(-1)! : null
    const after = k < spans.length ? spans[k]! : null
    out.push(...corner(before, after, smooth.x[at[k]!]!, smooth.y[at[k]!]!))
  }
  return out
}
