import type { Segment } from '#kernels/lines/segments.ts'
import type { Habit } from './axes-search.ts'
import type { Vector3 } from './scene.ts'
import { crossed, dot, unit } from './view.ts'

/** A straight edge of the picture in units of its longer side, from its principal point. */
export interface Stroke {
  /** Middle. */
  x: number
  y: number
  /** Unit vector along it. */
  dx: number
  dy: number
  length: number
  /** Standard error of its direction, radians. */
  blur: number
}

/** A camera and the directions of the scene's edges; the focal length in longer sides. */
export interface Frame {
  focal: number
  /** Right, down, away: as View's axes. */
  axes: readonly [Vector3, Vector3, Vector3]
}

/** Error of directions that no length takes away: scenes and lenses are not perfect. */
const OWN_BLUR = (0.25 * Math.PI) / 180
/** Error of a segment's ends, px. */
const END_ERROR = 0.6
/** How many standard errors off an edge may be and still belongs to an axis. */
export const REACH = 3

/** The longest `most` segments of a picture, as they are from its principal point, `shift` px under its middle. */
export function strokesOf(
  segments: readonly Segment[],
  { width, height, shift = 0 }: { width: number; height: number; shift?: number },
  most: number,
): Stroke[] {
  const side = Math.max(width, height)
  const strokes = segments.map(({ x1, y1, x2, y2 }): Stroke => {
    const px = Math.hypot(x2 - x1, y2 - y1)
    return {
      x: ((x1 + x2) / 2 - width / 2) / side,
      y: ((y1 + y2) / 2 - height / 2 - shift) / side,
      dx: (x2 - x1) / px,
      dy: (y2 - y1) / px,
      length: px / side,
      blur: Math.hypot(OWN_BLUR, END_ERROR / px),
    }
  })
  return strokes.sort((a, b) => b.length - a.length).slice(0, most)
}

/** Tangent of the angle between a stroke and the way from its middle to where a direction vanishes; at most 9. */
function slopeTo(stroke: Stroke, axis: Vector3, focal: number): number {
  const tx = focal * axis[0] - stroke.x * axis[2]
  const ty = focal * axis[1] - stroke.y * axis[2]
  const along = stroke.dx * tx + stroke.dy * ty
  return Math.abs(along) > 1e-9 ? (stroke.dx * ty - stroke.dy * tx) / along : 9
}

/** How far a stroke is off a direction: good up to some degrees. */
const awayFrom = (stroke: Stroke, axis: Vector3, focal: number): number =>
  Math.abs(slopeTo(stroke, axis, focal))

/** How much a stroke counts: its length, but no single one decides. */
export const weightOf = (stroke: Stroke): number => Math.min(stroke.length, 0.25)

/** The axis (0 right, 1 down, 2 away) that a stroke runs along, and −1 for none within `reach` standard errors. */
export function axisOf(stroke: Stroke, { axes, focal }: Frame, reach: number): number {
  let best = reach * stroke.blur
  let axis = -1
  for (let k = 0; k < 3; k++) {
    const off = awayFrom(stroke, axes[k]!, focal)
    if (off >= best) continue
    best = off
    axis = k
  }
  return axis
}

/**
 * Length of the strokes that run along the axes, each by how well (MSAC, Torr & Zisserman 2000).
 * @param widen factor on what is allowed, for a frame that is not refined yet
 */
export function supportOf(strokes: readonly Stroke[], { axes, focal }: Frame, widen: number): number {
  let sum = 0
  for (const stroke of strokes) {
    const off = Math.min(
      awayFrom(stroke, axes[0], focal),
      awayFrom(stroke, axes[1], focal),
      awayFrom(stroke, axes[2], focal),
    )
    const part = off / (REACH * widen * stroke.blur)
    if (part < 1) sum += weightOf(stroke) * (1 - part * part)
  }
  return sum
}

/** Names axes: `down` is one, a level direction another; right is the one of the two nearest to the picture's right. */
export function frameOf(focal: number, vertical: Vector3, level: Vector3): Frame {
  const sign = vertical[1] < 0 ? -1 : 1
  const down = unit([sign * vertical[0], sign * vertical[1], sign * vertical[2]])
  const along = dot(level, down)
  const one = unit([level[0] - along * down[0], level[1] - along * down[1], level[2] - along * down[2]])
  const other = crossed(one, down)
  const right = Math.abs(one[0]) >= Math.abs(other[0]) ? one : other
  const turn = right[0] < 0 ? -1 : 1
  const across: Vector3 = [turn * right[0], turn * right[1], turn * right[2]]
  return { focal, axes: [across, down, crossed(across, down)] }
}

/** A frame and how well it is known. */
export interface Refined {
  frame: Frame
  /** Standard errors: of the worst known axis, radians, and of the focal length's logarithm. */
  error: number
  focalError: number
}

/** Rounds of assigning strokes to axes and solving; what is allowed shrinks from wide to `REACH`. */
const WIDTHS = [2.2, 1.6, 1.2, 1, 1, 1, 1, 1]
/** Strokes of one thing err together: each counts as this much of an independent one. */
const TRUST = 0.25
const STEP = 1e-5
const SIZE = 4

