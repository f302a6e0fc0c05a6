import type { Segment } from '#kernels/lines/segments.ts'
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

/** Angle, −π/2..π/2, between a stroke and the way from its middle to where a direction vanishes. */
export function offAxis(stroke: Stroke, [a, b, c]: Vector3, focal: number): number {
  const tx = focal * a - stroke.x * c
  const ty = focal * b - stroke.y * c
  const across = stroke.dx * ty - stroke.dy * tx
  const along = stroke.dx * tx + stroke.dy * ty
  return Math.atan2(along < 0 ? -across : across, Math.abs(along))
}

/** The same, only its size, without the arc tangent: good up to some degrees, 9 beyond. */
function awayFrom(stroke: Stroke, [a, b, c]: Vector3, focal: number): number {
  const tx = focal * a - stroke.x * c
  const ty = focal * b - stroke.y * c
  const along = Math.abs(stroke.dx * tx + stroke.dy * ty)
  return along > 1e-9 ? Math.abs(stroke.dx * ty - stroke.dy * tx) / along : 9
}

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
