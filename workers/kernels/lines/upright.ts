import type { Plane } from '#kernels/raster.ts'
import { type Matrix3, multiply, project, rotationBetween, transpose } from './homography.ts'
import { largestRectangle } from './inner-rectangle.ts'
import { estimateLens, type Lens, straightened, undistort } from './lens.ts'
import { findSegments, type Segment } from './segments.ts'
import { findVertical, steepRays, type VerticalFind, type VerticalPoint } from './vertical.ts'

/** Why verticals are left as they are. */
export type LeftAlone = 'no-evidence' | 'straight' | 'deliberate'

/** How a picture is set upright; lengths are in units of its longer side, from its centre. */
export interface Upright {
  kind: 'turn'
  /**
   * From a point of the result to its source as a perfect lens would have taken it, both in units of the source's
   * longer side from the centre.
   */
  toSource: Matrix3
  /** The lens's distortion. */
  lens: Lens
  /** Rectangle of the result in the same units. */
  x: number
  y: number
  halfWidth: number
  /** Result pixels per source pixel along an edge, at most 1. */
  scale: number
  /** Tilt that is taken away, radians. */
  roll: number
  pitch: number
}

export type UprightPlan = Upright | { kind: 'none'; reason: LeftAlone }

/**
 * Focal length assumed, in units of the longer side: 28 mm on 36 mm film, between a phone and a shift lens. It
 * only decides how much the result is stretched; verticals become parallel whatever it is.
 */
const FOCAL = 0.8
const degrees = (d: number): number => (d * Math.PI) / 180
/** Tilt beyond which the view is a choice of the photographer, such as straight up a tower. */
const MOST_PITCH = degrees(24)
const MOST_ROLL = degrees(12)
/** Mean slope of verticals under which nobody sees it. */
const LEAST_SLOPE = degrees(0.25)
/** Smallest share of the picture's area that may be left. */
const LEAST_KEPT = 0.5
const SHORTEST = 0.03

/** Enough long verticals on both sides that agree better than chance, and most of what is steep among them. */
function isEvident({ rays, share, spread, meaning }: VerticalFind, height: number): boolean {
  let length = 0
  for (const ray of rays) length += ray.length
  return rays.length >= 8 && meaning > 8 && share > 0.45 && spread > 0.08 && length > 1.5 * height
}

/** Root mean square slope, against the picture's own vertical, that the point gives lines where the rays are. */
function meanSlope({ rays, point }: VerticalFind): number {
  let sum = 0
  let total = 0
  for (const { x, y, length } of rays) {
    const slope = Math.atan2(Math.sin(point.roll) - x * point.lean, Math.cos(point.roll) + y * point.lean)
    sum += length * slope * slope
    total += length
  }
  return Math.sqrt(sum / total)
}

/** Convex outline, without the lens's distortion, of what is surely in the picture. */
function outlineOf(halfW: number, halfH: number, lens: Lens): { x: number; y: number }[] {
  // A barrel's sides are nearest at their middles, a pincushion's farthest.
  const [w, h] = lens < 0 ? [undistort(halfW, 0, lens).x, undistort(0, halfH, lens).y] : [halfW, halfH]
  const steps = lens > 0 ? 4 : 1
  const corners = [
    [-w, -h, w, -h],
    [w, -h, w, h],
    [w, h, -w, h],
    [-w, h, -w, -h],
  ] as const
  return corners.flatMap(([x1, y1, x2, y2]) =>
    Array.from({ length: steps }, (_, i) => {
      const [x, y] = [x1 + ((x2 - x1) * i) / steps, y1 + ((y2 - y1) * i) / steps]
      return lens > 0 ? undistort(x, y, lens) : { x, y }
    }),
  )
}

/** The turn of the camera that sends the point straight up, cropped to the picture's own shape. */
export function planTurn(
  point: VerticalPoint,
  width: number,
  height: number,
  lens: Lens = 0,
): Upright | null {
  const unit = Math.max(width, height)
  const halfW = width / unit / 2
  const halfH = height / unit / 2
  const up = [Math.sin(point.roll) / FOCAL, -Math.cos(point.roll) / FOCAL, point.lean] as const
  const size = Math.hypot(...up)
  const turn = rotationBetween([up[0] / size, up[1] / size, up[2] / size], [0, -1, 0])
  const zoom: Matrix3 = [FOCAL, 0, 0, 0, FOCAL, 0, 0, 0, 1]
  const back: Matrix3 = [1 / FOCAL, 0, 0, 0, 1 / FOCAL, 0, 0, 0, 1]
  const forward = multiply(zoom, multiply(turn, back))
  const toSource = multiply(zoom, multiply(transpose(turn), back))
  const outline = outlineOf(halfW, halfH, lens).map(({ x, y }) => project(forward, x, y))
  if (outline.some(({ w }) => w < 0.1)) return null
  const rectangle = largestRectangle(outline, width / height)
  if (!rectangle) return null
  // How much of the source's area one unit of the result's covers, at its centre.
  const { x, y, halfWidth } = rectangle
  const w = toSource[6] * x + toSource[7] * y + toSource[8]
  const scale = Math.min(1, (1 / w) ** 1.5)
  const kept = (halfWidth / halfW) ** 2 * (1 / w) ** 3
  if (kept < LEAST_KEPT) return null
  return {
    kind: 'turn',
    toSource,
    lens,
    x,
    y,
    halfWidth,
    scale,
    roll: point.roll,
    pitch: Math.atan(FOCAL * point.lean),
  }
}

/** Where verticals meet, or why they are left as they are. */
function findTilt(segments: Segment[], width: number, height: number): VerticalPoint | LeftAlone {
  const found = findVertical(steepRays(segments, width, height, SHORTEST))
  if (!found || !isEvident(found, height / Math.max(width, height))) return 'no-evidence'
  if (meanSlope(found) < LEAST_SLOPE) return 'straight'
  const { roll, lean } = found.point
  if (Math.abs(roll) > MOST_ROLL || Math.abs(Math.atan(FOCAL * lean)) > MOST_PITCH) return 'deliberate'
  return found.point
}

/**
 * How to set a picture upright, from its own lines: the lens's distortion is taken away first, then the tilt. It acts
 * only on evidence: without enough agreeing lines, on a picture that is straight, and where the tilt is plainly meant,
 * nothing is done.
 * @param luma brightness 0..255, best about 1000 px on the longer side
 */
export function planUpright(luma: Plane): UprightPlan {
  const { width, height } = luma
  const segments = findSegments(luma, Math.max(8, SHORTEST * Math.max(width, height)))
  const lens = estimateLens(segments, width, height)
  const tilt = findTilt(straightened(segments, lens, width, height), width, height)
  const turn = typeof tilt === 'string' ? null : planTurn(tilt, width, height, lens)
  if (turn) return turn
  const flat = lens === 0 ? null : planTurn({ roll: 0, lean: 0 }, width, height, lens)
  return flat ?? { kind: 'none', reason: typeof tilt === 'string' ? tilt : 'deliberate' }
}

/** Size in pixels of the result of a turn on a picture of the given size. */
export function uprightSize(plan: Upright, width: number, height: number): { width: number; height: number } {
  const unit = Math.max(width, height)
  const wide = Math.min(width, Math.round(2 * plan.halfWidth * unit * plan.scale))
  return { width: Math.max(1, wide), height: Math.max(1, Math.round((wide * height) / width)) }
}
