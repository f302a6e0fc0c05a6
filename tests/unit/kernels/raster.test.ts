import { describe, expect, it } from 'vitest'
import { areaMeans, planeMeans } from '#kernels/raster/area-means.ts'
import { blockMeans, halvedBy } from '#kernels/raster/block-means.ts'
import { cellMeans } from '#kernels/raster/cell-means.ts'

const ramp = (length: number) => Float32Array.from({ length }, (_, i) => i)
const mean = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length

describe('means over areas', () => {
  it('are those of whole pixels where the sizes divide', () => {
    // 4 × 2 in 2 × 1: {0, 1, 4, 5} and {2, 3, 6, 7}.
    expect([...planeMeans(ramp(8), { width: 4, height: 2 }, { width: 2, height: 1 })]).toEqual([2.5, 4.5])
  })

  it('share a pixel by the part that is covered', () => {
    // 3 in 2: 0 and half of 1, half of 1 and 2.
    const [left, right] = planeMeans(ramp(3), { width: 3, height: 1 }, { width: 2, height: 1 })
    expect(left).toBeCloseTo(1 / 3, 6)
    expect(right).toBeCloseTo(5 / 3, 6)
  })

  it.each([
    [7, 5, 3, 2],
    [640, 1, 211, 1],
    [13, 17, 13, 4],
    [5, 5, 5, 5],
  ])('keep the mean of the whole, %i × %i in %i × %i', (width, height, toWidth, toHeight) => {
    const plane = ramp(width * height).map((value) => (value * 7919) % 256)
    const out = planeMeans(plane, { width, height }, { width: toWidth, height: toHeight })
    expect(mean(out)).toBeCloseTo(mean(plane), 2)
  })

  it('keep channels apart, and read each row once', () => {
    const asked: number[] = []
    const read = (y: number, row: Float32Array) => {
      asked.push(y)
      row.set([y, 10, y, 30])
    }
    const out = areaMeans({ width: 2, height: 5, channels: 2, read }, { width: 1, height: 2 })
    expect(asked).toEqual([0, 1, 2, 3, 4])
    expect(out[1]).toBeCloseTo(20, 5)
    expect(out[3]).toBeCloseTo(20, 5)
    expect(out[0]).toBeCloseTo((0 + 1 + 0.5 * 2) / 2.5, 5)
  })
})

describe('means over squares', () => {
  it('leave out what is left over', () => {
    const out = blockMeans({ width: 5, height: 3, channels: 1, data: ramp(15) }, 2)
    expect(out).toEqual({ width: 2, height: 1, data: Float32Array.of(3, 5) })
  })

  it('take one channel', () => {
    const data = Float32Array.of(1, 100, 3, 300, 5, 500, 7, 700)
    expect([...blockMeans({ width: 2, height: 2, channels: 2, data }, 2, 1).data]).toEqual([400])
    expect([...blockMeans({ width: 2, height: 2, channels: 2, data }, 2).data]).toEqual([4, 400])
  })

  it('or one of each four values', () => {
    const out = halvedBy(Uint8Array.of(1, 2, 9, 3, 4, 9), 3, new Uint8Array(1), Math.max)
    expect([...out]).toEqual([4])
  })
})

describe('means over whole pixels', () => {
  const data = Uint8ClampedArray.of(0, 1, 2, 255, 10, 11, 12, 255, 20, 21, 22, 255)

  it('give a shared pixel to one of two', () => {
    const out = cellMeans({ width: 3, height: 1, data }, { width: 2, height: 1 })
    expect([...out]).toEqual([0, 1, 2, 15, 16, 17])
  })

  it('are of what the bytes stand for, and of every other one where that is enough', () => {
    const squares = Float32Array.from({ length: 256 }, (_, byte) => byte * byte)
    expect([...cellMeans({ width: 3, height: 1, data }, { width: 1, height: 1 }, squares, 2)]).toEqual([
      (0 + 400) / 2,
      (1 + 441) / 2,
      (4 + 484) / 2,
    ])
  })
})
