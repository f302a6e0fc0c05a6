import { describe, expect, it } from 'vitest'
import { Resampler } from '#kernels/raster/resampler.ts'
import { lanczos3, makeTaps } from '#kernels/raster/weights.ts'

/** The same filter in floating point, without any of the resampler's means. */
function reference(data: Uint8ClampedArray, from: [number, number], to: [number, number]): Float64Array {
  const axis = (length: number, wanted: number) =>
    Array.from({ length: wanted }, (_, i) => {
      const scale = length / wanted
      const widen = Math.max(1, scale)
      const weights = Array.from({ length }, (_, j) => lanczos3((j + 0.5 - (i + 0.5) * scale) / widen))
      const sum = weights.reduce((total, weight) => total + weight, 0)
      return weights.map((weight) => weight / sum)
    })
  const [across, down] = [axis(from[0], to[0]), axis(from[1], to[1])]
  const out = new Float64Array(4 * to[0] * to[1])
  for (const [y, rows] of down.entries())
    for (const [x, columns] of across.entries())
      for (let c = 0; c < 4; c++) {
        let sum = 0
        for (const [v, row] of rows.entries()) {
          if (row === 0) continue
          for (const [u, column] of columns.entries())
            sum += row * column * (data[4 * (v * from[0] + u) + c] ?? 0)
        }
        out[4 * (y * to[0] + x) + c] = Math.min(255, Math.max(0, sum))
      }
  return out
}

function noise(width: number, height: number): Uint8ClampedArray {
  let seed = 7
  return Uint8ClampedArray.from({ length: 4 * width * height }, () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed >> 16
  })
}

describe('makeTaps', () => {
  it.each([
    [6000, 1024],
    [2250, 1024],
    [100, 99],
    [7, 3],
    [3, 1],
    [1, 5],
    [40, 95],
  ])('has weights that sum to one and stay inside: %i → %i', (from, to) => {
    const { count, starts, weights } = makeTaps(from, to, 4)
    expect(count % 4).toBe(0)
    for (let i = 0; i < to; i += to > 200 ? 17 : 1) {
      const own = weights.subarray(i * count, (i + 1) * count)
      expect(own.reduce((sum, weight) => sum + weight, 0)).toBe(1 << 14)
      const start = starts[i] ?? -1
      expect(start).toBeGreaterThanOrEqual(0)
      expect(start + own.findLastIndex((weight) => weight !== 0)).toBeLessThan(from)
    }
  })
})

describe('Resampler', async () => {
  const resampler = await Resampler.create()
  if (!resampler) throw new Error('no SIMD')
  const scale = async (data: Uint8ClampedArray, from: [number, number], to: [number, number]) => {
    const seen: number[] = []
    const out = await resampler.scale(...from, ...to, (target, at, rows) => {
      expect(target.length).toBe(4 * from[0] * rows)
      for (let y = at; y < at + rows; y++) seen.push(y)
      target.set(data.subarray(4 * from[0] * at, 4 * from[0] * (at + rows)))
    })
    expect(seen).toEqual(Array.from({ length: from[1] }, (_, y) => y))
    return out.slice()
  }

  it.each([
    [90, 60, 41, 27],
    [61, 200, 7, 23],
    [33, 17, 32, 16],
    [5, 4, 3, 2],
    [3, 3, 1, 1],
    [1, 1, 6, 5],
    [20, 12, 47, 31],
    [1, 300, 1, 11],
    [300, 1, 13, 1],
  ])('agrees with the formula to a rounding: %i × %i → %i × %i', async (w, h, toW, toH) => {
    const data = noise(w, h)
    const [ours, exact] = [await scale(data, [w, h], [toW, toH]), reference(data, [w, h], [toW, toH])]
    let most = 0
    for (const [i, value] of exact.entries()) most = Math.max(most, Math.abs(value - (ours[i] ?? 0)))
    expect(most).toBeLessThan(0.75)
  })

  it('keeps a plain picture plain, and is not disturbed by the picture before', async () => {
    await scale(noise(300, 200), [300, 200], [100, 67])
    const plain = new Uint8ClampedArray(4 * 500 * 400).fill(255)
    expect((await scale(plain, [500, 400], [123, 98])).every((value) => value === 255)).toBe(true)
    const first = await scale(noise(90, 60), [90, 60], [41, 27])
    await scale(noise(1000, 900), [1000, 900], [300, 270])
    expect(await scale(noise(90, 60), [90, 60], [41, 27])).toEqual(first)
  })

  it('reads large pictures in strips', async () => {
    let strips = 0
    await resampler.scale(4000, 1000, 40, 10, () => void strips++)
    expect(strips).toBeGreaterThan(10)
  })
})
