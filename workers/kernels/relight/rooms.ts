import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Plane } from '#kernels/raster.ts'
import { type Copy, type Patch, patchesOf, planeOf } from './copy.ts'

/** Luma from which a part of a room may be daylight seen through a window. */
const DAYLIGHT = 0.93
/** Luma from which a small spot may be a lamp. */
const LAMP = 0.9
/** Part of the picture that an opening covers at least. */
const OPENING = 0.006
/** Most that a lamp covers. */
const LARGEST_LAMP = 0.006

/** Openings to the outside and lamps of a room, 0..1 at the size of the copy. */
export interface Room {
  openings: Plane
  lamps: Plane
  /** Part of the picture that openings cover. */
  part: number
}

/** Grows what is marked by `radius` and then shrinks it again, so that leaves and bars before the light close. */
function close(label: Uint8Array, width: number, height: number, radius: number): Float32Array {
  const plane = Float32Array.from(label)
  const spare = new Float32Array(plane.length)
  boxBlur(plane, width, height, radius, spare)
  for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! > 0.02 ? 0 : 1
  boxBlur(plane, width, height, radius, spare)
  for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! > 0.02 ? 0 : 1
  return plane
}

function mark(copy: Copy, least: number, warmest: number): Uint8Array {
  const label = new Uint8Array(copy.luma.length)
  for (let i = 0; i < label.length; i++)
    if (copy.luma[i]! > least && copy.r[i]! - copy.b[i]! < warmest) label[i] = 1
  return label
}

/** Light on a floor lies low and flat; a window stands and begins in the upper part. */
function isOpening(patch: Patch, { width, height }: Copy): boolean {
  const high = patch.bottom - patch.top + 1
  const wide = patch.right - patch.left + 1
  return patch.pixels.length > OPENING * width * height && patch.top < 0.5 * height && wide < 3.5 * high
}

/**
 * Finds the openings of a room, where daylight burns out, and its lamps, which are small and as bright.
 */
export function readRoom(copy: Copy): Room {
  const { width, height } = copy
  const openings = planeOf(copy)
  const lamps = planeOf(copy)
  const light = new Uint8Array(width * height)
  for (const patch of patchesOf(mark(copy, DAYLIGHT, 0.05), width))
    if (isOpening(patch, copy)) for (const i of patch.pixels) light[i] = 1
  const closed = close(light, width, height, Math.max(2, Math.round(0.008 * width)))
  const part = closed.reduce((sum, value) => sum + value, 0) / closed.length
  openings.data.set(closed)
  for (const { pixels, bottom } of patchesOf(mark(copy, LAMP, 0.6), width)) {
    if (pixels.length < 12 || pixels.length > LARGEST_LAMP * light.length || bottom > 0.62 * height) continue
    for (const i of pixels) if (!closed[i]) lamps.data[i] = 1
  }
  const spare = new Float32Array(light.length)
  for (const { data } of [openings, lamps]) boxBlur(data, width, height, 1, spare)
  return { openings, lamps, part }
}
