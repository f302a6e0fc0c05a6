import { describe, expect, it } from 'vitest'
import { zWatermark } from '#contracts/watermark.ts'
import { layOver, luminance, luminanceOf, meanLuminance, placeMarks } from '#kernels/watermark.ts'

const settings = (more: object = {}) => zWatermark.parse(more)

describe('placeMarks', () => {
  const picture = { width: 1600, height: 900 }
  const mark = { width: 160, height: 40 }

  it.each([
    ['topLeft', true, true],
    ['topRight', false, true],
    ['bottomLeft', true, false],
    ['bottomRight', false, false],
  ] as const)('puts one mark wholly into the corner %s', (corner, left, top) => {
    const [place, ...others] = placeMarks(picture, mark, settings({ layout: 'corner', corner }))
    expect(others).toEqual([])
    expect((place?.x ?? 0) < 800).toBe(left)
    expect((place?.y ?? 0) < 450).toBe(top)
    expect(Math.min(place?.x ?? 0, 1600 - (place?.x ?? 0))).toBeGreaterThan(80)
    expect(Math.min(place?.y ?? 0, 900 - (place?.y ?? 0))).toBeGreaterThan(20)
  })

  it.each([-45, -25, 0, 30])('covers the picture with tiles that keep apart, at %i°', (angle) => {
    const places = placeMarks(picture, mark, settings({ angle, gap: 1 }))
    for (let y = 0; y < 900; y += 100)
      for (let x = 0; x < 1600; x += 100)
        expect(Math.min(...places.map((p) => Math.hypot(p.x - x, p.y - y)))).toBeLessThan(320)
    for (const [i, a] of places.entries())
      for (const b of places.slice(i + 1))
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(mark.height)
  })

  it('looks alike at every size', () => {
    const large = placeMarks({ width: 3200, height: 1800 }, { width: 320, height: 80 }, settings())
    const small = placeMarks(picture, mark, settings())
    expect(large.map(({ x, y }) => [Math.round(x / 2), Math.round(y / 2)])).toEqual(
      small.map(({ x, y }) => [Math.round(x), Math.round(y)]),
    )
  })

  it('manages a picture that is smaller than the mark', () => {
    const tiny = { width: 20, height: 16 }
    for (const layout of ['tile', 'corner'])
      expect(placeMarks(tiny, mark, settings({ layout })).length).toBeGreaterThan(0)
  })
})

describe('layOver', () => {
  it('leaves alone what is not covered, and mixes what is', () => {
    const base = Uint8ClampedArray.from([10, 20, 30, 77, 100, 100, 100, 255, 0, 0, 0, 0, 50, 60, 70, 255])
    layOver(base, Uint8ClampedArray.from([9, 9, 9, 0, 200, 0, 50, 128, 240, 10, 20, 64, 1, 2, 3, 255]))
    expect([...base]).toEqual([10, 20, 30, 77, 150, 50, 75, 255, 240, 10, 20, 64, 1, 2, 3, 255])
  })
})

it('tells light colours from dark ones', () => {
  expect(luminance([255, 255, 255])).toBeCloseTo(1)
  expect(luminance([0, 0, 0])).toBe(0)
  expect(luminance([0, 255, 0])).toBeGreaterThan(luminance([255, 0, 0]))
})

it('a mark is as light as what of it can be seen', () => {
  expect(luminanceOf('#ffffff')).toBeCloseTo(1, 6)
  expect(luminanceOf('#3366cc')).toBeCloseTo(luminance([0x33, 0x66, 0xcc]), 6)
  expect(meanLuminance(Uint8ClampedArray.of(255, 255, 255, 255, 0, 0, 0, 0))).toBeCloseTo(1, 6)
  expect(meanLuminance(Uint8ClampedArray.of(0, 0, 0, 0))).toBe(0)
})