/** The frame turned by small angles about the camera's axes and with its focal length's logarithm moved. */
function moved({ focal, axes }: Frame, [a, b, c, d]: readonly number[]): Frame {
  const size = Math.hypot(a!, b!, c!)
  const f = focal * Math.exp(d!)
  if (size < 1e-15) return { focal: f, axes }
  const [x, y, z] = [a! / size, b! / size, c! / size]
  const [cos, sin] = [Math.cos(size), Math.sin(size)]
  const turn = (v: Vector3): Vector3 => {
    const along = (1 - cos) * (x * v[0] + y * v[1] + z * v[2])
    return [
      v[0] * cos + (y * v[2] - z * v[1]) * sin + x * along,
      v[1] * cos + (z * v[0] - x * v[2]) * sin + y * along,
      v[2] * cos + (x * v[1] - y * v[0]) * sin + z * along,
    ]
  }
  return { focal: f, axes: [turn(axes[0]), turn(axes[1]), turn(axes[2])] }
}

/** Inverse of a symmetric positive matrix of size 4 by Gauss–Jordan; null when it is singular. */
function inverse(m: readonly number[]): Float64Array | null {
  const n = SIZE
  const rows = Float64Array.from({ length: n * 2 * n }, (_, i) => {
    const [r, c] = [Math.floor(i / (2 * n)), i % (2 * n)]
    return c < n ? m[n * r + c]! : c - n === r ? 1 : 0
  })
  for (let k = 0; k < n; k++) {
    const pivot = rows[2 * n * k + k]!
    if (!(Math.abs(pivot) > 1e-12)) return null
    for (let c = 0; c < 2 * n; c++) rows[2 * n * k + c]! /= pivot
    for (let r = 0; r < n; r++) {
      if (r === k) continue
      const by = rows[2 * n * r + k]!
      for (let c = 0; c < 2 * n; c++) rows[2 * n * r + c]! -= by * rows[2 * n * k + c]!
    }
  }
  return Float64Array.from({ length: n * n }, (_, i) => rows[2 * n * Math.floor(i / n) + n + (i % n)]!)
}

/** How far a frame is off the usual, in standard deviations: focal length, roll, pitch. */
export function offHabit({ focal, axes }: Frame, habit: Habit): [number, number, number] {
  const down = axes[1]
  return [
    Math.log(focal / habit.focal) / habit.focalSpread,
    Math.atan2(down[0], down[1]) / habit.roll,
    (Math.asin(Math.max(-1, Math.min(1, down[2]))) - habit.pitch) / habit.pitchSpread,
  ]
}

interface Normal {
  matrix: number[]
  side: number[]
}

function add({ matrix, side }: Normal, slopes: readonly number[], off: number, weight: number): void {
  for (let r = 0; r < SIZE; r++) {
    side[r]! += weight * slopes[r]! * off
    for (let c = 0; c < SIZE; c++) matrix[SIZE * r + c]! += weight * slopes[r]! * slopes[c]!
  }
}

/** Least squares around a frame: strokes on the axes that they are nearest to, and the usual. */
function normalOf(
  strokes: readonly Stroke[],
  frame: Frame,
  habit: Habit,
  widen: number,
  trust: number,
): Normal {
  const normal: Normal = { matrix: Array(SIZE * SIZE).fill(0), side: Array(SIZE).fill(0) }
  const near = [0, 1, 2, 3].map((k) =>
    moved(
      frame,
      [0, 0, 0, 0].map((_, i) => (i === k ? STEP : 0)),
    ),
  )
  const slopes = [0, 0, 0, 0]
  for (const stroke of strokes) {
    const axis = axisOf(stroke, frame, REACH * widen)
    if (axis < 0) continue
    const slope = slopeTo(stroke, frame.axes[axis]!, frame.focal)
    const off = Math.atan(slope)
    const part = off / (REACH * widen * stroke.blur)
    const weight = (trust * (1 - part * part) ** 2) / stroke.blur ** 2
    for (let k = 0; k < SIZE; k++)
      slopes[k] = (slopeTo(stroke, near[k]!.axes[axis]!, near[k]!.focal) - slope) / (1 + slope * slope) / STEP
    add(normal, slopes, off, weight)
  }
  const now = offHabit(frame, habit)
  const then = near.map((one) => offHabit(one, habit))
  now.forEach((off, i) => {
    add(
      normal,
      then.map((row) => (row[i]! - off) / STEP),
      off,
      1,
    )
  })
  return normal
}

/**
 * Turns a frame and its focal length to where the edges that run along its axes agree best (expectation maximisation
 * with hard assignment, Gauss–Newton on angles, Tukey's weights); what is usual decides where edges do not.
 * @param trust how much of an independent witness each stroke is
 */
export function refineFrame(strokes: readonly Stroke[], start: Frame, habit: Habit, trust = TRUST): Refined {
  let frame = start
  let spread: Float64Array | null = null
  for (const widen of WIDTHS) {
    const { matrix, side } = normalOf(strokes, frame, habit, widen, trust)
    spread = inverse(matrix)
    if (!spread) break
    const step = [0, 1, 2, 3].map((r) => {
      let sum = 0
      for (let c = 0; c < SIZE; c++) sum -= spread![SIZE * r + c]! * side[c]!
      return Math.max(-0.3, Math.min(0.3, sum))
    })
    frame = moved(frame, step)
    frame.focal = Math.max(0.3, Math.min(6, frame.focal))
    if (widen === 1 && step.every((v) => Math.abs(v) < 1e-5)) break
  }
  const known = spread ? [0, 5, 10].map((i) => Math.sqrt(Math.max(0, spread![i]!))) : [1]
  return { frame, error: Math.max(...known), focalError: spread ? Math.sqrt(Math.max(0, spread[15]!)) : 1 }
}
