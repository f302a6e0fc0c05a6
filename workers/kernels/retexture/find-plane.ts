import { findSegments } from '#kernels/lines/segments.ts'
import { shrinkLuma } from '#kernels/raster/luma.ts'
import type { Raster } from '#kernels/raster.ts'
import { type Box, cornersAt, drawIn } from './inner-box.ts'
import { type Corners, isPlane, type Point } from './plane.ts'
import { cross, edgesOf, findVanishing, type Homogeneous, supports, type Vanishing } from './vanishing.ts'

/** A rectangle of a surface, where it is seen and how large it probably is. */
export interface PlaneFind {
  corners: Corners
  widthMm: number
  heightMm: number
  /** False where the picture's lines did not tell, and the surface is taken as facing the camera. */
  sure: boolean
}

/** Side of the copy on which lines are looked for, px. */
const SEARCH = 1000
/** Shortest edge, part of the longer side. */
const SHORTEST = 0.03
/** How much more an edge on the surface or at its border counts than one elsewhere. */
const ON_SURFACE = 6
/** How far beyond the mask an edge still is its border, part of the longer side. */
const BORDER = 0.012
/** Least share of the surface's edges that both directions must explain. */
const LEAST_SHARE = 0.35
/** Eye level, mm: what a photograph's horizon is above the floor. */
const EYE = 1500
/** What a picture's height stands for where nothing tells, mm. */
const USUAL_HEIGHT = 3000
/** Least part of a wall that is under the eye where its foot is seen: with less something hides the foot. */
const LEAST_FOOT = 0.35
/** Focal length where two directions do not tell, in longer sides: a wide lens of about 28 mm. */
const USUAL_FOCAL = 0.8

interface Seen {
  width: number
  height: number
  mask: Uint8Array
  side: number
}

function boxOf({ width, height, mask }: Seen): Box | null {
  const box = { left: width, top: height, right: -1, bottom: -1 }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (mask[y * width + x]! < 128) continue
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x + 1)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y + 1)
    }
  return box.right > box.left ? box : null
}

