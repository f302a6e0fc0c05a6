import { type Frame, frameOf, refineFrame } from './axes.ts'
import type { RoomBox, Spot, Surface3, Vector3, View } from './scene.ts'
import { dot, EYE_HEIGHT, rayOf, spotOf, surfaceThrough } from './view.ts'

/** The back wall on the plane at distance 1 along the view's third axis; x to the right and y down from the axis. */
export interface Extent {
  left: number
  top: number
  right: number
  bottom: number
}

/** The room's five planes. */
export interface RoomPlanes {
  floor: Surface3
  ceiling: Surface3
  back: Surface3
  left: Surface3
  right: Surface3
}

/** Least cosine to the third axis: places beyond are not on a plane in front. */
const LEAST_AHEAD = 0.02

/** Where a place of the picture is on the plane at distance 1 along the third axis; null beside or behind. */
export function backPlace(view: View, x: number, y: number): { x: number; y: number } | null {
  const ray = rayOf(view, x, y)
  const ahead = dot(ray, view.axes[2])
  if (ahead < LEAST_AHEAD) return null
  return { x: dot(ray, view.axes[0]) / ahead, y: dot(ray, view.axes[1]) / ahead }
}

/** Where a place on that plane is in the picture, px; null behind the camera. */
export function backSpot(view: View, x: number, y: number): Spot | null {
  const [a, b, c] = view.axes
  return spotOf(view, [x * a[0] + y * b[0] + c[0], x * a[1] + y * b[1] + c[1], x * a[2] + y * b[2] + c[2]])
}

/** The picture's spot of a box's corner; corners too far aside are drawn in to where they are in front. */
function cornerSpot(view: View, x: number, y: number): Spot {
  let by = 1
  for (let k = 0; k < 40; k++) {
    const spot = backSpot(view, x * by, y * by)
    if (spot && Math.abs(spot.x) < 50 * view.width && Math.abs(spot.y) < 50 * view.height) return spot
    by *= 0.9
  }
  return { x: view.width / 2, y: view.height / 2 }
}

/** A box whose back wall has this extent. */
export function boxOfExtent(view: View, { left, top, right, bottom }: Extent, sure: number): RoomBox {
  return {
    back: [
      cornerSpot(view, left, top),
      cornerSpot(view, right, top),
      cornerSpot(view, right, bottom),
      cornerSpot(view, left, bottom),
    ],
    vanishing: cornerSpot(view, 0, 0),
    sure,
  }
}

/** A room whose back wall stands in the middle of the picture: what is drawn on where none was found. */
export function usualBox(view: View): RoomBox {
  const [x, y] = [(0.28 * view.width) / view.focal, (0.24 * view.height) / view.focal]
  return boxOfExtent(view, { left: -x, right: x, top: -y, bottom: y }, 0)
}

/** Extent of a box's back wall: the mean of what its corners say; null when a corner is not in front. */
export function extentOf(view: View, { back }: RoomBox): Extent | null {
  const at = back.map(({ x, y }) => backPlace(view, x, y))
  const [a, b, c, d] = at
  if (!a || !b || !c || !d) return null
  const extent = {
    left: (a.x + d.x) / 2,
    top: (a.y + b.y) / 2,
    right: (b.x + c.x) / 2,
    bottom: (c.y + d.y) / 2,
  }
  return extent.left < extent.right && extent.top < extent.bottom && extent.bottom > 1e-4 ? extent : null
}

/**
 * The planes of a room in metres.
 * @param eye height of the camera over the floor
 * @returns null when the corners are no box in front of the camera that has its floor under the eye
 */
export function planesOfBox(view: View, box: RoomBox, eye = EYE_HEIGHT.indoors): RoomPlanes | null {
  const extent = extentOf(view, box)
  if (!extent) return null
  const depth = eye / extent.bottom
  const [across, down, away] = view.axes
  const facing = (direction: Vector3, sign: 1 | -1, distance: number): Surface3 => ({
    normal: [-sign * direction[0], -sign * direction[1], -sign * direction[2]],
    distance: -Math.abs(distance) * depth,
  })
  return {
    floor: facing(down, 1, extent.bottom),
    ceiling: facing(down, -1, Math.max(0, -extent.top)),
    back: surfaceThrough(away, [away[0] * depth, away[1] * depth, away[2] * depth]),
    left: facing(across, -1, Math.max(0, -extent.left)),
    right: facing(across, 1, Math.max(0, extent.right)),
  }
}

