import type { Geometry } from './geometry.ts'
import { type Half, halfOf, soften } from './planes.ts'

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
  const offsets = Array.from({ length: DIRECTIONS }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.25)) / DIRECTIONS
    return [Math.cos(angle), Math.sin(angle)] as const
  })
  for (let hy = 0, o = 0; hy < out.height; hy++)
    for (let hx = 0; hx < out.width; hx++, o++) {
      const [x, y] = [2 * hx, 2 * hy]
      const i = y * width + x
      const plane = planes[map[i]!]
      out.data[o] = 1
      if (!plane) continue
      const [nx, ny, nz] = plane.normal
      const z = depth[i]!
      const px = ((x - width / 2) * z) / focal
      const py = ((y - height / 2) * z) / focal
      const wide = Math.min(2 * WIDEST, (focal * reach) / z)
      if (wide < 2) continue
      let sum = 0
      for (let d = 0; d < DIRECTIONS; d++)
        for (let r = 0; r < RINGS.length; r++) {
          const part = wide * RINGS[r]!
          const sx = Math.round(x + part * offsets[d]![0])
          const sy = Math.round(y + part * offsets[d]![1])
          if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue
          const sz = depth[sy * width + sx]!
          const vx = ((sx - width / 2) * sz) / focal - px
          const vy = ((sy - height / 2) * sz) / focal - py
          const vz = sz - z
          const square = vx * vx + vy * vy + vz * vz
          if (square > reach * reach || square < 1e-8) continue
          const towards = (nx * vx + ny * vy + nz * vz) / Math.sqrt(square) - 0.06
          if (towards > 0) sum += towards * (1 - square / (reach * reach))
        }
      const closed = sum / (DIRECTIONS * RINGS.length)
      out.data[o] = Math.max(0.25, 1 - 2.7 * closed)
    }
  soften(out, 2)
  return out
}
