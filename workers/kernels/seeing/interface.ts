import { nameMap } from '#kernels/segmentation/name-parts.ts'
import { KINDS, NAMES } from '#kernels/segmentation/names.ts'
import type { Segmentation } from '#kernels/segmentation/segment.ts'
import type { Sight } from './regions-sight.ts'

/** A rectangle of a picture, px: `right` and `bottom` are outside of it. */
export interface Frame {
  left: number
  top: number
  right: number
  bottom: number
}

/** Share of a program's viewport from which a picture may have toolbars and panels. */
const VIEWPORT = 0.5
/** Step, ΔE, at a panel's border, and the part of the border that shows it. */
const [STEP, SHOWN] = [2.5, 0.92] as const
/** Part of the picture's side that a panel takes at most, and what is left of both sides at least. */
const [WIDEST, LEFT] = [0.45, 0.3] as const
/** Part of a strip that is named as what lies out of doors or under one's feet, at which it is no panel. */
const SCENE = 0.6

/** Names of what may lie beyond a straight level edge that is no panel's border. */
const BEYOND = new Set(['sky', 'ground', 'grass', 'floor', 'water'])

/** Part of a line of a frame, 0..1, across which the colour changes by a step. */
function stepAlong({ width, l, a, b }: Sight, frame: Frame, isUpright: boolean, at: number): number {
  const [from, to] = isUpright ? [frame.top, frame.bottom] : [frame.left, frame.right]
  const across = isUpright ? 1 : width
  let steps = 0
  for (let k = from; k < to; k++) {
    const i = isUpright ? k * width + at : at * width + k
    const j = i - across
    if (Math.abs(l[i]! - l[j]!) + Math.abs(a[i]! - a[j]!) + Math.abs(b[i]! - b[j]!) > STEP) steps++
  }
  return steps / Math.max(1, to - from)
}

/** The frame without what lies beyond a straight border, and that strip; the larger part is kept. */
function cutAt(frame: Frame, isUpright: boolean, at: number): { rest: Frame; strip: Frame } {
  const [from, to] = isUpright ? [frame.left, frame.right] : [frame.top, frame.bottom]
  const [before, after] = isUpright
    ? [
        { ...frame, right: at },
        { ...frame, left: at },
      ]
    : [
        { ...frame, bottom: at },
        { ...frame, top: at },
      ]
  return at - from < to - at ? { rest: after, strip: before } : { rest: before, strip: after }
}

/**
 * The part of a program's window that shows the scene: toolbars and panels end at straight borders that run through
 * the whole of what is left beside them.
 * @returns the whole picture where it is no viewport
 */
export function sceneFrame(sight: Sight, segmentation: Segmentation): Frame {
  const { width, height } = sight
  const whole: Frame = { left: 0, top: 0, right: width, bottom: height }
  if (segmentation.kind[KINDS.indexOf('viewport')]! < VIEWPORT) return whole
  const names = nameMap(segmentation, 'outdoors', width, height)
  const isScene = NAMES.map(({ name }) => BEYOND.has(name))
  const isPanel = ({ left, top, right, bottom }: Frame) => {
    let scene = 0
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) if (isScene[names[y * width + x]!]) scene++
    return scene < SCENE * (right - left) * (bottom - top)
  }
  let frame = whole
  for (;;) {
    let best: { rest: Frame; strip: Frame; size: number } | null = null
    for (const isUpright of [true, false]) {
      const [from, to] = isUpright ? [frame.left, frame.right] : [frame.top, frame.bottom]
      const [side, most] = [isUpright ? width : height, WIDEST * (isUpright ? width : height)]
      for (let at = from + 1; at < to; at++) {
        const size = Math.min(at - from, to - at)
        if (size > most || to - from - size < LEFT * side || (best && best.size >= size / side)) continue
        if (stepAlong(sight, frame, isUpright, at) < SHOWN) continue
        const cut = cutAt(frame, isUpright, at)
        if (isPanel(cut.strip)) best = { ...cut, size: size / side }
      }
    }
    if (!best) return frame
    frame = best.rest
  }
}
