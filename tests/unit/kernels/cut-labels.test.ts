import { describe, expect, it } from 'vitest'
import { cutLabels } from '#kernels/segment/cut-labels.ts'

const [WIDTH, HEIGHT] = [60, 36]

/** A picture in two greys that meet at a column, the right one so much lighter. */
function greys(column: number, step: number) {
  const plane = () => new Float32Array(WIDTH * HEIGHT)
  const l = plane().map((_, i) => 60 + (i % WIDTH >= column ? step : 0))
  return { width: WIDTH, height: HEIGHT, l, a: plane(), b: plane() }
}

/** Shares of two labels, one value a tenth of the width, from a row of those of the first. */
function sharesOf(first: readonly number[]) {
  const plane = (data: readonly number[]) => ({
    width: data.length,
    height: 1,
    data: Float32Array.from(data),
  })
  return [plane(first), plane(first.map((share) => 1 - share))]
}

/** The first column with the second label in each row. */
const bordersOf = (labels: Uint8Array) =>
  Array.from({ length: HEIGHT }, (_, y) => labels.subarray(y * WIDTH, (y + 1) * WIDTH).indexOf(1))

const SOFT = [0.98, 0.97, 0.9, 0.7, 0.45, 0.4, 0.3, 0.1, 0.03, 0.02]

describe('labels of a picture', () => {
  it('end at its edge, however faint, and not where shares are even', () => {
    for (const step of [1.5, 30])
      expect(new Set(bordersOf(cutLabels(sharesOf(SOFT), greys(36, step))))).toEqual(new Set([36]))
  })

  it('end where shares say so when there is no edge, or one where they are sure', () => {
    for (const picture of [greys(36, 0), greys(54, 30)])
      for (const border of bordersOf(cutLabels(sharesOf(SOFT), picture))) {
        expect(border).toBeGreaterThan(18)
        expect(border).toBeLessThan(36)
      }
  })

  it('cover a picture that is smaller than a cell', () => {
    const plane = Float32Array.of(50, 50)
    const small = { width: 2, height: 1, l: plane, a: plane, b: plane }
    expect([...cutLabels(sharesOf([0.2]), small)]).toEqual([1, 1])
  })
})
