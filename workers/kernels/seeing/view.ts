import type { Matrix3 } from '#kernels/lines/homography.ts'
import type { Setting, Spot, Surface3, Vector3, View } from './scene.ts'

/** Height of the eye over the ground that is assumed, metres. */
export const EYE_HEIGHT: Readonly<Record<Setting, number>> = { indoors: 1.5, outdoors: 1.6, above: 40 }

/** Focal length of a usual picture, in longer sides: 28 mm on film outdoors, 24 mm in rooms, 35 mm from above. */
const USUAL_FOCAL: Readonly<Record<Setting, number>> = { indoors: 0.72, outdoors: 0.8, above: 1 }

/** Pitch downwards of a usual picture from above, radians. */
const USUAL_PITCH = (32 * Math.PI) / 180

/** Inner product. */
export function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Vector product a × b. */
export function crossed(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** A vector of the same direction and length 1; (0, 0, 1) for a vector of no length. */
export function unit(v: Vector3): Vector3 {
  const size = Math.hypot(v[0], v[1], v[2])
  return size > 1e-12 ? [v[0] / size, v[1] / size, v[2] / size] : [0, 0, 1]
}

/** Picture of a usual camera: what is assumed where no lines tell. `sure` is 0. */
export function usualView(width: number, height: number, setting: Setting): View {
  const pitch = setting === 'above' ? USUAL_PITCH : 0
  const [c, s] = [Math.cos(pitch), Math.sin(pitch)]
  return {
    width,
    height,
    focal: USUAL_FOCAL[setting] * Math.max(width, height),
    axes: [
      [1, 0, 0],
      [0, c, s],
      [0, -s, c],
    ],
    sure: 0,
  }
}

/** The same camera for a copy of the picture of another size. */
export function scaledView(view: View, width: number, height: number): View {
  const scale = Math.max(width, height) / Math.max(view.width, view.height)
  return { ...view, width, height, focal: view.focal * scale, shift: (view.shift ?? 0) * scale }
}

/** Height of the principal point in the picture, px. */
function middleOf({ height, shift = 0 }: View): number {
  return height / 2 + shift
}

/** From the camera through a place of the picture (px), one focal length (px) ahead, in the camera's coordinates. */
export function sightLine(view: View, x: number, y: number): Vector3 {
  return [x - view.width / 2, y - middleOf(view), view.focal]
}

/** Unit vector, in the camera's coordinates, from the camera through a place of the picture (px). */
export function rayOf(view: View, x: number, y: number): Vector3 {
  const dx = x - view.width / 2
  const dy = y - middleOf(view)
  const size = Math.sqrt(dx * dx + dy * dy + view.focal * view.focal)
  return [dx / size, dy / size, view.focal / size]
}

/** Where a point of the scene (camera's coordinates) is in the picture, px; null when it is not in front. */
export function spotOf(view: View, point: Vector3): Spot | null {
  if (point[2] <= 1e-9) return null
  return {
    x: view.width / 2 + (view.focal * point[0]) / point[2],
    y: middleOf(view) + (view.focal * point[1]) / point[2],
  }
}

/**
 * Where the scene's lines of one direction meet, px; null when they are parallel in the picture. Points further off
 * than a million pixels count as parallel.
 */
export function vanishingSpot(view: View, direction: Vector3): Spot | null {
  const at = direction[2] < 0 ? ([-direction[0], -direction[1], -direction[2]] as const) : direction
  const spot = spotOf(view, at)
  return spot && Math.abs(spot.x) + Math.abs(spot.y) < 1e6 ? spot : null
}

/** Height in the picture, px, of the horizon over a column; ±Infinity when the horizon stands upright. */
export function horizonAt(view: View, x: number): number {
  const [a, b, c] = view.axes[1]
  return middleOf(view) - (a * (x - view.width / 2) + c * view.focal) / b
}

/**
 * The camera of a model that stands free. Where the horizon lies above the picture, its eye is higher than all that is shown, and
 * taken to be as many times higher than a walker's as it is lower than a bird's: 8 m, over two storeys.
 */
export function viewOfFree(view: View): View {
  const eye = Math.sqrt(EYE_HEIGHT.outdoors * EYE_HEIGHT.above)
  return horizonAt(view, view.width / 2) < 0 ? { ...view, eye } : view
}

/** The ground (or the floor) under a camera. */
export function groundOf({ axes: [, [x, y, z]], eye }: View, setting: Setting): Surface3 {
  return { normal: [-x, -y, -z], distance: -(eye ?? EYE_HEIGHT[setting]) }
}

/** Plane with this normal through a point; its normal is turned towards the camera. */
export function surfaceThrough(normal: Vector3, point: Vector3): Surface3 {
  const n = unit(normal)
  const distance = dot(n, point)
  return distance <= 0 ? { normal: n, distance } : { normal: [-n[0], -n[1], -n[2]], distance: -distance }
}

/** Way along a unit ray to a plane, metres; Infinity where the ray never meets its front. */
export function distanceAlong(surface: Surface3, ray: Vector3): number {
  const towards = dot(surface.normal, ray)
  return towards < -1e-9 ? surface.distance / towards : Infinity
}

/** Point of a plane that a place of the picture shows, metres; null beyond the plane's horizon. */
export function pointAt(view: View, surface: Surface3, x: number, y: number): Vector3 | null {
  const ray = rayOf(view, x, y)
  const far = distanceAlong(surface, ray)
  return Number.isFinite(far) ? [ray[0] * far, ray[1] * far, ray[2] * far] : null
}

/**
 * Directions on a plane, unit vectors at right angles: to the right and down as it is seen from the front. Down is
 * the way water would run; on a floor it is towards the camera, on a ceiling away from it.
 */
export function planeAxes(view: View, { normal }: Surface3): { across: Vector3; down: Vector3 } {
  const [, ground, away] = view.axes
  const steep = dot(normal, ground)
  const sign = steep < 0 ? -1 : 1
  const lead: Vector3 =
    Math.abs(steep) > 0.99 ? [sign * away[0], sign * away[1], sign * away[2]] : view.axes[1]
  const along = dot(lead, normal)
  const down = unit([lead[0] - along * normal[0], lead[1] - along * normal[1], lead[2] - along * normal[2]])
  return { across: crossed(normal, down), down }
}

/**
 * Homography from a plane to the picture: (u, v) metres along planeAxes from the point nearest to the camera (so that
 * on walls v is 0 at the eye's height) to px. Its third coordinate is the depth in metres, > 0 in front of the camera.
 */
export function planeToPicture(view: View, surface: Surface3): Matrix3 {
  const { across, down } = planeAxes(view, surface)
  const { focal, width } = view
  const middle = middleOf(view)
  const [nx, ny, nz] = surface.normal
  const d = surface.distance
  const column = (v: Vector3) => [focal * v[0] + (width / 2) * v[2], focal * v[1] + middle * v[2], v[2]]
  const [a, b, c] = [column(across), column(down), column([nx * d, ny * d, nz * d])] as [
    number[],
    number[],
    number[],
  ]
  return [a[0]!, b[0]!, c[0]!, a[1]!, b[1]!, c[1]!, a[2]!, b[2]!, c[2]!]
}

/** The inverse of planeToPicture: px to metres on the plane; w ≤ 0 beyond the plane's horizon. */
export function pictureToPlane(view: View, surface: Surface3): Matrix3 {
  const { across, down } = planeAxes(view, surface)
  const { focal, width } = view
  const middle = middleOf(view)
  const row = (v: Vector3, by: number): [number, number, number] => [
    v[0] * by,
    v[1] * by,
    (v[2] * focal - (v[0] * width) / 2 - v[1] * middle) * by,
  ]
  return [...row(across, 1), ...row(down, 1), ...row(surface.normal, 1 / surface.distance)]
}
