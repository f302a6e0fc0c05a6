import type { Matrix3 } from '#kernels/lines/homography.ts'
import { project } from '#kernels/lines/homography.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Surface3, View } from '#kernels/seeing/scene.ts'
import { pictureToPlane, planeToPicture } from '#kernels/seeing/view.ts'

/** A place of a sheet that shows the side itself. */
export const KNOWN = 1
/** A place that is to be filled. */
export const HOLE = 2
/** A place that shows something else: a window, a door, a picture. Places that are not seen at all are 0. */
export const FOREIGN = 3

/** A side of the room looked at from straight ahead: only the part around what is to be filled. */
export interface Sheet {
  width: number
  height: number
  /** Sheet pixels a metre. */
  scale: number
  /** Place of the sheet's upper left corner on the plane, metres along planeAxes. */
  left: number
  top: number
  /** From the picture's px to metres on the plane. */
  toPlane: Matrix3
  /** Encoded colours, three values a pixel, 0..255; 0 where nothing is known. */
  rgb: Float32Array
  /** KNOWN, HOLE, FOREIGN, or 0 where nothing is seen, for each pixel. */
  state: Uint8Array
}

/** Most pixels of a sheet: six rooms of photographs of 1,024 px look the same with 420,000, which take a quarter longer to fill. */
const MOST_PIXELS = 150_000
/** What is looked at beyond the hole, in parts of the hole's longer side, and at least in metres. */
const MARGIN = 0.6
const LEAST_MARGIN = 0.6
/** Every so many pixels of the picture one is looked at to find how large the sheet has to be. */
const STRIDE = 3

/** Which part of a picture is looked at. */
export interface Where {
  sides: Uint8Array
  side: number
  mask: Uint8Array
  foreign: Uint8Array
}

interface Extent {
  left: number
  top: number
  right: number
  bottom: number
}

const nothing = (): Extent => ({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity })

function include(extent: Extent, u: number, v: number): void {
  if (u < extent.left) extent.left = u
  if (u > extent.right) extent.right = u
  if (v < extent.top) extent.top = v
  if (v > extent.bottom) extent.bottom = v
}

interface Reach {
  hole: Extent
  seen: Extent
  /** Picture pixels a metre at the places of the hole, in rising order. */
  scales: number[]
}

/** How much of a plane is seen and how much of it has to be filled. */
function reachOf(toPlane: Matrix3, sides: Uint8Array, side: number, mask: Uint8Array, width: number): Reach {
  const reach: Reach = { hole: nothing(), seen: nothing(), scales: [] }
  const height = sides.length / width
  for (let y = 0; y < height; y += STRIDE) {
    for (let x = 0; x < width; x += STRIDE) {
      const i = y * width + x
      if (sides[i] !== side) continue
      const { x: u, y: v, w } = project(toPlane, x + 0.5, y + 0.5)
      if (w <= 0) continue
      include(reach.seen, u, v)
      if (mask[i]! <= 127) continue
      include(reach.hole, u, v)
      const right = project(toPlane, x + 1.5, y + 0.5)
      const down = project(toPlane, x + 0.5, y + 1.5)
      const area = Math.abs((right.x - u) * (down.y - v) - (right.y - v) * (down.x - u))
      if (area > 0) reach.scales.push(1 / Math.sqrt(area))
    }
  }
  reach.scales.sort((a, b) => a - b)
  return reach
}

/** The part of the plane to look at: the hole and its surroundings, as far as they are seen. */
function frameOf({ hole, seen }: Reach): Extent {
  const margin = Math.max(LEAST_MARGIN, MARGIN * Math.max(hole.right - hole.left, hole.bottom - hole.top))
  return {
    left: Math.max(seen.left, hole.left - margin),
    top: Math.max(seen.top, hole.top - margin),
    right: Math.min(seen.right, hole.right + margin),
    bottom: Math.min(seen.bottom, hole.bottom + margin),
  }
}

function sampleInto(out: Float32Array, at: number, { width, data }: Raster, x: number, y: number): void {
  const [px, py] = [x - 0.5, y - 0.5]
  const height = data.length / 4 / width
  const x0 = Math.min(width - 1, Math.max(0, Math.floor(px)))
  const y0 = Math.min(height - 1, Math.max(0, Math.floor(py)))
  const x1 = Math.min(width - 1, x0 + 1)
  const y1 = Math.min(height - 1, y0 + 1)
  const fx = Math.min(1, Math.max(0, px - x0))
  const fy = Math.min(1, Math.max(0, py - y0))
  for (let c = 0; c < 3; c++) {
    const top = data[4 * (y0 * width + x0) + c]! * (1 - fx) + data[4 * (y0 * width + x1) + c]! * fx
    const bottom = data[4 * (y1 * width + x0) + c]! * (1 - fx) + data[4 * (y1 * width + x1) + c]! * fx
    out[at + c] = top * (1 - fy) + bottom * fy
  }
}

/**
 * Looks straight at the part of a room's side that has a hole.
 * @param sides as sidesOf tells
 * @param side which of them
 * @param mask width·height values; above 127 is the hole
 * @param foreign 1 where something else than the side shows for certain
 * @returns null when the side has no hole
 */
export function unroll(
  picture: Raster,
  view: View,
  surface: Surface3,
  { sides, side, mask, foreign }: Where,
): Sheet | null {
  const toPlane = pictureToPlane(view, surface)
  const reach = reachOf(toPlane, sides, side, mask, picture.width)
  if (reach.scales.length === 0) return null
  const { left, top, right, bottom } = frameOf(reach)
  const wanted = reach.scales[Math.floor(0.8 * (reach.scales.length - 1))]!
  const area = Math.max(1e-6, (right - left) * (bottom - top))
  const scale = Math.min(wanted, Math.sqrt(MOST_PIXELS / area))
  const width = Math.max(8, Math.ceil((right - left) * scale))
  const height = Math.max(8, Math.ceil((bottom - top) * scale))
  const sheet: Sheet = {
    width,
    height,
    scale,
    left,
    top,
    toPlane,
    rgb: new Float32Array(3 * width * height),
    state: new Uint8Array(width * height),
  }
  const toPicture = planeToPicture(view, surface)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const at = project(toPicture, left + (x + 0.5) / scale, top + (y + 0.5) / scale)
      const [px, py] = [Math.floor(at.x), Math.floor(at.y)]
      if (at.w <= 0 || px < 0 || py < 0 || px >= picture.width || py >= picture.height) continue
      const from = py * picture.width + px
      if (sides[from] !== side) continue
      sheet.state[i] = mask[from]! > 127 ? HOLE : foreign[from] ? FOREIGN : KNOWN
      if (sheet.state[i] !== HOLE) sampleInto(sheet.rgb, 3 * i, picture, at.x, at.y)
    }
  }
  return sheet
}