/** A rectangle that faces the camera. */
function facing({ left, top, right, bottom }: Box, height: number): PlaneFind {
  const mm = USUAL_HEIGHT / height
  return {
    corners: [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
    widthMm: (right - left) * mm,
    heightMm: (bottom - top) * mm,
    sure: false,
  }
}

function isOnSurface({ width, height, mask, side }: Seen, x: number, y: number): boolean {
  const reach = side * BORDER
  for (const [dx, dy] of [
    [0, 0],
    [reach, 0],
    [-reach, 0],
    [0, reach],
    [0, -reach],
  ] as const) {
    const px = Math.round(x + dx)
    const py = Math.round(y + dy)
    if (px >= 0 && py >= 0 && px < width && py < height && mask[py * width + px]! >= 128) return true
  }
  return false
}

/** The two directions that the surface's own edges run in; null when they do not tell. */
function directionsOf(photo: Raster, seen: Seen): { pair: [Vanishing, Vanishing]; all: Vanishing[] } | null {
  const luma = shrinkLuma(photo, SEARCH)
  const segments = findSegments(luma, SHORTEST * Math.max(luma.width, luma.height))
  const onSurface = (x: number, y: number) => isOnSurface(seen, x / luma.scale, y / luma.scale)
  const edges = edgesOf(segments, luma.width, luma.height, (x, y) => (onSurface(x, y) ? ON_SURFACE : 1))
  const all = findVanishing(edges, 4)
  const own = edges.filter(({ weight, length }) => weight > length * 1.5)
  const total = own.reduce((sum, { length }) => sum + length, 0)
  const ranked = all
    .map((vanishing) => ({
      vanishing,
      share: own.reduce((sum, edge) => sum + (supports(edge, vanishing.point) ? edge.length : 0), 0) / total,
    }))
    .sort((a, b) => b.share - a.share)
  const [first, second] = ranked
  if (!first || !second || total === 0 || second.share < 0.04 || first.share + second.share < LEAST_SHARE)
    return null
  return { pair: [first.vanishing, second.vanishing], all }
}

/** Focal length by which two directions are square to each other, in longer sides. */
function focalOf(a: Homogeneous, b: Homogeneous): number {
  const square = -(a[0] * b[0] + a[1] * b[1]) / (a[2] * b[2])
  const focal = Math.sqrt(square)
  return focal > 0.45 && focal < 3 ? focal : USUAL_FOCAL
}

interface Frame {
  /** Along the surface to the right, and down, in the picture; and a point of it. */
  right: Homogeneous
  down: Homogeneous
  origin: Homogeneous
  focal: number
}

/** A direction as a step on the surface of the length that the origin is away. */
function stepOf(direction: Homogeneous, origin: Homogeneous, focal: number, upright: boolean): Homogeneous {
  const size = Math.hypot(direction[0] / focal, direction[1] / focal, direction[2])
  const towards = upright ? direction[1] - origin[1] * direction[2] : direction[0] - origin[0] * direction[2]
  const sign = towards < 0 ? -1 : 1
  return [(sign * direction[0]) / size, (sign * direction[1]) / size, (sign * direction[2]) / size]
}

function frameOf(pair: readonly [Vanishing, Vanishing], origin: Homogeneous): Frame {
  const slope = ([x, y, w]: Homogeneous) => {
    const dx = Math.abs(x - origin[0] * w)
    const dy = Math.abs(y - origin[1] * w)
    return dy / Math.max(1e-9, dx)
  }
  const [a, b] = [pair[0].point, pair[1].point]
  const [across, along] = slope(a) <= slope(b) ? [a, b] : [b, a]
  const focal = focalOf(across, along)
  return {
    right: stepOf(across, origin, focal, false),
    down: stepOf(along, origin, focal, true),
    origin,
    focal,
  }
}

/** Place of a picture's point on the surface, in distances of the origin; null behind the horizon. */
function placeOf({ right, down, origin }: Frame, point: Homogeneous): Point | null {
  const dot = (a: Homogeneous, b: Homogeneous) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  const det = dot(right, cross(down, origin))
  const w = dot(point, cross(right, down)) / det
  if (w <= 0.02) return null
  return { x: dot(point, cross(down, origin)) / det / w, y: dot(point, cross(origin, right)) / det / w }
}

/** The surface's extent: nearly all of what is covered. */
function extentOf(seen: Seen, frame: Frame): Box | null {
  const { width, height, mask, side } = seen
  const xs: number[] = []
  const ys: number[] = []
  const step = Math.max(1, Math.round(side / 160))
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      if (mask[y * width + x]! < 128) continue
      const place = placeOf(frame, [(x + 0.5 - width / 2) / side, (y + 0.5 - height / 2) / side, 1])
      if (!place) continue
      xs.push(place.x)
      ys.push(place.y)
    }
  if (xs.length < 8) return null
  xs.sort((a, b) => a - b)
  ys.sort((a, b) => a - b)
  const at = (list: number[], part: number) => list[Math.round(part * (list.length - 1))]!
  return { left: at(xs, 0.01), right: at(xs, 0.99), top: at(ys, 0.01), bottom: at(ys, 0.99) }
}

/** mm of one unit of the frame: by the eye's height over a floor, or over the foot of a wall. */
function unitOf({ right, down, origin, focal }: Frame, extent: Box, all: readonly Vanishing[]): number {
  const space = ([x, y, w]: Homogeneous): Homogeneous => [x / focal, y / focal, w]
  const normal = cross(space(right), space(down))
  const size = Math.hypot(...normal)
  const upward = Math.abs(normal[1]) / size
  const distance =
    Math.abs(normal[0] * (origin[0] / focal) + normal[1] * (origin[1] / focal) + normal[2]) / size
  if (upward > 0.8 && distance > 0.02) return EYE / distance
  const level = all.find(({ point }) => Math.abs(point[2]) > 0.05 && Math.abs(point[1] / point[2]) < 0.35)
  const horizon = level ? level.point[1] / level.point[2] : 0
  // Where the horizon crosses the upright line through the origin.
  const drop = (horizon - origin[1]) / (down[1] - horizon * down[2])
  const foot = extent.bottom - drop
  const high = extent.bottom - extent.top
  return foot > LEAST_FOOT * high ? EYE / foot : USUAL_HEIGHT / high
}

