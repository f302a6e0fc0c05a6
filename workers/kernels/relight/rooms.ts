import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Plane } from '#kernels/raster.ts'
import { type Copy, type Patch, patchesOf, planeOf } from './copy.ts'

/** Luma from which a part of a room may be daylight seen through a window. */
const DAYLIGHT = 0.93
/** Luma from which a small spot may be a lamp. */
const LAMP = 0.92
/** Part of the picture that an opening covers at least. */
const OPENING = 0.006
/** Most that a lamp covers. */
const LARGEST_LAMP = 0.015

/** Openings to the outside and lamps of a room, 0..1 at the size of the copy. */
export interface Room {
  openings: Plane
  lamps: Plane
  /** Part of the picture that openings cover. */
  part: number
}

/** Light on a floor lies low and flat; a window stands and begins in the upper part. */
function isOpening(patch: Patch, burnt: Float32Array, { width, height }: Copy): boolean {
  const high = patch.bottom - patch.top + 1
  const wide = patch.right - patch.left + 1
  const light = patch.pixels.reduce((sum, i) => sum + burnt[i]!, 0)
  return light > OPENING * width * height && patch.top < 0.45 * height && wide < 3.5 * high
}

/** Where daylight burns out, as regions with wide soft edges: what is not as bright in them is left alone later. */
function findOpenings(copy: Copy): Plane {
  const { width, height, luma, r, b } = copy
  const burnt = luma.map((value, i) => (value > DAYLIGHT && r[i]! - b[i]! < 0.05 ? 1 : 0))
  const density = burnt.slice()
  const spare = new Float32Array(luma.length)
  for (let pass = 0; pass < 2; pass++) boxBlur(density, width, height, Math.round(0.02 * width), spare)
  const openings = planeOf(copy)
  const label = Uint8Array.from(density, (value) => (value > 0.12 ? 1 : 0))
  for (const patch of patchesOf(label, width)) {
    if (!isOpening(patch, burnt, copy)) continue
    for (const i of patch.pixels) openings.data[i] = Math.min(1, (density[i]! - 0.12) / 0.25)
  }
  return openings
}

/** A lamp is compact, far brighter than what is around it, and not part of a window. */
function isLamp(patch: Patch, { width, height, luma }: Copy, near: Float32Array): boolean {
  const { pixels, left, right, top, bottom } = patch
  if (pixels.length < 12 || pixels.length > LARGEST_LAMP * luma.length || bottom > 0.62 * height) return false
  const [wide, high] = [right - left + 1, bottom - top + 1]
  if (pixels.length < 0.5 * wide * high && Math.min(wide, high) > 5) return false
  let [sum, count] = [0, 0]
  for (let y = Math.max(0, top - high); y <= Math.min(height - 1, bottom + high); y += 2) {
    for (let x = Math.max(0, left - wide); x <= Math.min(width - 1, right + wide); x += 2) {
      const i = y * width + x
      if (near[i]! > 0.01) return false
      if (luma[i]! > LAMP) continue
      sum += luma[i]!
      count++
    }
  }
  return count > 0 && sum / count < 0.75
}

/** Finds the openings of a room, where daylight burns out, and its lamps, which are small and as bright. */
export function readRoom(copy: Copy): Room {
  const { width, height, luma } = copy
  const openings = findOpenings(copy)
  const lamps = planeOf(copy)
  const part = openings.data.reduce((sum, value) => sum + value, 0) / luma.length
  const bright = Uint8Array.from(luma, (value) => (value > LAMP ? 1 : 0))
  for (const patch of patchesOf(bright, width))
    if (isLamp(patch, copy, openings.data)) for (const i of patch.pixels) lamps.data[i] = 1
  boxBlur(lamps.data, width, height, 1, new Float32Array(luma.length))
  return { openings, lamps, part }
}
