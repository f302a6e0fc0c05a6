import type { RoomBox, Spot, Vector3, View } from '#kernels/seeing/scene.ts'

/** Where the camera stands in the world and looks; x to the right, y away, z up, metres. */
export interface Camera {
  width: number
  height: number
  /** px */
  focal: number
  eye: Vector3
  right: Vector3
  down: Vector3
  forward: Vector3
}

/**
 * @param yaw degrees to the right of the world's y axis, within ±44 so that y stays the axis that leads away
 * @param pitch degrees upwards
 * @param across horizontal field of view, degrees
 */
export function makeCamera(
  { width, height }: { width: number; height: number },
  eye: Vector3,
  { yaw, pitch, across }: Record<'yaw' | 'pitch' | 'across', number>,
): Camera {
  const [a, b] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180]
  return {
    width,
    height,
    focal: width / 2 / Math.tan((across * Math.PI) / 360),
    eye,
    right: [Math.cos(a), -Math.sin(a), 0],
    down: [Math.sin(a) * Math.sin(b), Math.cos(a) * Math.sin(b), -Math.cos(b)],
    forward: [Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b), Math.sin(b)],
  }
}

export const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** A direction of the world in the camera's coordinates. */
export const turned = ({ right, down, forward }: Camera, v: Vector3): Vector3 => [
  dot(v, right),
  dot(v, down),
  dot(v, forward),
]

/** The camera as the seeing kernels tell it. */
export function viewOf(camera: Camera): View {
  return {
    width: camera.width,
    height: camera.height,
    focal: camera.focal,
    axes: [turned(camera, [1, 0, 0]), turned(camera, [0, 0, -1]), turned(camera, [0, 1, 0])],
    sure: 1,
  }
}

/** Where a direction in the camera's coordinates meets the picture; far outside for one along it. */
export function spotOf({ width, height, focal }: Camera, [x, y, z]: Vector3): Spot {
  return { x: width / 2 + (focal * x) / z, y: height / 2 + (focal * y) / z }
}

/** The box of a room between two corners, as the camera sees it. */
export function roomBoxOf(camera: Camera, low: Vector3, high: Vector3): RoomBox {
  const at = (x: number, z: number) =>
    spotOf(camera, turned(camera, [x - camera.eye[0], high[1] - camera.eye[1], z - camera.eye[2]]))
  return {
    back: [at(low[0], high[2]), at(high[0], high[2]), at(high[0], low[2]), at(low[0], low[2])],
    vanishing: spotOf(camera, turned(camera, [0, 1, 0])),
    sure: 1,
  }
}
