import type { StraightEdges } from '#kernels/lines/picture-lines.ts'
import type { Segment } from '#kernels/lines/segments.ts'
import { edgesOf, findVanishing } from '#kernels/retexture/vanishing.ts'
import { axisOf, type Frame, frameOf, REACH, type Refined, type Stroke, strokesOf, weightOf } from './axes.ts'
import { bestFrame, habitOf, raised, shifted, steepOf } from './axes-search.ts'
import type { Setting, View } from './scene.ts'
import { scaledView, usualView } from './view.ts'

/** Most strokes that are looked at, the longest first. */
const MOST = 500
/** A camera less sure than this is no more than a usual one. */
const LEAST = 0.3
/** Strokes whose common points are looked for. */
const MEETING = 260

/** 0 up to `from`, 1 from `to` on, straight between. */
export const ramp = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)))

interface Size {
  readonly width: number
  readonly height: number
}

/** How much of the length of strokes on axes is on each. */
function sharesOf(
  strokes: readonly Stroke[],
  frame: Frame,
): { agreeing: number; axes: number[]; count: number } {
  const axes = [0, 0, 0]
  let [all, count] = [0, 0]
  for (const stroke of strokes) {
    const weight = weightOf(stroke)
    all += weight
    const axis = axisOf(stroke, frame, REACH)
    if (axis < 0) continue
    axes[axis]! += weight
    count++
  }
  return { agreeing: all > 0 ? (axes[0]! + axes[1]! + axes[2]!) / all : 0, axes, count }
}

/** Share that strokes in all directions would have on the axes by chance. */
function chanceOf(strokes: readonly Stroke[]): number {
  let [sum, all] = [0, 0]
  for (const stroke of strokes) {
    const weight = weightOf(stroke)
    all += weight
    sum += weight * Math.min(1, (6 * REACH * stroke.blur) / Math.PI)
  }
  return all > 0 ? sum / all : 1
}

/** 0..1: how far the agreement is above chance, how many edges and directions carry it, and how exact it is. */
function sureness(strokes: readonly Stroke[], { frame, error }: Refined): number {
  const { agreeing, axes, count } = sharesOf(strokes, frame)
  const chance = chanceOf(strokes)
  const above = (agreeing - chance) / Math.max(0.05, 1 - chance)
  const length = axes[0]! + axes[1]! + axes[2]!
  // Two directions fix a frame; the third is at right angles to them.
  const [, second, third] = [...axes].sort((a, b) => b - a) as [number, number, number]
  const sure =
    ramp(above, 0.1, 0.6) *
    ramp(count, 3, 14) *
    ramp(length, 0.3, 1.5) *
    ramp(second / Math.max(1e-9, length), 0.005, 0.06) *
    ramp(error, (6 * Math.PI) / 180, (1 * Math.PI) / 180)
  if (sure < LEAST) return sure
  // How deep the scene is and how the lens is shifted hangs on the third one.
  const depth = 0.4 + 0.6 * ramp(third / Math.max(1e-9, length), 0.005, 0.06)
  return LEAST + (sure - LEAST) * depth
}

/** The straight edges at another size of the picture. @param width of that, px */
export function segmentsAt({ plane, segments }: StraightEdges, width: number): Segment[] {
  const by = width / plane.width
  return segments.map((one) => ({
    ...{ x1: by * one.x1, y1: by * one.y1, x2: by * one.x2, y2: by * one.y2 },
    ...{ width: by * one.width, bend: one.bend / by },
  }))
}

const lengthOf = ({ x1, y1, x2, y2 }: Segment): number => Math.hypot(x2 - x1, y2 - y1)

/**
 * The camera of a picture from its straight edges, as of a scene whose edges run along three axes at right angles
 * (Coughlan & Yuille 1999): hypotheses from vanishing points, refined on the sphere of directions. The principal point
 * is the picture's middle or, where uprights are parallel and the horizon is elsewhere, above or below; the lens is
 * perfect.
 * @param segments edges of the picture, px of a picture of this size
 * @param setting what is usual for it decides where edges do not tell; null: anything is
 * @returns a usual camera with `sure` under 0.3 where the edges do not agree
 */
function viewOfSegments(
  segments: readonly Segment[],
  { width, height }: Size,
  setting: Setting | null,
): View {
  const strokes = strokesOf(segments, { width, height }, MOST)
  const habit = habitOf(setting)
  const usual = usualView(width, height, setting ?? 'outdoors')
  if (strokes.length < 4) return usual
  const longest = [...segments].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MEETING)
  const points = findVanishing(
    edgesOf(longest, width, height, () => 1),
    6,
  ).map(({ point }) => point)
  const meetings = { points, steep: steepOf(strokes) }
  const plain = bestFrame(strokes, meetings, habit)
  const found = setting === 'above' ? plain : shifted(strokes, meetings, habit, plain)
  if (!found) return usual
  const side = Math.max(width, height)
  const sure = sureness(raised(strokes, found.shift), found)
  if (sure < LEAST) return { ...usual, sure }
  const { focal, axes } = frameOf(found.frame.focal, found.frame.axes[1], found.frame.axes[0])
  return { width, height, focal: focal * side, shift: found.shift * side, axes, sure }
}

/**
 * The camera of a picture; see viewOfSegments. Works on photographs, white models and line drawings.
 * @returns in px of a picture of this size
 */
export function viewOf({ plane, segments }: StraightEdges, size: Size, setting: Setting | null = null): View {
  return scaledView(viewOfSegments(segments, plane, setting), size.width, size.height)
}
