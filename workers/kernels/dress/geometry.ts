import type { Matrix3 } from '#kernels/lines/homography.ts'
import type { Region, Seen, Spot, Surface3, Vector3, View } from '#kernels/seeing/scene.ts'
import { crossed, dot, groundOf, pictureToPlane, rayOf, scaledView, unit } from '#kernels/seeing/view.ts'

/** What stands farther is as far, metres. */
export const FARTHEST = 300

/** A place or direction by its metres to the right, up and away from the camera, in the camera's coordinates. */
export const inScene = ({ right, up, away }: Geometry, r: number, u: number, a: number): Vector3 => [
  r * right[0] + u * up[0] + a * away[0],
  r * right[1] + u * up[1] + a * away[1],
  r * right[2] + u * up[2] + a * away[2],
]

/** Every region's plane, and how far away each pixel is. */
export interface Geometry {
  view: View
  /** Towards the zenith, and level to the right and away from the camera; unit vectors. */
  up: Vector3
  right: Vector3
  away: Vector3
  ground: Surface3
  /** Plane of each region; what has none stands upright at its foot. Null for the sky. */
  planes: readonly (Surface3 | null)[]
  /** From the picture, px, to metres on each region's plane. */
  laid: readonly (Matrix3 | null)[]
  /** Depth along the optical axis, metres. */
  depth: Float32Array
}

/** Lowest pixel of each region: what has no plane of its own stands there. */
function feetOf(map: Uint16Array, width: number, count: number): Int32Array {
  const feet = new Int32Array(count).fill(-1)
  for (let i = map.length - 1; i >= 0; i--) {
    const id = map[i]!
    if (feet[id] === -1) feet[id] = i
  }
  for (let id = 0; id < count; id++) if (feet[id]! < 0) feet[id] = width >> 1
  return feet
}

/** Depth of a plane at a pixel, metres. */
function planeDepth(view: View, ground: Surface3, x: number, y: number): number {
  const ray = rayOf(view, x + 0.5, y + 0.5)
  const towards = dot(ground.normal, ray)
  const far = towards < -1e-6 ? (ground.distance / towards) * ray[2] : FARTHEST
  return Math.min(FARTHEST, Math.max(0.5, far))
}

/** How many things stand on each other at most. */
const MOST_STACKED = 8
/** Gap that a line of a drawing may leave under a foot, px. */
const GAP = 3

/**
 * Where a region without a plane stands: what is under its foot tells. A cushion stands where its sofa does, a picture
 * hangs on its wall, a tree over a wall stands behind it, and the rest stands on the ground.
 */
function standing(
  seen: Seen,
  map: Uint16Array,
  view: View,
  ground: Surface3,
  feet: Int32Array,
  start: number,
  level: Vector3,
): Surface3 {
  const { width, height } = view
  let id = start
  for (let steps = 0; steps < MOST_STACKED; steps++) {
    const foot = feet[id]!
    const [x, y] = [foot % width, Math.floor(foot / width)]
    const under = map[Math.min(height - 1, y + GAP) * width + x]!
    const below = seen.regions[under]
    const stacked = below && under !== id && !below.plane && below.label !== 'sky'
    if (stacked && feet[under]! > foot) {
      id = under
      continue
    }
    const flat = below?.plane && dot(below.plane.normal, ground.normal) > 0.6
    const upright = below?.plane && Math.abs(dot(below.plane.normal, ground.normal)) < 0.4
    if (below?.plane && upright && seen.regions[start]!.label !== 'vegetation') return below.plane
    const on = (flat || upright) && below?.plane ? below.plane : ground
    const far = planeDepth(view, on, x, Math.min(height - 1, y + 1)) * (upright ? 1.05 : 1)
    return { normal: level, distance: level[2] * far }
  }
  return { normal: level, distance: level[2] * planeDepth(view, ground, feet[start]! % width, height - 1) }
}

/** Whether an upright plane is nowhere to be seen at a place of the picture: it was found for something else. */
function liesBehind(seen: Seen, view: View, plane: Surface3, at: Spot): boolean {
  const isUpright = Math.abs(dot(plane.normal, view.axes[1])) < 0.4
  const [x, y] = [(at.x * view.width) / seen.width, (at.y * view.height) / seen.height]
  return isUpright && planeDepth(view, plane, x, y) === FARTHEST
}

/**
 * Reads where things are: the depth of each pixel by its region's plane.
 * @param map ids of regions, at the size of the view
 */
export function readGeometry(seen: Seen, map: Uint16Array, width: number, height: number): Geometry {
  const view = scaledView(seen.view, width, height)
  const down = view.axes[1]
  const up: Vector3 = [-down[0], -down[1], -down[2]]
  const away = unit([-down[2] * down[0], -down[2] * down[1], 1 - down[2] * down[2]])
  const right = crossed(down, away)
  const ground = groundOf(view, seen.setting)
  const feet = feetOf(map, width, seen.regions.length)
  const facing: Vector3 = seen.setting === 'above' ? [0, 0, -1] : unit([-away[0], -away[1], -away[2]])
  const planes = seen.regions.map((region) => {
    if (region.label === 'sky') return null
    const own = region.plane && !liesBehind(seen, view, region.plane, region.at) ? region.plane : null
    return own ?? standing(seen, map, view, ground, feet, region.id, facing)
  })
  const laid = planes.map((plane) => plane && pictureToPlane(view, plane))
  return { view, up, right, away, ground, planes, laid, depth: depthOf(view, planes, map) }
}

function depthOf(view: View, planes: readonly (Surface3 | null)[], map: Uint16Array): Float32Array {
  const { width, height, focal } = view
  const depth = new Float32Array(map.length)
  const rows = planes.map((plane) => {
    if (!plane) return null
    const { normal, distance } = plane
    return [normal[0] / (focal * distance), normal[1] / (focal * distance), normal[2] / distance] as const
  })
  for (let y = 0, i = 0; y < height; y++) {
    const dy = y + 0.5 - height / 2
    for (let x = 0; x < width; x++, i++) {
      const row = rows[map[i]!]
      // Along the axis 1 / depth is linear over the picture.
      const near = row ? row[0] * (x + 0.5 - width / 2) + row[1] * dy + row[2] : 0
      depth[i] = near > 1 / FARTHEST ? 1 / near : FARTHEST
    }
  }
  return depth
}

/** Whether a region lies like a floor: 1, stands: 0, or hangs like a ceiling: -1; between for slopes. */
export function steepness(geometry: Geometry, region: Region): number {
  const plane = geometry.planes[region.id]
  return plane ? dot(plane.normal, geometry.up) : 0
}
