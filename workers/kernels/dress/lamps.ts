import type { Seen, Vector3 } from '#kernels/seeing/scene.ts'
import { dot, rayOf } from '#kernels/seeing/view.ts'
import type { Geometry } from './geometry.ts'

/** A window as a source of light: of the day for a room, of lamps for what is outside. */
export interface Pane {
  at: Vector3
  normal: Vector3
  area: number
}

/** Windows count up to this many, the largest first, each as so many m² at most. */
const [MOST_PANES, MOST_AREA] = [6, 14]

/** The largest windows that a picture shows. */
export function panesOf(seen: Seen, { view, planes }: Geometry): Pane[] {
  const scale = view.width / seen.width
  return seen.regions
    .filter(({ label, plane }) => label === 'opening' && plane)
    .sort((a, b) => b.pixels - a.pixels)
    .slice(0, MOST_PANES)
    .map(({ id, at, pixels }): Pane => {
      const plane = planes[id]!
      const ray = rayOf(view, at.x * scale, at.y * scale)
      const towards = Math.min(-0.08, dot(plane.normal, ray))
      const far = plane.distance / towards
      const area = (pixels * scale * scale * (far * ray[2]) ** 2) / view.focal ** 2 / -towards
      return {
        at: [ray[0] * far, ray[1] * far, ray[2] * far],
        normal: plane.normal,
        area: Math.min(MOST_AREA, area),
      }
    })
}

/** Light of windows on a point with a normal, about 1 close to one. */
export function paneLight(panes: readonly Pane[], x: number, y: number, z: number, n: Vector3): number {
  let sum = 0
  for (const { at, normal, area } of panes) {
    const [dx, dy, dz] = [at[0] - x, at[1] - y, at[2] - z]
    const square = dx * dx + dy * dy + dz * dz + 0.05
    const size = Math.sqrt(square)
    // Light comes in round the edge of a window's plane as well.
    const here = 0.12 + (0.88 * (n[0] * dx + n[1] * dy + n[2] * dz)) / size
    const there = 0.1 - (0.9 * (normal[0] * dx + normal[1] * dy + normal[2] * dz)) / size
    if (here > 0 && there > 0) sum += (area * here * there) / (Math.PI * square + area)
  }
  return sum
}

/** Lamps of a room: to the right, over the eye and ahead, metres. */
const LAMPS = [
  [-0.9, 0.75, 2.6],
  [0.9, 0.75, 4.4],
  [-0.3, 0.75, 6.4],
] as const

/** Light of lamps under a room's ceiling on a point. */
function bulbLight(bulbs: readonly Vector3[], x: number, y: number, z: number, n: Vector3): number {
  let sum = 0
  for (const [bx, by, bz] of bulbs) {
    const [dx, dy, dz] = [bx - x, by - y, bz - z]
    const square = dx * dx + dy * dy + dz * dz
    const size = Math.sqrt(square) + 1e-6
    sum += Math.max(0.05, 0.2 + (0.8 * (n[0] * dx + n[1] * dy + n[2] * dz)) / size) / (square + 0.7)
  }
  return 0.85 * sum
}

/**
 * Light of lamps on each pixel, about 1 close to them: those of a room, or what comes out of windows.
 * @param open how open each pixel is to the light around it, 0..1
 */
export function lampsOf(seen: Seen, geometry: Geometry, map: Uint16Array, open: Float32Array): Float32Array {
  const { view, planes, depth, right, up, away } = geometry
  const { width, height, focal } = view
  const panes = panesOf(seen, geometry)
  const bulbs = LAMPS.map(
    ([r, u, a]): Vector3 => [
      r * right[0] + u * up[0] + a * away[0],
      r * right[1] + u * up[1] + a * away[1],
      r * right[2] + u * up[2] + a * away[2],
    ],
  )
  const indoors = seen.setting === 'indoors'
  const out = new Float32Array(map.length)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const plane = planes[map[i]!]
      if (!plane) continue
      const z = depth[i]!
      const [px, py] = [((x + 0.5 - width / 2) * z) / focal, ((y + 0.5 - height / 2) * z) / focal]
      const light = indoors
        ? bulbLight(bulbs, px, py, z, plane.normal)
        : paneLight(panes, px, py, z, plane.normal)
      out[i] = open[i]! * light
    }
  return out
}
