import type { Seen, Vector3 } from '#kernels/seeing/scene.ts'
import { dot } from '#kernels/seeing/view.ts'
import type { Geometry } from './geometry.ts'
import { type Half, halfOf, soften } from './planes.ts'

/** How many steps a look towards the sun takes, and how much longer each is than the one before. */
const [STEPS, LONGER] = [30, 1.22] as const

/** Where the first step ends for a place of each 4 × 4, 0..15 sixteenths of the way to the second (Bayer 1973). */
const dither = (x: number, y: number): number =>
  8 * ((x ^ y) & 1) + 4 * (y & 1) + ((x ^ y) & 2) + ((y & 2) >> 1)
const LONGER_BY = Array.from(
  { length: 16 },
  (_, place) => LONGER ** ((dither(place & 3, place >> 2) + 0.5) / 16 - 0.5),
)
/** What its pattern is smoothed by: radius, px of half the picture's size. */
const SMOOTH = 2

/**
 * Where the sun comes to, 0..1: each place looks towards it through what the picture shows.
 * @param sun unit vector towards the sun @param thick how thick things are taken to be, metres
 * @param deep how deep each region's shadow is, 0..1; null where all are 1
 */
export function shadowsOf(
  geometry: Geometry,
  map: Uint16Array,
  sun: Vector3,
  thick: number,
  deep: readonly number[] | null = null,
): Half {
  const { view, planes, depth } = geometry
  const { width, height, focal } = view
  const out = halfOf(width, height)
  out.data.fill(1)
  const facing = planes.map((plane) => (plane ? dot(plane.normal, sun) : -1))
  for (let hy = 0, o = 0; hy < out.height; hy++)
    for (let hx = 0; hx < out.width; hx++, o++) {
      const x = 2 * hx
      const y = 2 * hy
      const i = y * width + x
      if (facing[map[i]!]! <= 0) continue
      const z = depth[i]!
      const px = ((x - width / 2) * z) / focal
      const py = ((y - height / 2) * z) / focal
      // Neighbours step to other places, so that the steps' ends make a soft border and no stairs.
      let t = 0.03 * z * LONGER_BY[4 * (hy & 3) + (hx & 3)]!
      for (let step = 0; step < STEPS; step++) {
        const qz = z + t * sun[2]
        if (qz < 0.2) break
        const sx = (width / 2 + (focal * (px + t * sun[0])) / qz) | 0
        const sy = (height / 2 + (focal * (py + t * sun[1])) / qz) | 0
        if (sx < 0 || sy < 0 || sx >= width || sy >= height) break
        const behind = qz - depth[sy * width + sx]!
        if (behind > 0.02 * qz && behind < thick + 0.1 * t) {
          out.data[o] = deep ? 1 - deep[map[sy * width + sx]!]! : 0
          break
        }
        t *= LONGER
      }
    }
  soften(out, SMOOTH)
  return out
}

/** Where the sun comes in through windows that the picture shows, 0..1. */
export function patchesOfSun(seen: Seen, geometry: Geometry, map: Uint16Array, sun: Vector3): Half {
  const { view, planes, depth } = geometry
  const { width, height, focal } = view
  const out = halfOf(width, height)
  const panes = seen.regions.filter(({ label, plane }) => label === 'opening' && plane).map(({ id }) => id)
  const facing = planes.map((plane) => (plane ? dot(plane.normal, sun) : -1))
  for (const pane of panes) {
    const { normal, distance } = planes[pane]!
    const through = dot(normal, sun)
    // The sun stands on the outer side.
    if (through > -0.05) continue
    for (let hy = 0, o = 0; hy < out.height; hy++)
      for (let hx = 0; hx < out.width; hx++, o++) {
        const i = 2 * hy * width + 2 * hx
        if (facing[map[i]!]! <= 0) continue
        const z = depth[i]!
        const px = ((2 * hx - width / 2) * z) / focal
        const py = ((2 * hy - height / 2) * z) / focal
        const t = (distance - normal[0] * px - normal[1] * py - normal[2] * z) / through
        const qz = z + t * sun[2]
        if (t < 0.02 || qz < 0.1) continue
        const sx = (width / 2 + (focal * (px + t * sun[0])) / qz) | 0
        const sy = (height / 2 + (focal * (py + t * sun[1])) / qz) | 0
        if (sx >= 0 && sy >= 0 && sx < width && sy < height && map[sy * width + sx] === pane) out.data[o] = 1
      }
  }
  soften(out, 1)
  return out
}

const DIRECTIONS = 10
const RINGS = [0.12, 0.36, 0.8] as const
/** Widest reach in the picture, px of the half plane. */
const WIDEST = 70

/**
 * How open each place is to the light around it, 0..1: corners are darker (M. Mittring: Finding Next Gen, SIGGRAPH 2007;
 * with the true positions and normals of planes).
 * @param reach metres within which things darken each other
 */
export function occlusionOf(geometry: Geometry, map: Uint16Array, reach: number): Half {
  const { view, planes, depth } = geometry
  const { width, height, focal } = view
  const out = halfOf(width, height)
  const angles = Array.from({ length: DIRECTIONS }, (_, k) => (2 * Math.PI * (k + 0.25)) / DIRECTIONS)
  const [across, down] = [Float64Array.from(angles, Math.cos), Float64Array.from(angles, Math.sin)]
  for (let hy = 0, o = 0; hy < out.height; hy++)
    for (let hx = 0; hx < out.width; hx++, o++) {
      const x = 2 * hx
      const y = 2 * hy
      const i = y * width + x
      const plane = planes[map[i]!]
      out.data[o] = 1
      if (!plane) continue
      const { normal } = plane
      const nx = normal[0]
      const ny = normal[1]
      const nz = normal[2]
      const z = depth[i]!
      const px = ((x - width / 2) * z) / focal
      const py = ((y - height / 2) * z) / focal
      const wide = Math.min(2 * WIDEST, (focal * reach) / z)
      if (wide < 2) continue
      let sum = 0
      // Neighbours look in every second direction each, and are smoothed together.
      for (let d = (hx + hy) & 1; d < DIRECTIONS; d += 2)
        for (let r = 0; r < RINGS.length; r++) {
          const part = wide * RINGS[r]!
          const fx = x + part * across[d]! + 0.5
          const fy = y + part * down[d]! + 0.5
          if (fx < 0 || fy < 0 || fx >= width || fy >= height) continue
          const sx = fx | 0
          const sy = fy | 0
          const sz = depth[sy * width + sx]!
          const vx = ((sx - width / 2) * sz) / focal - px
          const vy = ((sy - height / 2) * sz) / focal - py
          const vz = sz - z
          const square = vx * vx + vy * vy + vz * vz
          if (square > reach * reach || square < 1e-8) continue
          const towards = (nx * vx + ny * vy + nz * vz) / Math.sqrt(square) - 0.06
          if (towards > 0) sum += towards * (1 - square / (reach * reach))
        }
      const closed = (2 * sum) / (DIRECTIONS * RINGS.length)
      out.data[o] = Math.max(0.25, 1 - 2.7 * closed)
    }
  soften(out, 2)
  return out
}
