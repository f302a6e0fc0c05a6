import { describe, expect, it } from 'vitest'
import { largestRectangle } from '#kernels/lines/inner-rectangle.ts'
import { findSegments } from '#kernels/lines/segments.ts'
import { planUpright, uprightSize } from '#kernels/lines/upright.ts'
import { setUpright } from '#kernels/lines/warp.ts'
import { shrinkLuma } from '#kernels/raster/luma.ts'
import { takeTilted, worstSlope } from '#tests/support/keystone.ts'
import { addNoise, curtainWall, facade, foliage, grey, picture } from '#tests/support/line-pictures.ts'

const CAMERAS = [
  { width: 420, height: 280, focal: 0.7, pitch: 10, roll: 3 },
  { width: 420, height: 280, focal: 1.2, pitch: -8, roll: -2 },
  { width: 280, height: 420, focal: 0.9, pitch: 8, roll: -5 },
  { width: 340, height: 340, focal: 0.8, pitch: 0, roll: 4 },
  { width: 420, height: 280, focal: 0.75, pitch: 15, roll: 1 },
]

describe('planUpright', () => {
  it.each(CAMERAS)('sets verticals upright within half a degree: %o', (camera) => {
    const tilted = takeTilted(facade, camera)
    addNoise(tilted.image, 3, 9)
    const plan = planUpright(shrinkLuma(tilted.image, 1000))
    if (plan.kind !== 'turn') throw new Error(plan.reason)
    expect(worstSlope(tilted, null)).toBeGreaterThan(1.5)
    expect(worstSlope(tilted, plan)).toBeLessThan(0.5)
    const made = setUpright(tilted.image, plan)
    expect(made).toMatchObject(uprightSize(plan, camera.width, camera.height))
    expect(made.width / made.height).toBeCloseTo(camera.width / camera.height, 1)
  })

  it.each([-0.03, 0.05])('takes a lens of %d out with the tilt', (lens) => {
    const camera = { width: 600, height: 400, focal: 0.8, pitch: 7, roll: 1.5 }
    const tilted = takeTilted(curtainWall, camera, lens)
    addNoise(tilted.image, 2, 5)
    const plan = planUpright(shrinkLuma(tilted.image, 1000))
    if (plan.kind !== 'turn') throw new Error(plan.reason)
    expect(Math.abs(plan.lens - lens)).toBeLessThan(0.25 * Math.abs(lens))
    expect(worstSlope(tilted, plan)).toBeLessThan(0.5)
  })

  it('takes a lens out of a picture that is not tilted', () => {
    const camera = { width: 420, height: 280, focal: 0.8, pitch: 0, roll: 0 }
    const plan = planUpright(shrinkLuma(takeTilted(curtainWall, camera, -0.08).image, 1000))
    if (plan.kind !== 'turn') throw new Error(plan.reason)
    expect(Math.abs(plan.lens + 0.08)).toBeLessThan(0.02)
    expect(Math.abs(plan.roll) + Math.abs(plan.pitch)).toBeLessThan(0.01)
  })

  it('keeps white white and half-transparent what is', () => {
    const { image } = takeTilted(facade, CAMERAS[0]!)
    const plan = planUpright(shrinkLuma(image, 1000))
    if (plan.kind !== 'turn') throw new Error(plan.reason)
    expect(setUpright({ ...image, data: image.data.map(() => 255) }, plan).data.every((v) => v === 255)).toBe(
      true,
    )
    const half = { ...image, data: image.data.map((_, i) => (i % 4 === 3 ? 128 : 200)) }
    const { data } = setUpright(half, plan)
    expect(data.every((v, i) => Math.abs(v - (i % 4 === 3 ? 128 : 200)) <= 1)).toBe(true)
  })

  it('shows no border of the source', () => {
    const camera = CAMERAS[0]!
    const plan = planUpright(shrinkLuma(takeTilted(facade, camera).image, 1000))
    if (plan.kind !== 'turn') throw new Error(plan.reason)
    // Were anything outside read, the repeated red rim would show.
    const { width, height } = camera
    const rim = picture(width, height, (x, y) =>
      x * width < 2 || y * height < 2 || (1 - x) * width < 2 || (1 - y) * height < 2 ? [255, 0, 0] : grey(90),
    )
    const made = setUpright(rim, plan)
    let red = 0
    for (let y = 3; y < made.height - 3; y++) {
      for (let x = 3; x < made.width - 3; x++) if (made.data[(y * made.width + x) * 4]! > 140) red++
    }
    expect(red).toBe(0)
  })

  it('leaves a straight picture, a picture without lines and a blank one alone', () => {
    const plan = (image: Parameters<typeof shrinkLuma>[0]) => planUpright(shrinkLuma(image, 1000))
    expect(plan(picture(450, 300, facade))).toEqual({ kind: 'none', reason: 'straight' })
    expect(plan(foliage(300))).toEqual({ kind: 'none', reason: 'no-evidence' })
    expect(plan(picture(300, 200, () => grey(200)))).toEqual({ kind: 'none', reason: 'no-evidence' })
    expect(plan(picture(1, 1, () => grey(9)))).toEqual({ kind: 'none', reason: 'no-evidence' })
  })

  it('leaves a view straight up alone', () => {
    const camera = { width: 420, height: 280, focal: 0.8, pitch: 34, roll: 0 }
    expect(planUpright(shrinkLuma(takeTilted(facade, camera).image, 1000)).kind).toBe('none')
  })
})

describe('findSegments', () => {
  it('finds the edges of a bar where they are, and nothing in noise', () => {
    const bar = picture(300, 300, (x, y) => grey(Math.abs(x - 0.5 - 0.2 * (y - 0.5)) < 0.1 ? 40 : 220))
    const long = findSegments(shrinkLuma(bar, 1000), 60)
    expect(long).toHaveLength(2)
    for (const { x1, y1, x2, y2 } of long) {
      expect(Math.abs((x2 - x1) / (y2 - y1))).toBeCloseTo(0.2, 2)
      const offset = x1 - 150 - 0.2 * (y1 - 150)
      expect(Math.abs(Math.abs(offset) - 30)).toBeLessThan(0.7)
    }
    expect(
      findSegments(
        shrinkLuma(
          addNoise(
            picture(300, 300, () => grey(128)),
            20,
            2,
          ),
          1000,
        ),
        8,
      ),
    ).toEqual([])
  })
})

describe('largestRectangle', () => {
  it('fills a rectangle, and keeps inside of a trapezium', () => {
    const box = [
      { x: -2, y: -1 },
      { x: 2, y: -1 },
      { x: 2, y: 1 },
      { x: -2, y: 1 },
    ]
    expect(largestRectangle(box, 2)?.halfWidth).toBeCloseTo(2, 6)
    const trapezium = [{ x: -1, y: -1 }, { x: 1, y: -1 }, box[2]!, box[3]!]
    const inner = largestRectangle(trapezium, 2)!
    // The upper corners touch the slanted sides: half width 1 + (y − half height + 1) / 2, the lower side is at 1.
    expect(inner.y + inner.halfWidth / 2).toBeCloseTo(1, 6)
    expect(inner.halfWidth).toBeCloseTo(4 / 3, 6)
  })
})
