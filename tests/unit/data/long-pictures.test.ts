import { describe, expect, it } from 'vitest'
import { isLong, keptSide, piecesOf } from '#src/data/files/long-pictures.ts'

describe('a picture that is much longer than wide', () => {
  it('is one whose sides are more than four to one', () => {
    expect([
      isLong({ width: 8000, height: 60 }),
      isLong({ width: 1080, height: 20_000 }),
      isLong({ width: 8000, height: 2000 }),
      isLong({ width: 0, height: 0 }),
    ]).toEqual([true, true, false, false])
  })

  it('keeps its shorter side as far as browsers can hold it', () => {
    expect(keptSide({ width: 8000, height: 60 })).toBe(8000)
    expect(keptSide({ width: 1080, height: 20_000 })).toBe(16_000)
    const side = keptSide({ width: 12_000, height: 2800 })
    expect(side * side * (2800 / 12_000)).toBeLessThanOrEqual(16_000_000)
  })

  it('is cut along its longer side without gaps, into no more pieces than there is room for', () => {
    const pieces = piecesOf({ width: 1080, height: 20_000 }, 50)
    expect(pieces).toHaveLength(10)
    expect(pieces.map(({ y, height }) => [y, height])).toEqual(
      Array.from({ length: 10 }, (_, k) => [2000 * k, 2000]),
    )
    expect(piecesOf({ width: 8000, height: 60 }, 3).map(({ x, width }) => [x, width])).toEqual([
      [0, 2667],
      [2667, 2666],
      [5333, 2667],
    ])
    expect(piecesOf({ width: 8000, height: 60 }, 1)).toEqual([{ x: 0, y: 0, width: 8000, height: 60 }])
  })
})
