import { describe, expect, it } from 'vitest'
import { complete, NothingToCopyError } from '#kernels/inpaint/complete.ts'
import type { Raster } from '#kernels/raster.ts'

const SIDE = 96

function paint(colour: (x: number, y: number) => readonly [number, number, number], alpha = 255): Raster {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) data.set([...colour(x, y), alpha], (y * SIDE + x) * 4)
  }
  return { width: SIDE, height: SIDE, data }
}

function hole(isHole: (x: number, y: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: SIDE * SIDE }, (_, i) =>
    isHole(i % SIDE, Math.floor(i / SIDE)) ? 255 : 0,
  )
}

const disc = (radius: number) => hole((x, y) => Math.hypot(x - 48, y - 48) < radius)
const stripes = (x: number) =>
  (
    [
      [210, 180, 140],
      [90, 60, 40],
    ] as const
  )[Math.floor(x / 8) % 2] ?? [0, 0, 0]

/** The picture with noise in the hole, so that nothing can be right by chance. */
function damage(picture: Raster, mask: Uint8Array): Raster {
  const data = picture.data.slice()
  mask.forEach((value, i) => {
    if (value > 127) data.set([(i * 7919) % 256, (i * 104729) % 256, 255], 4 * i)
  })
  return { ...picture, data }
}

/** Root mean square error of the colours inside the mask. */
function errorIn(mask: Uint8Array, a: Raster, b: Raster): number {
  let sum = 0
  let count = 0
  mask.forEach((value, i) => {
    if (value <= 127) return
    for (let c = 0; c < 3; c++) {
      sum += ((a.data[4 * i + c] ?? 0) - (b.data[4 * i + c] ?? 0)) ** 2
      count++
    }
  })
  return Math.sqrt(sum / count)
}

describe('completion of holes', () => {
  it('carries stripes on through a hole much wider than a patch', () => {
    const truth = paint((x) => stripes(x))
    const mask = disc(24)
    const filled = complete(damage(truth, mask), mask)
    expect(errorIn(mask, filled, truth)).toBeLessThan(12)
  })

  it('carries slanted edges on', () => {
    const truth = paint((x, y) => (x + 0.5 * y < 70 ? [200, 60, 40] : [40, 90, 160]))
    const mask = disc(16)
    const filled = complete(damage(truth, mask), mask)
    expect(errorIn(mask, filled, truth)).toBeLessThan(30)
  })

  it('carries bars and joints on that cross in the hole', () => {
    const truth = paint((x, y) => {
      const bar = Math.abs(((x + 0.25 * y) % 32) - 16) < 2
      const joint = y % 24 < 2
      return bar ? [40, 44, 50] : joint ? [226, 224, 220] : [150, 175, 190]
    })
    const mask = disc(18)
    expect(errorIn(mask, complete(damage(truth, mask), mask), truth)).toBeLessThan(20)
  })

  it('follows a slow change of light across the hole without a step at its border', () => {
    const truth = paint((x, y) => [60 + x, 70 + y, 120])
    const mask = disc(20)
    const filled = complete(damage(truth, mask), mask)
    expect(errorIn(mask, filled, truth)).toBeLessThan(8)
  })

  it('leaves everything outside the hole and alpha as they are', () => {
    const picture = paint((x, y) => [(x * 37) % 256, (y * 91) % 256, (x * y) % 256], 200)
    const mask = disc(5)
    const filled = complete(picture, mask)
    mask.forEach((value, i) => {
      if (value <= 127)
        expect(filled.data.subarray(4 * i, 4 * i + 3)).toEqual(picture.data.subarray(4 * i, 4 * i + 3))
      expect(filled.data[4 * i + 3]).toBe(200)
    })
  })

  it('fills a hole at the border of the picture, the same every time', () => {
    const truth = paint((x) => stripes(x))
    const mask = hole((_x, y) => y > 72)
    const damaged = damage(truth, mask)
    const filled = complete(damaged, mask)
    expect(errorIn(mask, filled, truth)).toBeLessThan(25)
    expect(complete(damaged, mask).data).toEqual(filled.data)
  })

  it('returns the picture when there is no hole', () => {
    const picture = paint((x) => stripes(x))
    expect(
      complete(
        picture,
        hole(() => false),
      ).data,
    ).toEqual(picture.data)
  })

  it('refuses a hole that leaves nothing to copy from', () => {
    const picture = paint((x) => stripes(x))
    expect(() =>
      complete(
        picture,
        hole((x) => x > 3),
      ),
    ).toThrow(NothingToCopyError)
  })
})
