// Perspective camera with a shift lens: the view stays level, so verticals stay vertical (two-point perspective).
import type { Camera } from './builder.ts'

export interface CameraFrame {
  eye: [number, number, number]
  right: [number, number, number]
  up: [number, number, number]
  forward: [number, number, number]
  halfWidth: number
  halfHeight: number
  shift: number
}

/** Axes of the camera for a picture of the given aspect (width over height). */
export function frameOf(camera: Camera, aspect: number): CameraFrame {
  const [ex, ey, ez] = camera.eye
  const dy = camera.free ? camera.target[1] - ey : 0
  const dx = camera.target[0] - ex
  const dz = camera.target[2] - ez
  const l = Math.hypot(dx, dy, dz)
  const f: [number, number, number] = [dx / l, dy / l, dz / l]
  const h = Math.hypot(f[0], f[2])
  const right: [number, number, number] = [-f[2] / h, 0, f[0] / h]
  const up: [number, number, number] = [-right[2] * f[1], right[2] * f[0] - right[0] * f[2], right[0] * f[1]]
  const halfWidth = 18 / camera.lens
  return {
    eye: camera.eye,
    right,
    up,
    forward: f,
    halfWidth,
    halfHeight: halfWidth / aspect,
    shift: camera.shift,
  }
}

/** Unit direction through picture coordinates x, y in [-1, 1] (y up) into `out`. */
export function rayDirection(f: CameraFrame, x: number, y: number, out: Float64Array): void {
  const a = x * f.halfWidth
  const b = (y + f.shift * 2) * f.halfHeight
  let l = 0
  for (let c = 0; c < 3; c++) {
    out[c] = f.forward[c]! + f.right[c]! * a + f.up[c]! * b
    l += out[c]! * out[c]!
  }
  l = Math.sqrt(l)
  for (let c = 0; c < 3; c++) out[c]! /= l
}
