import type { Raster } from '#kernels/raster.ts'
import { extentOf } from '#kernels/seeing/room-box.ts'
import type { Label, Seen, Vector3, View } from '#kernels/seeing/scene.ts'
import { LEAST_SURE } from '#kernels/seeing/see.ts'
import { dot, EYE_HEIGHT, scaledView, sightLine, spotOf } from '#kernels/seeing/view.ts'
import { cornersAt, drawIn } from './inner-box.ts'
import { isPlane, type Point } from './plane.ts'
import type { Place } from './retexture.ts'

/** Least sureness of a room's box: of 36 photographs of rooms 33 have one this sure, and 29 of these are right by eye. */
const SURE_ROOM = 0.5
/** Least part of the surface that has to be named as a side of the scene: a sofa before a wall is none. */
const LEAST_SIDES = 0.5
/** Least part of the surface that makes up a floor, a ceiling or walls; less is a slip along the edge of another one. */
const LEAST_KIND = 0.05
/**
 * Clear heights that rooms have, mm: the least that homes may have (GB 50096) and what few rooms exceed. By the eye's height alone
 * those of 35 photographs of homes are 1.8 to 5.4 m, as furniture hides the foot of walls.
 */
const CLEAR_HEIGHT = [2100, 3500] as const
/** Places of the surface that are looked at, along the longer side. */
const SAMPLES = 160
/** Fewest places that tell how far a side reaches. */
const FEWEST = 8
/** Part of the places at either end of a side that do not count, as stray bits of the mask. */
const STRAY = 0.01

/**
 * A side of the scene: its points are origin + x · right + y · down, mm, in the coordinates of the scene's axes (x to the
 * right, y down, z away).
 */
interface Side {
  origin: Vector3
  right: Vector3
  down: Vector3
  /** The axis at right angles to it, as an index. */
  across: 0 | 1 | 2
}

/** The sides of a scene: a room's five, or the ground alone. */
interface Sides {
  floor: Side
  room: { ceiling: Side; back: Side; left: Side; right: Side } | null
}

/** What of a surface lies on a side. */
interface Part {
  mask: Uint8Array
  /** Places of it on the side, mm. */
  xs: number[]
  ys: number[]
}

const ALONG: Vector3 = [1, 0, 0]
const DOWN: Vector3 = [0, 1, 0]
const AWAY: Vector3 = [0, 0, 1]
const NEAR: Vector3 = [0, 0, -1]

/** The sides of a scene in mm. Walls share their y, and their x along the room, so that a pattern goes on around corners. */
function sidesOf({ view, room, setting }: Seen): Sides | null {
  const eye = 1000 * (view.eye ?? EYE_HEIGHT[setting])
  const extent = room && room.sure >= SURE_ROOM ? extentOf(view, room) : null
  if (!extent) {
    const floor: Side = { origin: [0, eye, 0], right: ALONG, down: NEAR, across: 1 }
    return view.sure < LEAST_SURE ? null : { floor, room: null }
  }
  const high = (eye * (extent.bottom - extent.top)) / extent.bottom
  const [lowest, highest] = CLEAR_HEIGHT
  const z = ((eye / extent.bottom) * Math.min(highest, Math.max(lowest, high))) / high
  const [left, top, right, bottom] = [extent.left * z, extent.top * z, extent.right * z, extent.bottom * z]
  return {
    floor: { origin: [left, bottom, z], right: ALONG, down: NEAR, across: 1 },
    room: {
      ceiling: { origin: [left, top, z], right: ALONG, down: AWAY, across: 1 },
      back: { origin: [left, top, z], right: ALONG, down: DOWN, across: 2 },
      left: { origin: [left, top, z], right: AWAY, down: DOWN, across: 0 },
      right: { origin: [right, top, z + right - left], right: NEAR, down: DOWN, across: 0 },
    },
  }
}

/** A direction in the coordinates of the camera, in those of the scene's axes. */
const inScene = ({ axes: [a, b, c] }: View, ray: Vector3): Vector3 => [dot(ray, a), dot(ray, b), dot(ray, c)]

/** What a place of a surface is by its name. */
type Kind = 'floor' | 'ceiling' | 'wall' | 'thing'

function kindOf(label: Label, isRoom: boolean): Kind {
  if (label === 'floor' || label === 'ground') return 'floor'
  if (!isRoom) return 'thing'
  if (label === 'ceiling') return 'ceiling'
  return label === 'wall' || label === 'opening' ? 'wall' : 'thing'
}

/**
 * The side that a place of the surface lies on: floor and ceiling lie on these, and in a room the rest on a wall.
 * @param slope how far to the right it is for one step away
 */
function sideAt({ floor, room }: Sides, slope: number, kind: Kind): Side | null {
  if (kind === 'floor') return floor
  if (!room) return null
  const { ceiling, back, left, right } = room
  if (kind === 'ceiling') return ceiling
  const reach = slope * back.origin[2]
  if (left.origin[0] < 0 && reach < left.origin[0]) return left
  return right.origin[0] > 0 && reach > right.origin[0] ? right : back
}

