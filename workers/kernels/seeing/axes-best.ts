import type { Homogeneous } from '#kernels/retexture/vanishing.ts'
import { type Stroke, supportOf, weightOf } from './axes.ts'
import { type Refined, refineFrame } from './axes-refine.ts'
import { type Habit, searchFrames, strangeness } from './axes-search.ts'

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
const PRIOR = 0.006
/** Most and least shift, in longer sides, and how much more of the strokes one must explain: the more, the larger it is. */
const MOST_SHIFT = 0.32
const LEAST_SHIFT = 0.012
const GAIN = { least: 1.02, shift: 0.3 } as const
/** Inverse distance, in longer sides, up to which the common point of steep edges is taken as infinitely far. */
const PARALLEL = 0.045
const degrees = (d: number): number => (d * Math.PI) / 180

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
    const score = supportOf(strokes, refined.frame, 1) - PRIOR * total * strangeness(refined.frame, habit)
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
        const score = supportOf(from, refined.frame, 1) - PRIOR * total * strangeness(refined.frame, habit)
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
