import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Attempt, searchQuality, searchScale } from '#kernels/compress/search.ts'
import { turn } from '#kernels/raster/turn.ts'

const blobOf = (size: number) => new Blob([new Uint8Array(Math.round(size))])
/** An encoder whose size grows with quality like a JPEG's. */
const sizeAt = (quality: number, area = 1) => 20_000 * area * Math.exp(quality / 30)

describe('search for a size', () => {
  it('finds a quality just under the target in few encodings', async () => {
    let calls = 0
    const encode = async (quality: number) => {
      calls++
      return blobOf(sizeAt(quality))
    }
    const found = await searchQuality(encode, 200_000, false)
    expect(found.blob.size).toBeLessThanOrEqual(200_000)
    expect(found.blob.size).toBeGreaterThan(0.9 * 200_000)
    expect(calls).toBeLessThanOrEqual(7)
  })

  it('never exceeds a target that the lowest quality meets', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 65_000, max: 900_000 }), async (target) => {
        const found = await searchQuality(async (quality) => blobOf(sizeAt(quality)), target, false)
        expect(found.blob.size).toBeLessThanOrEqual(target)
      }),
      { numRuns: 30 },
    )
  })

  it('goes on to fewer pixels when quality alone does not do', async () => {
    const low = await searchQuality(async (quality) => blobOf(sizeAt(quality)), 20_000, false)
    expect(low.quality).toBe(35)
    const make = async (factor: number, quality: number): Promise<Attempt & { factor: number }> => {
      return { blob: blobOf(sizeAt(quality, factor ** 1.7)), quality, factor }
    }
    const found = await searchScale(low, 20_000, 1000, make)
    expect(found?.blob.size).toBeLessThanOrEqual(20_000)
    expect(found?.blob.size).toBeGreaterThan(0.8 * 20_000)
  })

  it('gives the smallest it could make when the target is out of reach', async () => {
    const make = async (factor: number, quality: number) => ({ blob: blobOf(9000 + 1000 * factor), quality })
    const found = await searchScale({ blob: blobOf(10_000), quality: 35 }, 5000, 64, make)
    expect(found?.blob.size).toBeLessThan(10_000)
    expect(await searchScale({ blob: blobOf(10_000), quality: 35 }, 5000, 16, make)).toBeNull()
  })
})

describe('orientation', () => {
  // Positions of the letters of "ab/cd/ef" after each Exif orientation was undone.
  const stored = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }
  const raster = {
    width: 2,
    height: 3,
    data: new Uint8ClampedArray(Uint32Array.from(Object.values(stored)).buffer),
  }
  it.each([
    [1, 'ab/cd/ef'],
    [2, 'ba/dc/fe'],
    [3, 'fe/dc/ba'],
    [4, 'ef/cd/ab'],
    [5, 'ace/bdf'],
    [6, 'eca/fdb'],
    [7, 'fdb/eca'],
    [8, 'bdf/ace'],
  ])('turns orientation %i upright', (orientation, wanted) => {
    const { width, data } = turn(raster, orientation)
    const letters = [...new Uint32Array(data.buffer)].map((n) => 'abcdef'[n - 1]).join('')
    const rows = letters.match(new RegExp(`.{${width}}`, 'g'))
    expect(rows?.join('/')).toBe(wanted)
  })
})