/** What a surface is at each of its places; null where most of it is no side of the scene. */
function kindsOf(
  mask: Uint8Array,
  { width, height }: Raster,
  seen: Seen,
  isRoom: boolean,
): ((x: number, y: number) => Kind) | null {
  const across = Int32Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * seen.width) / width))
  const down = Int32Array.from({ length: height }, (_, y) => Math.floor(((y + 0.5) * seen.height) / height))
  const kinds = seen.regions.map(({ label }) => kindOf(label, isRoom))
  const at = (x: number, y: number) => kinds[seen.map[down[y]! * seen.width + across[x]!]!]!
  const counts: Record<Kind, number> = { floor: 0, ceiling: 0, wall: 0, thing: 0 }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (mask[y * width + x]! >= 128) counts[at(x, y)]++
  const sides = counts.floor + counts.ceiling + counts.wall
  if (sides < LEAST_SIDES * (sides + counts.thing)) return null
  const main = (['wall', 'floor', 'ceiling'] as const).reduce((p, q) => (counts[q] > counts[p] ? q : p))
  const isSlip = (kind: Kind) => kind !== 'thing' && counts[kind] < LEAST_KIND * sides
  return (x, y) => {
    const kind = at(x, y)
    return isSlip(kind) ? main : kind
  }
}

/** Where a ray meets a side, mm; null where it does not. */
function placeOn({ origin, right, down, across }: Side, ray: Vector3): Point | null {
  const far = origin[across] / ray[across]
  if (!(far > 0)) return null
  const from: Vector3 = [far * ray[0] - origin[0], far * ray[1] - origin[1], far * ray[2] - origin[2]]
  return { x: dot(from, right), y: dot(from, down) }
}

/** The parts of a surface by the sides that they lie on. */
function partsOf(
  { width, height }: Raster,
  mask: Uint8Array,
  view: View,
  sides: Sides,
  kindAt: (x: number, y: number) => Kind,
): Map<Side, Part> {
  const parts = new Map<Side, Part>()
  const step = Math.max(1, Math.round(Math.max(width, height) / SAMPLES))
  for (let y = 0; y < height; y++) {
    const [first, , ahead] = inScene(view, sightLine(view, 0.5, y + 0.5))
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (mask[i] === 0) continue
      // One pixel to the right is one step along the camera's first axis.
      const slope = (first + x * view.axes[0][0]) / Math.max(1e-6, ahead + x * view.axes[2][0])
      const side = sideAt(sides, slope, kindAt(x, y))
      if (!side) continue
      const part = parts.get(side) ?? { mask: new Uint8Array(mask.length), xs: [], ys: [] }
      parts.set(side, part)
      part.mask[i] = mask[i]!
      if (x % step > 0 || y % step > 0 || mask[i]! < 128) continue
      const place = placeOn(side, inScene(view, sightLine(view, x + 0.5, y + 0.5)))
      if (!place) continue
      part.xs.push(place.x)
      part.ys.push(place.y)
    }
  }
  return parts
}

/** A rectangle of a side in the picture, as far as the part on it reaches; null where that is too little to tell. */
function placeOf({ mask, xs, ys }: Part, side: Side, view: View): Place | null {
  if (xs.length < FEWEST) return null
  xs.sort((p, q) => p - q)
  ys.sort((p, q) => p - q)
  const at = (list: readonly number[], part: number) => list[Math.round(part * (list.length - 1))]!
  const [x, y] = [at(xs, 0.5), at(ys, 0.5)]
  const [a, b, c] = view.axes
  const spotAt = (dx: number, dy: number): Point => {
    const [u, v, w] = [0, 1, 2].map(
      (k) => side.origin[k]! + (x + dx) * side.right[k]! + (y + dy) * side.down[k]!,
    ) as [number, number, number]
    const point = [0, 1, 2].map((k) => u * a[k]! + v * b[k]! + w * c[k]!) as [number, number, number]
    // What lies behind the camera is drawn in.
    return spotOf(view, point) ?? { x: -1, y: -1 }
  }
  const extent = {
    left: at(xs, STRAY) - x,
    right: at(xs, 1 - STRAY) - x,
    top: at(ys, STRAY) - y,
    bottom: at(ys, 1 - STRAY) - y,
  }
  const inner = drawIn(extent, spotAt, view.width, view.height)
  const corners = cornersAt(spotAt, inner)
  if (!isPlane(corners)) return null
  const [widthMm, heightMm] = [inner.right - inner.left, inner.bottom - inner.top]
  return { corners, widthMm, heightMm, origin: { x: -(x + inner.left), y: -(y + inner.top) }, mask }
}

/**
 * The planes of a surface by the scene that is seen: in a room floor, ceiling and walls, each for itself, so that a pattern goes on
 * around the corners of walls; elsewhere the ground.
 * @param mask 0..255 a pixel, as large as the photograph
 * @returns the largest first, sizes by the eye's height; null where the camera is not sure, or most of the surface is no side of
 *   the scene
 */
export function placesInScene(photo: Raster, mask: Uint8Array, seen: Seen): Place[] | null {
  const sides = sidesOf(seen)
  const kindAt = sides && kindsOf(mask, photo, seen, sides.room !== null)
  if (!kindAt) return null
  const view = scaledView(seen.view, photo.width, photo.height)
  const found = [...partsOf(photo, mask, view, sides, kindAt)].flatMap(([side, part]) => {
    const place = placeOf(part, side, view)
    return place ? [{ ...place, samples: part.xs.length, mask: part.mask }] : []
  })
  found.sort((p, q) => q.samples - p.samples)
  const [largest] = found
  if (!largest) return null
  // What is on no side, or too small to tell where it lies, goes with the largest.
  for (const [i, value] of mask.entries())
    if (value > 0 && !found.some((place) => place.mask[i]! > 0)) largest.mask[i] = value
  return found
}
