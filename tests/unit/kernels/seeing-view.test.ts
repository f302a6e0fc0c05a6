import { describe, expect, it } from 'vitest'
import { project } from '#kernels/lines/homography.ts'
import type { View } from '#kernels/seeing/scene.ts'
import {
  distanceAlong,
  groundOf,
  horizonAt,
  pictureToPlane,
  planeToPicture,
  pointAt,
  rayOf,
  scaledView,
  spotOf,
  surfaceThrough,
  usualView,
  vanishingSpot,
  viewOfFree,
} from '#kernels/seeing/view.ts'

/** A camera turned by 0.5 and tilted down by 0.2 radians. */
function tilted(): View {
  const [ct, st, cp, sp] = [Math.cos(0.5), Math.sin(0.5), Math.cos(0.2), Math.sin(0.2)]
  return {
    width: 800,
    height: 600,
    focal: 700,
    axes: [
      [ct, -st * sp, st * cp],
      [0, cp, sp],
      [-st, -ct * sp, ct * cp],
    ],
    sure: 1,
  }
}

describe('a view', () => {
  it('sends rays to planes and points back to the picture', () => {
    const view = usualView(800, 600, 'outdoors')
    const ground = groundOf(view, 'outdoors')
    const point = pointAt(view, ground, 300, 500)!
    expect(point[1]).toBeCloseTo(1.6, 9)
    const spot = spotOf(view, point)!
    expect([spot.x, spot.y]).toEqual([expect.closeTo(300, 6), expect.closeTo(500, 6)])
    expect(distanceAlong(ground, rayOf(view, 300, 100))).toBe(Infinity)
    expect(horizonAt(view, 10)).toBeCloseTo(300, 9)
    expect(vanishingSpot(view, view.axes[0])).toBeNull()
    expect(scaledView(view, 400, 300).focal).toBeCloseTo(view.focal / 2, 9)
  })

  it('looks down on what is seen from above', () => {
    const view = usualView(800, 600, 'above')
    expect(horizonAt(view, 400)).toBeLessThan(0)
    expect(pointAt(view, groundOf(view, 'above'), 400, 300)).not.toBeNull()
  })

  it('maps planes to the picture and back, with metres and depth', () => {
    const view = tilted()
    const ground = groundOf(view, 'outdoors')
    const wall = surfaceThrough(view.axes[2], [0, 0, 9])
    for (const surface of [ground, wall]) {
      const [there, back] = [planeToPicture(view, surface), pictureToPlane(view, surface)]
      const point = pointAt(view, surface, 420, 560)!
      const place = project(back, 420, 560)
      expect(place.w).toBeGreaterThan(0)
      const spot = project(there, place.x, place.y)
      expect([spot.x, spot.y]).toEqual([expect.closeTo(420, 6), expect.closeTo(560, 6)])
      expect(spot.w).toBeCloseTo(point[2], 6)
    }
    // On a wall v is metres under the eye, and grows downwards in the picture.
    const foot = project(planeToPicture(view, wall), 0, 1.6)
    const eye = project(planeToPicture(view, wall), 0, 0)
    expect(foot.y).toBeGreaterThan(eye.y)
    expect(horizonAt(view, eye.x)).toBeCloseTo(eye.y, 6)
  })
})

it('a model that stands free is seen from higher up where its horizon is above the picture', () => {
  const level = usualView(400, 300, 'outdoors')
  expect(viewOfFree(level)).toBe(level)
  const down = { ...usualView(400, 300, 'above'), sure: 1 }
  expect(groundOf(viewOfFree(down), 'outdoors').distance).toBeCloseTo(-8)
})
