import { describe, expect, test } from 'vitest'
import { paramsOf } from '#ops/index.ts'
import { marginsOf } from '#ops/outpaint/margins.ts'

const params = (patch: object) => paramsOf('outpaint').parse(patch)

describe('sides of an extension', () => {
  test('are those asked for', () => {
    const sides = { left: 1, right: 2, top: 3, bottom: 4 }
    expect(marginsOf(params(sides), 100, 50)).toEqual(sides)
  })

  test.each([
    ['16:9', 1600, 1200, { left: 266, right: 267, top: 0, bottom: 0 }],
    ['1:1', 300, 200, { left: 0, right: 0, top: 50, bottom: 50 }],
    ['9:16', 900, 1600, { left: 0, right: 0, top: 0, bottom: 0 }],
  ] as const)('bring a picture to %s with the fewest pixels', (ratio, width, height, sides) => {
    const margins = marginsOf(params({ ratio }), width, height)
    expect([margins.left + margins.right, margins.top + margins.bottom]).toEqual([
      sides.left + sides.right,
      sides.top + sides.bottom,
    ])
    expect(Math.abs(margins.left - margins.right)).toBeLessThanOrEqual(1)
    expect(Math.abs(margins.top - margins.bottom)).toBeLessThanOrEqual(1)
  })

  test('leave the picture where it was asked to lie', () => {
    expect(marginsOf(params({ ratio: '1:1', position: 'start' }), 300, 200)).toMatchObject({
      top: 0,
      bottom: 100,
    })
    expect(marginsOf(params({ ratio: '1:1', position: 'end' }), 300, 200)).toMatchObject({
      top: 100,
      bottom: 0,
    })
  })
})
