import type { Segment } from '#kernels/lines/segments.ts'
import type { Label, Seen, Vector3, View } from '#kernels/seeing/scene.ts'
import { DRAWN_OUT, easeOff, SLIDING } from './ease.ts'
import { nearnessIn } from './nearness.ts'
import { pivotOf } from './poses.ts'
import { leanOf } from './sight.ts'
import { type Known, straighten } from './straighten.ts'

/** A camera less sure than this is no more than a guess. */
const LEAST_SURE = 0.3
/** Edges shorter than this part of the longer side are left alone. */
const SHORTEST = 0.02
/** How far, in radians, an edge may lean from a direction of the scene and still run along it: 2.5°. */
const ALONG = 0.044
/** One that leans less than this from another direction may as well run along that: 5°. */
const APART = 0.087
/** How far beside an edge one looks what it lies on, px. */
const ASIDE = 5
const LEVEL: readonly Label[] = ['floor', 'ground', 'water', 'ceiling']
/** Sideways way of a wide move, in parts of the way to what is looked at: 6°. */
const WIDE = 0.105
/** How far that is believed which is drawn out. */
const DRAWN = 0.2

/** What a picture gives for views from other places. */
export interface Relief {
  view: View
  /** Inverses of the way ahead along the camera's level direction, 1/m; of the size of `view`. */
  nearness: Float32Array
  /** Way ahead to what is looked at, metres. */
  pivot: number
  /** Its long straight edges, px. */
  lines: readonly Line[]
}

/** An edge, and the direction of the scene that it runs along, if it does. */
export interface Line extends Segment {
  axis: Vector3 | null
}

/** Tells along which direction of the scene an edge runs; null where along none, or where two look the same. */
function axisOfEdges({ view, map, width, height, regions }: Seen): (segment: Segment) => Vector3 | null {
  const [across, down, away] = view.axes
  const isLevel = (x: number, y: number) => {
    const px = Math.min(width - 1, Math.max(0, Math.round(x)))
    const py = Math.min(height - 1, Math.max(0, Math.round(y)))
    return LEVEL.includes(regions[map[py * width + px]!]!.label)
  }
  return (segment) => {
    const [x, y] = [(segment.x1 + segment.x2) / 2, (segment.y1 + segment.y2) / 2]
    const level = [across, away]
      .map((axis) => ({ axis, lean: leanOf(segment, view, axis) }))
      .sort((a, b) => a.lean - b.lean)
    const [first, second] = level as [(typeof level)[0], (typeof level)[0]]
    if (leanOf(segment, view, down) < ALONG) {
      // An upright edge on the floor may be a joint of it.
      const isJoint = first.lean < APART && isLevel(x - ASIDE, y) && isLevel(x + ASIDE, y)
      return isJoint ? null : down
    }
    return first.lean < ALONG && second.lean > APART ? first.axis : null
  }
}

/** The same with the background drawn out behind borders as far as wide moves need it. */
function drawnOut(known: Known, nearness: Float32Array, view: View, pivot: number): Known {
  const fall = DRAWN_OUT / (view.focal * pivot * WIDE)
  const eased = easeOff(nearness, known.width, fall, SLIDING * fall)
  const sure = known.sure.map((value, i) =>
    eased[i]! > 1.02 * nearness[i]! ? Math.min(value, DRAWN) : value,
  )
  return { ...known, nearness: eased, sure }
}

/**
 * The relief of a picture.
 * @param segments edges of the picture, px of what was seen
 * @param isLawn as for nearnessIn
 * @returns null where its camera or its planes were not found
 */
export function reliefOf(seen: Seen, segments: readonly Segment[], isLawn: Uint8Array): Relief | null {
  const { view } = seen
  if (view.sure < LEAST_SURE) return null
  const known = nearnessIn(seen, isLawn)
  if (!known) return null
  const least = SHORTEST * Math.max(seen.width, seen.height)
  const axisOf = axisOfEdges(seen)
  const lines = segments
    .filter(({ x1, y1, x2, y2 }) => Math.hypot(x2 - x1, y2 - y1) >= least)
    .map((segment): Line => ({ ...segment, axis: axisOf(segment) }))
  const first = straighten(known, view, lines)
  const pivot = pivotOf(first, seen.width)
  // What is drawn out bends what crosses it: its lines are straightened once more.
  const nearness = straighten(drawnOut(known, first, view, pivot), view, lines)
  return { view, nearness, pivot, lines }
}
