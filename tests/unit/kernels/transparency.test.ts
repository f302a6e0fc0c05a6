import { describe, expect, it } from 'vitest'
import { spreadColours } from '#kernels/alpha.ts'
import { analyse } from '#kernels/grade/analyse.ts'
import { applyGrade } from '#kernels/grade/apply.ts'
import type { Raster } from '#kernels/raster.ts'
import { OP_IDS, OPS, paramsOf } from '#ops/index.ts'
import { asSeen } from '#ops/transparency.ts'

const SIZE = 160
const BRICK = [196, 84, 60] as const

/** A brick-red disc with a soft edge of several pixels; `hidden` lies where nothing is seen, and nearly nothing. */
function disc(hidden: readonly number[]): Raster {
  const data = new Uint8ClampedArray(4 * SIZE * SIZE)
  for (let i = 0; i < SIZE * SIZE; i++) {
    const away = Math.hypot((i % SIZE) - SIZE / 2, Math.floor(i / SIZE) - SIZE / 2) - 50
    const alpha = Math.round(255 * Math.min(1, Math.max(0, 0.5 - away / 12)))
    data.set([...(alpha >= 8 ? BRICK : hidden), alpha], 4 * i)
  }
  return { width: SIZE, height: SIZE, data }
}

const alphasOf = ({ data }: Raster) => data.filter((_, i) => i % 4 === 3)

describe('transparent pictures', () => {
  const black = disc([0, 0, 0])
  const loud = disc([0, 255, 255])

  it('get the colours of what is visible under what is not', () => {
    const spread = spreadColours(black)
    expect(alphasOf(spread)).toEqual(alphasOf(black))
    expect(spread.data.every((value, i) => i % 4 === 3 || value === BRICK[i % 4])).toBe(true)
    const empty = { width: 2, height: 1, data: new Uint8ClampedArray([9, 9, 9, 0, 8, 8, 8, 3]) }
    expect([...spreadColours(empty).data]).toEqual([255, 255, 255, 0, 255, 255, 255, 3])
    const opaque = { width: 1, height: 1, data: new Uint8ClampedArray([1, 2, 3, 255]) }
    expect(spreadColours(opaque)).toBe(opaque)
  })

  it.each(
    OP_IDS.filter((op) => OPS[op].builtIn.length > 0 && OPS[op].accepts.some((role) => role === 'image')),
  )('show %s nothing of what is hidden', (op) => {
    const [one, other] = [asSeen(op, 'image', black), asSeen(op, 'image', loud)]
    if (OPS[op].transparency === 'own') return expect(one).toBe(black)
    // What is nearly invisible shades white by a few steps; what is hidden by none.
    const apart = one.data.reduce((most, value, i) => Math.max(most, Math.abs(value - other.data[i]!)), 0)
    expect(apart).toBeLessThanOrEqual(OPS[op].transparency ? 0 : 8)
    if (OPS[op].transparency) expect(alphasOf(one)).toEqual(alphasOf(black))
    else expect(alphasOf(one).every((alpha) => alpha === 255)).toBe(true)
  })

  it('keep their edges free of a dark fringe when they are corrected', () => {
    const { lutStrength: _, ...settings } = paramsOf('grade').parse({ clarity: 80, sharpen: 80, denoise: 60 })
    const seen = asSeen('grade', 'image', black)
    const { data } = applyGrade(seen, analyse(seen), settings, null, () => undefined)
    const light = (i: number) => data[4 * i]! + data[4 * i + 1]! + data[4 * i + 2]!
    const middle = light((SIZE / 2) * SIZE + SIZE / 2)
    const edge = Array.from({ length: SIZE * SIZE }, (_, i) => i).filter(
      (i) => data[4 * i + 3]! > 0 && data[4 * i + 3]! < 250,
    )
    expect(edge.length).toBeGreaterThan(1000)
    expect(Math.min(...edge.map(light))).toBeGreaterThan(middle - 24)
  })
})
