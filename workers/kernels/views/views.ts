import type { Move, ViewRange } from '#contracts/views.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Vector3, View } from '#kernels/seeing/scene.ts'
import { dot, scaledView } from '#kernels/seeing/view.ts'
import { DRAWN_OUT, easeOff, SLIDING } from './ease.ts'
import { type Crop, type Pose, poseOf, projectInto } from './poses.ts'
import type { Relief } from './relief.ts'
import { leanOf, levelOf } from './sight.ts'
import { drawFrom, sourceOf } from './warp.ts'

/** Most of a view that may be drawn out, as a part of its pixels. */
const MOST_DRAWN_OUT = 0.12
/** Most of the length of its lines that may be seen to bend or tilt. */
const MOST_BENT = 0.045
/** Shorter lines than this part of the picture's width tell little of it. */
const SHORTEST = 0.05
/**
 * A line bends when its middle is off by this part of the picture's width, and tilts by these radians: uprights are
 * looked at more closely.
 */
const BENT = 0.0016
const TILTED = { upright: 0.035, level: 0.1 }
/** What is moved by more than this part of the longer side beyond its plane counts as drawn out. */
const NOTICED = 0.003
/** Most that a view may be enlarged so that nothing that was never seen shows. */
const MOST_ZOOM = 1.25
/** Widest that is tried, degrees and parts of the way. */
const WIDEST = { turn: 7, rise: 6, near: 0.15 }
/** Steps in which they are tried, parts of the widest. */
const STEPS = 16
/** Every so many pixels count where only shares are asked. */
const COARSE = 6

/** The relief at every COARSE-th pixel. */
function coarse({ view, nearness, pivot, lines }: Relief): Relief {
  const [w, h] = [Math.floor(view.width / COARSE), Math.floor(view.height / COARSE)]
  const small = new Float32Array(w * h)
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i++)
      small[i] = nearness[(y * COARSE + (COARSE >> 1)) * view.width + x * COARSE + (COARSE >> 1)]!
  return { view: scaledView(view, w, h), nearness: small, pivot, lines }
}

/** The relief for a move: behind borders it falls off so gently that nothing tears. */
function eased({ view, nearness }: Relief, { at }: Pose): Float32Array {
  const { side, down, ahead } = levelOf(view)
  const along = (axis: typeof at) => Math.abs(axis[0] * at[0] + axis[1] * at[1] + axis[2] * at[2])
  const [x, y, z] = [along(side), along(down), along(ahead)]
  // What comes nearer moves away from the middle, by half the picture at most.
  const forward = z / 2
  const fall = (way: number) => DRAWN_OUT / (view.focal * Math.max(1e-6, way))
  const total = x + y + forward
  const across = fall(Math.max(x + forward, total / SLIDING))
  return easeOff(nearness, view.width, across, fall(Math.max(y + forward, total / SLIDING)))
}

/** Part of the pixels that a move draws out noticeably. */
function drawnOut({ view, nearness }: Relief, { at }: Pose, gentle: Float32Array): number {
  const way = Math.hypot(at[0], at[1], at[2] / 2)
  const least = (NOTICED * Math.max(view.width, view.height)) / (view.focal * Math.max(1e-6, way))
  let count = 0
  for (let i = 0; i < nearness.length; i++) if (gentle[i]! - nearness[i]! > least) count++
  return count / nearness.length
}

/** How far a line leans from where the moved camera sees its direction of the scene, radians. */
function leanIn(
  view: View,
  { axes: [right, down, away] }: Pose,
  axis: Vector3,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
): number {
  return leanOf({ x1, y1, x2, y2 }, view, [dot(axis, right), dot(axis, down), dot(axis, away)])
}

/** Part of the length of the picture's lines that a move bends or tilts so that it is seen. */
function bentLines({ view, lines }: Relief, pose: Pose, gentle: Float32Array, small: View): number {
  const { ahead } = levelOf(view)
  const scale = small.width / view.width
  const at = new Float64Array(2)
  const place = (x: number, y: number): readonly [number, number] => {
    const px = Math.min(small.width - 1, Math.max(0, Math.floor(x * scale)))
    const py = Math.min(small.height - 1, Math.max(0, Math.floor(y * scale)))
    projectInto(at, view, ahead, pose, [x, y, gentle[py * small.width + px]!])
    return [at[0]!, at[1]!]
  }
  let [bent, all] = [0, 0]
  for (const { x1, y1, x2, y2, axis } of lines) {
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (length < SHORTEST * view.width) continue
    all += length
    const [ax, ay] = place(x1, y1)
    const [bx, by] = place(x2, y2)
    const [mx, my] = place((x1 + x2) / 2, (y1 + y2) / 2)
    const off = Math.abs((bx - ax) * (my - ay) - (by - ay) * (mx - ax)) / Math.hypot(bx - ax, by - ay)
    // What was off its direction before may stay so.
    const lean = axis
      ? leanIn(view, pose, axis, [ax, ay, bx, by]) - leanOf({ x1, y1, x2, y2 }, view, axis)
      : 0
    const most = axis === view.axes[1] ? TILTED.upright : TILTED.level
    if (!(off < BENT * view.width && lean < most)) bent += length
  }
  return all > 0 ? bent / all : 0
}

