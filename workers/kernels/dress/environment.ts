import { cloudNoise } from '#kernels/relight/noise.ts'
import { type Light, type SkyLook, skyAt } from '#kernels/relight/skies.ts'
import type { Vector3 } from '#kernels/seeing/scene.ts'
import { dot } from '#kernels/seeing/view.ts'
import type { Geometry } from './geometry.ts'

/** What is around a scene, by direction: sky, trees at the horizon, the ground. */
export interface Environment {
  /** Linear light, three values a cell; rows from the zenith to straight down. */
  rgb: Float32Array
  /** What a sky has about it where the sun stands, by azimuth, radians from straight ahead to the right. */
  sunAzimuth: number
}

const [WIDE, HIGH] = [512, 192]
/** Trees around stand this high over the horizon, radians. */
const TREES = 0.1

/** Sets of colours of the surroundings. */
export interface Surroundings {
  sky: SkyLook
  /** Light on trees and ground. */
  trees: Light
  ground: Light
}

/** Paints the surroundings once for all directions. */
export function environmentOf(around: Surroundings, sunAzimuth: number, seed: number): Environment {
  const rgb = new Float32Array(3 * WIDE * HIGH)
  const aspect = 5
  for (let x = 0; x < WIDE; x++) {
    const angle = (x / WIDE) * 2 * Math.PI
    // Noise on a circle closes where it began.
    const [cx, cy] = [Math.cos(angle), Math.sin(angle)]
    const crown =
      TREES *
      (0.55 + 1.3 * cloudNoise(3 * cx + 7, 3 * cy, seed, 3) + 0.5 * cloudNoise(16 * cx, 16 * cy, seed + 1, 2))
    for (let y = 0; y < HIGH; y++) {
      const rise = Math.PI * (0.5 - (y + 0.5) / HIGH)
      const at = 3 * (y * WIDE + x)
      const u = x < WIDE / 2 ? x / WIDE : 1 - x / WIDE
      const sky =
        rise > 0 ? skyAt(around.sky, 2 * u, 1 - Math.sin(rise), aspect, 0.3, seed) : around.sky.horizon
      const tree = Math.max(0, Math.min(1, (crown - rise) / 0.02))
      const under = Math.max(0, Math.min(1, -rise / 0.03))
      const leaf = rise < crown ? 0.6 + 0.8 * cloudNoise(30 * cx, 30 * cy + 40 * rise, seed + 2, 2) : 1
      for (let c = 0; c < 3; c++) {
        const back = sky[c]! + tree * (around.trees[c]! * leaf - sky[c]!)
        rgb[at + c] = back + under * (around.ground[c]! * (1 + rise * 0.3) - back)
      }
    }
  }
  return { rgb, sunAzimuth }
}

/** Reads the surroundings in a direction of the camera's coordinates into `out`. */
export function readEnvironment(
  { rgb }: Environment,
  { up, right, away }: Geometry,
  direction: Vector3,
  out: Float32Array,
): void {
  const rise = Math.asin(Math.max(-1, Math.min(1, dot(direction, up))))
  const azimuth = Math.atan2(dot(direction, right), dot(direction, away))
  const u = ((azimuth / (2 * Math.PI) + 1) % 1) * WIDE
  const v = Math.min(HIGH - 1.001, Math.max(0, (0.5 - rise / Math.PI) * HIGH - 0.5))
  const x0 = Math.floor(u) % WIDE
  const y0 = Math.floor(v)
  const x1 = (x0 + 1) % WIDE
  const fx = u - Math.floor(u)
  const fy = v - y0
  for (let c = 0; c < 3; c++) {
    const a = rgb[3 * (y0 * WIDE + x0) + c]!
    const b = rgb[3 * (y0 * WIDE + x1) + c]!
    const d = rgb[3 * ((y0 + 1) * WIDE + x0) + c]!
    const e = rgb[3 * ((y0 + 1) * WIDE + x1) + c]!
    out[c] = (a + (b - a) * fx) * (1 - fy) + (d + (e - d) * fx) * fy
  }
}
