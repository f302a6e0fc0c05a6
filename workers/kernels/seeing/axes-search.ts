import { findVertical } from '#kernels/lines/vertical.ts'
import type { Homogeneous } from '#kernels/retexture/vanishing.ts'
import {
  type Frame,
  frameOf,
  offHabit,
  type Refined,
  refineFrame,
  type Stroke,
  supportOf,
  weightOf,
} from './axes.ts'
import type { Setting, Vector3 } from './scene.ts'
import { crossed, unit } from './view.ts'

/** What is usual, against which lines have to speak. Angles in radians. */
export interface Habit {
  /** Focal length in longer sides, and its spread as a standard deviation of the logarithm. */
  focal: number
  focalSpread: number
  roll: number
  /** Pitch downwards, and its spread. */
  pitch: number
  pitchSpread: number
}

const degrees = (d: number): number => (d * Math.PI) / 180

/** What cameras usually do in a setting; anything for null. */
export function habitOf(setting: Setting | null): Habit {
  const level = { roll: degrees(3), focalSpread: 0.35, pitch: 0 }
  if (setting === 'indoors') return { ...level, focal: 0.72, pitchSpread: degrees(10) }
  if (setting === 'outdoors') return { ...level, focal: 0.85, pitchSpread: degrees(12) }
  if (setting === 'above') return { ...level, focal: 1, pitch: degrees(35), pitchSpread: degrees(18) }
  return { ...level, focal: 0.85, pitch: degrees(4), pitchSpread: degrees(20) }
}

/** Focal lengths that are tried, in longer sides: in even steps from a wide angle to a tele. */
const [WIDE, TELE, STEPS] = [0.45, 3, 8]
const FOCALS = Array.from({ length: STEPS + 1 }, (_, step) => WIDE * (TELE / WIDE) ** (step / STEPS))
const BINS = 90
/** Most strokes that a hypothesis is tried on. */
const TRIED = 260
/** How much of all strokes' length one squared spread off the usual costs. */
const PRIOR = 0.012

/** Standard deviations off the usual, squared and summed. */
export function strangeness(frame: Frame, habit: Habit): number {
  const [focal, roll, pitch] = offHabit(frame, habit)
  return focal * focal + Math.min(roll * roll, 40) + pitch * pitch
}

/** The direction that the steep edges share. */
export function steepOf(strokes: readonly Stroke[]): Homogeneous | null {
  const rays = strokes
    .filter(({ dy }) => Math.abs(dy) > 0.84)
    .slice(0, 200)
    .map(({ x, y, dx, dy, length }) => {
      const up = dy < 0 ? 1 : -1
      return { x, y, dx: up * dx, dy: up * dy, length }
    })
  const found = findVertical(rays)?.point
  return found ? [Math.sin(found.roll), -Math.cos(found.roll), found.lean] : null
}

/** Directions that might be the vertical: level, the steep edges' common one, and each that edges share. */
function verticalsOf(steep: Homogeneous | null, points: readonly Homogeneous[], habit: Habit): Homogeneous[] {
  const level: Homogeneous = [0, 1, Math.tan(habit.pitch) / habit.focal]
  const shared = points.filter(([x, y]) => Math.abs(x) < 0.6 * Math.abs(y))
  return steep ? [level, steep, ...shared] : [level, ...shared]
}

/** Two best turns about the vertical: where the directions of strokes, as they run on level ground, heap up. */
function turnsOf(strokes: readonly Stroke[], focal: number, down: Vector3): number[] {
  const right = unit([down[1], -down[0], 0])
  const away = crossed(right, down)
  const heap = new Float64Array(BINS)
  for (const stroke of strokes) {
    const { x, y, dx, dy } = stroke
    // The normal of the plane through the eye and the stroke; level directions in it.
    const normal = unit([-dy * focal, dx * focal, x * dy - y * dx])
    const level = crossed(normal, down)
    const size = Math.hypot(level[0], level[1], level[2])
    if (size < 0.12) continue
    const along = level[0] * right[0] + level[1] * right[1] + level[2] * right[2]
    const deep = level[0] * away[0] + level[1] * away[1] + level[2] * away[2]
    const turn = Math.atan2(deep, along) / (Math.PI / 2)
    const at = (turn - Math.floor(turn)) * BINS
    const bin = Math.floor(at)
    const part = at - bin
    const weight = weightOf(stroke) * size
    heap[bin % BINS]! += weight * (1 - part)
    heap[(bin + 1) % BINS]! += weight * part
  }
  const soft = Array.from(heap, (v, i) => v + 0.6 * (heap[(i + 1) % BINS]! + heap[(i + BINS - 1) % BINS]!))
  const peaks = soft
    .map((v, i) => ({ v, i }))
    .filter(({ v, i }) => v >= soft[(i + 1) % BINS]! && v > soft[(i + BINS - 1) % BINS]!)
    .sort((a, b) => b.v - a.v)
  return peaks.slice(0, 2).map(({ i }) => (i / BINS) * (Math.PI / 2))
}

/** Frames that two level directions of the picture's edges give: their right angle tells the focal length. */
function fromPairs(points: readonly Homogeneous[]): Frame[] {
  const frames: Frame[] = []
  points.forEach((a, i) => {
    for (const b of points.slice(i + 1)) {
      const square = -(a[0] * b[0] + a[1] * b[1]) / (a[2] * b[2])
      if (!(square > 0.1 && square < 16)) continue
      const focal = Math.sqrt(square)
      const [p, q] = [a, b].map(([x, y, w]): Vector3 => unit([x / focal, y / focal, w])) as [Vector3, Vector3]
      const third = crossed(p, q)
      const all = [p, q, third].sort((u, v) => Math.abs(v[1]) - Math.abs(u[1]))
      frames.push(frameOf(focal, all[0]!, all[1]!))
    }
  })
  return frames
}

