import { axisOf, type Frame, offAxis, REACH, type Stroke } from './axes.ts'
import type { Habit } from './axes-search.ts'
import type { Vector3 } from './scene.ts'

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
function offHabit({ focal, axes }: Frame, habit: Habit): number[] {
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
  for (const stroke of strokes) {
    const axis = axisOf(stroke, frame, REACH * widen)
    if (axis < 0) continue
    const off = offAxis(stroke, frame.axes[axis]!, frame.focal)
    const part = off / (REACH * widen * stroke.blur)
    const weight = (trust * (1 - part * part) ** 2) / stroke.blur ** 2
    const slopes = near.map(({ axes, focal }) => (offAxis(stroke, axes[axis]!, focal) - off) / STEP)
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
