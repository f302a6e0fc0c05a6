import { describe, expect, it } from 'vitest'
import type { Geometry } from '#kernels/dress/geometry.ts'
import { shadowsOf } from '#kernels/dress/shadows.ts'
import { groundOf, unit, usualView } from '#kernels/seeing/view.ts'

const [width, height] = [480, 320]
const view = usualView(width, height, 'outdoors')
const ground = groundOf(view, 'outdoors')
/** Distance of a wall that faces the camera, metres, and how far to the left its end is. */
const [FAR, END] = [9, 0]

/** A wall to the left of the middle, as high as the picture, on a wide ground. */
function scene(): { geometry: Geometry; map: Uint16Array } {
  const map = new Uint16Array(width * height)
  const depth = new Float32Array(width * height).fill(1000)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const below = (y - height / 2) / view.focal
      const floor = below > 0 ? -ground.distance / below : 1000
      const isWall = floor > FAR && (x - width / 2) * FAR < END * view.focal
      map[i] = isWall ? 1 : 0
      depth[i] = isWall ? FAR : floor
    }
  const planes = [ground, { normal: [0, 0, -1], distance: -FAR }]
  return { geometry: { view, planes, depth } as unknown as Geometry, map }
}

describe('the shadow of a wall', () => {
  it('ends in one soft line on the ground, without stairs', () => {
    const { geometry, map } = scene()
    // From behind the wall, a little to the left.
    const sun = unit([-0.2, -0.55, 0.8])
    const { data, width: w, height: h } = shadowsOf(geometry, map, sun, 9)
    const rows: number[] = []
    for (let y = Math.round(0.74 * h); y < 0.95 * h; y++) {
      let x = w - 1
      while (x > 0 && data[y * w + x]! > 0.5) x--
      rows.push(x)
    }
    const inside = rows.filter((x) => x < w - 8)
    expect(inside.length).toBeGreaterThan(12)
    const steps = inside.slice(1).map((x, k) => x - inside[k]!)
    expect(Math.max(...steps)).toBeLessThan(7)
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
  })
})