/**
 * Frames worth refining, best first: for each possible vertical and focal length the turn by which most edges run
 * along the axes, and what pairs of vanishing points give.
 * @param points where edges meet, and the direction that steep ones share
 */
export function searchFrames(
  strokes: readonly Stroke[],
  { points, steep }: { points: readonly Homogeneous[]; steep: Homogeneous | null },
  habit: Habit,
  keep: number,
): Frame[] {
  const tried = strokes.slice(0, TRIED)
  const total = tried.reduce((sum, stroke) => sum + weightOf(stroke), 0)
  const frames = fromPairs(points)
  for (const [x, y, w] of verticalsOf(steep, points, habit)) {
    for (const focal of FOCALS) {
      const down = unit([x / focal, y / focal, w])
      if (Math.abs(down[1]) < 0.2) continue
      const right = unit([down[1], -down[0], 0])
      const away = crossed(right, down)
      for (const turn of turnsOf(tried, focal, down)) {
        const [c, s] = [Math.cos(turn), Math.sin(turn)]
        const along = (k: 0 | 1 | 2) => c * right[k] + s * away[k]
        frames.push(frameOf(focal, down, [along(0), along(1), along(2)]))
      }
    }
  }
  return frames
    .map((frame) => ({
      frame,
      score: supportOf(tried, frame, 1.6) - PRIOR * total * strangeness(frame, habit),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, keep)
    .map(({ frame }) => frame)
}

/** A frame, how good it is, and how far its principal point is under the picture's middle, in longer sides. */
export interface Scored extends Refined {
  score: number
  shift: number
}

/** Where edges meet, and the direction that steep ones share. */
interface Meetings {
  points: readonly Homogeneous[]
  steep: Homogeneous | null
}

/** Hypotheses that are refined: with the principal point in the middle, and for each other place. */
const REFINED = 10
const REFINED_SHIFTED = 6
/** How much of all strokes' length one squared spread off the usual costs. */
const PRIOR_REFINED = 0.006
/** Most and least shift, in longer sides, and how much more of the strokes one must explain: the more, the larger it is. */
const MOST_SHIFT = 0.32
const LEAST_SHIFT = 0.012
const GAIN = { least: 1.02, shift: 0.3 } as const
/** Inverse distance, in longer sides, up to which the common point of steep edges is taken as infinitely far. */
const PARALLEL = 0.045

/** Strokes as they are from a principal point that is lower by so much. */
export function raised(strokes: readonly Stroke[], shift: number): Stroke[] {
  return strokes.map((stroke) => ({ ...stroke, y: stroke.y - shift }))
}

/** The best refined frame of the most promising ones; null without any. */
export function bestFrame(
  strokes: readonly Stroke[],
  meetings: Meetings,
  habit: Habit,
  keep = REFINED,
): Scored | null {
  const total = strokes.reduce((sum, stroke) => sum + weightOf(stroke), 0)
  let best: Scored | null = null
  for (const start of searchFrames(strokes, meetings, habit, keep)) {
    const refined = refineFrame(strokes, start, habit)
    const score =
      supportOf(strokes, refined.frame, 1) - PRIOR_REFINED * total * strangeness(refined.frame, habit)
    if (!best || score > best.score) best = { ...refined, score, shift: 0 }
  }
  return best
}

/** Moves the principal point up and down by ever smaller steps as long as more edges agree. */
function settled(strokes: readonly Stroke[], start: Scored, habit: Habit): Scored {
  const total = strokes.reduce((sum, stroke) => sum + weightOf(stroke), 0)
  let best = start
  for (const step of [0.02, 0.01, 0.005, 0.0025]) {
    for (let moves = 0; moves < 4; moves++) {
      const before = best
      for (const shift of [before.shift - step, before.shift + step]) {
        const from = raised(strokes, shift)
        const refined = refineFrame(from, before.frame, habit)
        const score =
          supportOf(from, refined.frame, 1) - PRIOR_REFINED * total * strangeness(refined.frame, habit)
        if (score > best.score) best = { ...refined, score, shift }
      }
      if (best === before) break
    }
  }
  return best
}

/**
 * The better one of a frame and those that a shift lens gives, which keeps the uprights of a level camera parallel
 * while the horizon is above or below the middle.
 */
export function shifted(
  strokes: readonly Stroke[],
  { points, steep }: Meetings,
  habit: Habit,
  plain: Scored | null,
): Scored | null {
  if (!steep || Math.abs(steep[2]) > PARALLEL || Math.abs(steep[0]) > PARALLEL) return plain
  const level = { ...habit, roll: degrees(1), pitch: 0, pitchSpread: degrees(0.7) }
  const heights = points.flatMap(([, y, w]) => {
    const at = y / w
    return Math.abs(at) < MOST_SHIFT && Math.abs(at) > LEAST_SHIFT ? [at] : []
  })
  let best: Scored | null = null
  for (const shift of heights) {
    const moved = points.map(([x, y, w]): Homogeneous => [x, y - shift * w, w])
    const from = raised(strokes, shift)
    const found = bestFrame(from, { points: moved, steep: null }, level, REFINED_SHIFTED)
    if (found && found.score > (best?.score ?? 0)) best = { ...found, shift }
  }
  if (!best) return plain
  best = settled(strokes, best, level)
  const gain = GAIN.least + GAIN.shift * Math.abs(best.shift)
  const isBetter = best.score > gain * (plain?.score ?? 0) && Math.abs(best.shift) > LEAST_SHIFT
  return isBetter ? best : plain
}