/** The largest part of the moved picture, in its proportion, of which everything was seen. */
function cropOf({ view, pivot }: Relief, gentle: Float32Array, pose: Pose): Crop {
  const { width, height } = view
  const { ahead } = levelOf(view)
  const out = new Float64Array(2)
  const reach = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
  const look = (x: number, y: number) => {
    const i = Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x))
    projectInto(out, view, ahead, pose, [x, y, gentle[i]!])
  }
  for (let y = 0; y <= height; y++) {
    look(0, y)
    reach.left = Math.max(reach.left, out[0]!)
    look(width, y)
    reach.right = Math.min(reach.right, out[0]!)
  }
  for (let x = 0; x <= width; x++) {
    look(x, 0)
    reach.top = Math.max(reach.top, out[1]!)
    look(x, height)
    reach.bottom = Math.min(reach.bottom, out[1]!)
  }
  const share = Math.min(1, (reach.right - reach.left) / width, (reach.bottom - reach.top) / height)
  if (!(share > 0)) return { x: 0, y: 0, zoom: Infinity }
  // What is looked at stays in the middle, as far as it can.
  projectInto(out, view, ahead, pose, [width / 2, height / 2, 1 / pivot])
  const inside = (wish: number, from: number, to: number, half: number) =>
    Math.min(to - half, Math.max(from + half, wish))
  return {
    x: inside(out[0]!, reach.left, reach.right, (share * width) / 2) - width / 2,
    y: inside(out[1]!, reach.top, reach.bottom, (share * height) / 2) - height / 2,
    zoom: 1 / share,
  }
}

/** Whether a picture has enough for a move. */
function holds(relief: Relief, small: Relief, move: Move): boolean {
  const pose = poseOf(small.view, small.pivot, move)
  const gentle = eased(small, pose)
  return (
    cropOf(small, gentle, pose).zoom <= MOST_ZOOM &&
    drawnOut(small, pose, gentle) <= MOST_DRAWN_OUT &&
    bentLines(relief, pose, gentle, small.view) <= MOST_BENT
  )
}

/** How far the camera may go, in each direction by itself: what would have to be invented or drawn out is the limit. */
export function rangeOf(relief: Relief): ViewRange {
  const small = coarse(relief)
  const reach = (most: number, moveOf: (by: number) => Move) => {
    let step = 0
    while (step < STEPS && holds(relief, small, moveOf((most * (step + 1)) / STEPS))) step++
    return (most * step) / STEPS
  }
  return {
    left: reach(WIDEST.turn, (by) => ({ turn: -by, rise: 0, near: 0 })),
    right: reach(WIDEST.turn, (by) => ({ turn: by, rise: 0, near: 0 })),
    up: reach(WIDEST.rise, (by) => ({ turn: 0, rise: by, near: 0 })),
    down: reach(WIDEST.rise, (by) => ({ turn: 0, rise: -by, near: 0 })),
    near: reach(WIDEST.near, (by) => ({ turn: 0, rise: 0, near: by })),
  }
}

/**
 * A picture from another place.
 * @param picture what is drawn: the source, or what was made of it; its sides in the proportion of the relief's
 * @returns the picture at its own size
 */
export function viewFrom(picture: Raster, relief: Relief, move: Move): Raster {
  const { pose, crop, gentle } = cameraOf(relief, move)
  return drawFrom(picture, sourceOf(gentle, relief.view, pose, crop))
}

/**
 * The camera of a move: its pose, the part of its picture that is shown, and the relief that it sees.
 * @returns `crop` in px of the relief
 */
export function cameraOf(relief: Relief, move: Move): { pose: Pose; crop: Crop; gentle: Float32Array } {
  const pose = poseOf(relief.view, relief.pivot, move)
  const gentle = eased(relief, pose)
  return { pose, crop: cropOf(relief, gentle, pose), gentle }
}