/**
 * How large a rectangle of the scene probably is: its proportions by perspective, its size by the eye's height.
 * @param corners in the picture, px, as isPlane takes them
 */
export function measurePlane(
  corners: Corners,
  width: number,
  height: number,
): { widthMm: number; heightMm: number } {
  const side = Math.max(width, height)
  const [a, b, c, d] = corners.map(
    ({ x, y }): Homogeneous => [(x - width / 2) / side, (y - height / 2) / side, 1],
  ) as [Homogeneous, Homogeneous, Homogeneous, Homogeneous]
  const middle = cross(cross(a, c), cross(b, d))
  const origin: Homogeneous = [middle[0] / middle[2], middle[1] / middle[2], 1]
  const all = [cross(cross(a, b), cross(d, c)), cross(cross(a, d), cross(b, c))].map((point) => ({
    point,
    weight: 1,
  })) as [Vanishing, Vanishing]
  const frame = frameOf(all, origin)
  const places = [a, b, c, d].map((corner) => placeOf(frame, corner) ?? { x: 0, y: 0 })
  const xs = places.map(({ x }) => x)
  const ys = places.map(({ y }) => y)
  const extent = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  }
  const mm = unitOf(frame, extent, all)
  const [wide, high] = [(extent.right - extent.left) * mm, (extent.bottom - extent.top) * mm]
  // The frame's right is the flatter direction; a rectangle given upside down or on its side keeps its own.
  const isSide = Math.abs(places[1]!.x - places[0]!.x) < Math.abs(places[1]!.y - places[0]!.y)
  return isSide ? { widthMm: high, heightMm: wide } : { widthMm: wide, heightMm: high }
}

/**
 * The plane of a surface by the lines on it and around it: two directions that its edges share give the
 * perspective, the eye's height gives the size.
 * @param mask 0..255 a pixel: what of the picture is the surface
 * @returns null when nothing is covered; facing the camera, with `sure` false, when the lines do not tell
 */
export function findPlane(photo: Raster, mask: Uint8Array): PlaneFind | null {
  const { width, height } = photo
  const side = Math.max(width, height)
  const seen: Seen = { width, height, mask, side }
  const box = boxOf(seen)
  if (!box) return null
  const found = directionsOf(photo, seen)
  if (!found) return facing(box, height)
  const middle: Homogeneous = [
    ((box.left + box.right) / 2 - width / 2) / side,
    ((box.top + box.bottom) / 2 - height / 2) / side,
    1,
  ]
  const frame = frameOf(found.pair, middle)
  const extent = extentOf(seen, frame)
  if (!extent) return facing(box, height)
  const { right, down, origin } = frame
  const at = (x: number, y: number): Point => {
    const w = right[2] * x + down[2] * y + origin[2]
    return {
      x: ((right[0] * x + down[0] * y + origin[0]) / w) * side + width / 2,
      y: ((right[1] * x + down[1] * y + origin[1]) / w) * side + height / 2,
    }
  }
  const inner = drawIn(extent, at, width, height)
  const corners = cornersAt(at, inner)
  if (!isPlane(corners)) return facing(box, height)
  const mm = unitOf(frame, extent, found.all)
  return {
    corners,
    widthMm: (inner.right - inner.left) * mm,
    heightMm: (inner.bottom - inner.top) * mm,
    sure: true,
  }
}