/** The box that five planes make; the inverse of planesOfBox. */
export function boxOfPlanes(view: View, planes: RoomPlanes, sure: number): RoomBox {
  const depth = -planes.back.distance
  const extent = {
    left: planes.left.distance / depth,
    top: planes.ceiling.distance / depth,
    right: -planes.right.distance / depth,
    bottom: -planes.floor.distance / depth,
  }
  return boxOfExtent(view, extent, sure)
}

/** A box after a corner of its back wall was dragged: its edges keep their directions. */
export function dragCorner(view: View, box: RoomBox, corner: 0 | 1 | 2 | 3, to: Spot): RoomBox {
  const extent = extentOf(view, box)
  const place = backPlace(view, to.x, to.y)
  if (!extent || !place) return box
  const least = 0.01
  if (corner === 0 || corner === 3) extent.left = Math.min(place.x, extent.right - least)
  else extent.right = Math.max(place.x, extent.left + least)
  if (corner < 2) extent.top = Math.min(place.y, extent.bottom - least)
  else extent.bottom = Math.max(place.y, Math.max(0.01, extent.top + least))
  return boxOfExtent(view, extent, 1)
}

/** A box in parts of the picture's sides, in px of a copy of it. */
export function roomInPixels(
  { back, vanishing }: Pick<RoomBox, 'back' | 'vanishing'>,
  { width, height }: { width: number; height: number },
): RoomBox {
  const spot = ({ x, y }: Spot): Spot => ({ x: x * width, y: y * height })
  const [a, b, c, d] = back
  return { back: [spot(a), spot(b), spot(c), spot(d)], vanishing: spot(vanishing), sure: 1 }
}

/** Error that a user's edge may have, radians: enough to belong to its axis wherever it was dragged. */
const LOOSE = 0.12
/** An edge that is drawn by hand is meant: it counts against what is usual like so many of a picture's. */
const MEANT = 100

/**
 * The camera that a box tells which was drawn by hand: the eight edges' directions and, where they do not tell, the
 * camera before. What the box then is in it, is boxOfExtent of its extentOf.
 */
export function viewOfBox(before: View, { back, vanishing }: RoomBox): View {
  const side = Math.max(before.width, before.height)
  const habit = { focal: before.focal / side, focalSpread: 0.15, roll: 0.1, pitch: 0, pitchSpread: 0.4 }
  const far = back.map(({ x, y }) => ({ x: 2 * x - vanishing.x, y: 2 * y - vanishing.y }))
  const edges = back.flatMap((spot, i) => [[spot, back[(i + 1) % 4]!] as const, [spot, far[i]!] as const])
  const strokes = edges.map(([from, to]) => {
    const length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y))
    return {
      x: ((from.x + to.x) / 2 - before.width / 2) / side,
      y: ((from.y + to.y) / 2 - before.height / 2 - (before.shift ?? 0)) / side,
      dx: (to.x - from.x) / length,
      dy: (to.y - from.y) / length,
      length: length / side,
      blur: LOOSE,
    }
  })
  const start: Frame = { focal: habit.focal, axes: before.axes }
  const { frame } = refineFrame(strokes, start, habit, MEANT)
  const { focal, axes } = frameOf(frame.focal, frame.axes[1], frame.axes[0])
  return { ...before, focal: focal * side, axes, sure: 1 }
}

/**
 * Camera and box of a room that was drawn by hand over another camera: the box as the camera that it tells sees it.
 * @returns null when its corners are no box in front of that camera
 */
export function settleRoom(before: View, drawn: RoomBox): { view: View; box: RoomBox } | null {
  const view = viewOfBox(before, drawn)
  const extent = extentOf(view, drawn)
  return extent && { view, box: boxOfExtent(view, extent, 1) }
}
