import type { Move } from '#contracts/views.ts'
import type { Vector3, View } from '#kernels/seeing/scene.ts'
import { dot, sightLine } from '#kernels/seeing/view.ts'
import { levelOf } from './sight.ts'

/** A camera that moved: where it is and how it is turned, in the first one's coordinates. */
export interface Pose {
  /** Metres. */
  at: Vector3
  /** Unit vectors: to its right, down, away from it. */
  axes: readonly [Vector3, Vector3, Vector3]
}

/** The part of a moved camera's picture that is shown: its middle, and how far it is enlarged. */
export interface Crop {
  /** Of the whole picture, px from its middle. */
  x: number
  y: number
  zoom: number
}

/** Vector turned around a unit axis (Rodrigues), radians. */
function turned(v: Vector3, axis: Vector3, by: number): Vector3 {
  const [c, s] = [Math.cos(by), Math.sin(by)]
  const along = (1 - c) * dot(v, axis)
  return [
    v[0] * c + (axis[1] * v[2] - axis[2] * v[1]) * s + axis[0] * along,
    v[1] * c + (axis[2] * v[0] - axis[0] * v[2]) * s + axis[1] * along,
    v[2] * c + (axis[0] * v[1] - axis[1] * v[0]) * s + axis[2] * along,
  ]
}

/** Every so many pixels one is asked how far away the middle is. */
const STRIDE = 4

/** Way ahead to what a camera looks at: the median over the middle of the picture, metres. */
export function pivotOf(nearness: Float32Array, width: number): number {
  const height = nearness.length / width
  const values: number[] = []
  for (let y = Math.floor(height * 0.3); y < height * 0.75; y += STRIDE)
    for (let x = Math.floor(width * 0.25); x < width * 0.75; x += STRIDE)
      values.push(nearness[y * width + x]!)
  values.sort((a, b) => a - b)
  return 1 / (values[values.length >> 1] || 0.25)
}

/**
 * The camera after a move: it walks around a point ahead and keeps looking at it; uprights stay as upright as they were.
 * @param pivot way ahead to that point, metres
 */
export function poseOf(view: View, pivot: number, { turn, rise, near }: Move): Pose {
  const { down, ahead } = levelOf(view)
  const rad = Math.PI / 180
  // Turned to the left about the point, seen from above, a camera goes to the right.
  const place = (v: Vector3) => turned(v, down, -turn * rad)
  const way = pivot * (1 - near)
  const back = place(ahead)
  const up = pivot * Math.tan(rise * rad)
  const at: Vector3 = [
    ahead[0] * pivot - back[0] * way - down[0] * up,
    ahead[1] * pivot - back[1] * way - down[1] * up,
    ahead[2] * pivot - back[2] * way - down[2] * up,
  ]
  return { at, axes: [place([1, 0, 0]), place([0, 1, 0]), place([0, 0, 1])] }
}

/**
 * Where a moved camera sees a place of the first one's picture, px of the whole picture; NaN behind it.
 * @param nearness inverse way ahead of the place, 1/m
 * @param out x and y
 */
export function projectInto(
  out: Float64Array,
  view: View,
  ahead: Vector3,
  { at, axes }: Pose,
  place: readonly [x: number, y: number, nearness: number],
): void {
  const line = sightLine(view, place[0], place[1])
  const weight = place[2] * dot(line, ahead)
  const [a, b, c] = [line[0] - weight * at[0], line[1] - weight * at[1], line[2] - weight * at[2]]
  const [r, d, f] = axes
  const far = f[0] * a + f[1] * b + f[2] * c
  if (far < 1e-3 * view.focal) {
    out.fill(Number.NaN)
    return
  }
  out[0] = view.width / 2 + (view.focal * (r[0] * a + r[1] * b + r[2] * c)) / far
  out[1] = view.height / 2 + (view.shift ?? 0) + (view.focal * (d[0] * a + d[1] * b + d[2] * c)) / far
}
