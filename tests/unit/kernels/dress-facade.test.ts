import { describe, expect, it } from 'vitest'
import { dress } from '#kernels/dress/dress.ts'
import type { Finish } from '#kernels/dress/look.ts'
import { prepareDress } from '#kernels/dress/prepare.ts'
import type { Surface3 } from '#kernels/seeing/scene.ts'
import {
  dressed,
  finish,
  inBox,
  isGreen,
  isGrey,
  isRed,
  LOOK,
  RED_WOOD,
  sceneOf,
  type Thing,
  WIDTH,
} from '#tests/support/dressed.ts'

describe('a façade', () => {
  const look = {
    ...LOOK,
    finishes: { wall: [finish([200, 200, 200]), RED_WOOD], ground: [finish([90, 90, 90])] },
  }
  const isAccent = (is: Thing['is'], x: number, y: number, colour?: Thing['colour'], own?: Finish) => {
    const things: Thing[] = [
      { label: 'ground', is: () => true },
      { label: 'wall', is: inBox(20, 20, 280, 110) },
      { label: 'wall', is },
    ]
    const { image, seen } = sceneOf(
      'outdoors',
      things.map((thing) => (colour ? { ...thing, colour } : thing)),
    )
    const facing = (distance: number): Surface3 => ({ normal: [0, 0, 1], distance })
    const regions = seen.regions.map((region, id) =>
      id > 0 ? { ...region, plane: facing(-10 - id) } : region,
    )
    const options = { strength: 1, lock: false, seed: 4, finishes: new Map(own ? [[2, own]] : []) }
    const { data } = dress(prepareDress(image, { ...seen, regions }), look, options)
    const [r, g, b] = data.subarray(4 * (y * WIDTH + x))
    return isRed({ r: r!, g: g!, b: b! })
  }

  it('takes the first finish of its walls, and so does every other part of it', () => {
    const [band, wing] = [inBox(20, 20, 280, 36), inBox(180, 40, 270, 110)]
    expect(isAccent(band, 150, 28)).toBe(false)
    expect(isAccent(wing, 220, 80)).toBe(false)
    expect(isAccent(wing, 220, 80, [150, 170, 200])).toBe(false)
    expect(isAccent(wing, 220, 80, undefined, RED_WOOD)).toBe(true)
  })

  it('has the tint of a roof, plant or pane as far as the name is sure, so that a wrong one is no patch', () => {
    const finishes = { ...look.finishes, roof: [RED_WOOD], vegetation: [finish([40, 170, 60])] }
    const colour = (label: Thing['label'], sure: number, kind: 'model' | 'drawing') => {
      const things: Thing[] = [
        { label: 'ground', is: () => true, level: () => 255 },
        { label: 'wall', is: inBox(20, 20, 280, 110), level: () => 255 },
        { label, sure, is: inBox(100, 40, 200, 100), level: () => 255 },
      ]
      return dressed('outdoors', things, { ...look, finishes, planting: 0 }, kind)(150, 70)
    }
    expect(isGrey(colour('roof', 0.02, 'model'))).toBe(true)
    expect(isGrey(colour('vegetation', 0.02, 'drawing'))).toBe(true)
    expect(isGreen(colour('vegetation', 0.02, 'model'))).toBe(true)
    expect(colour('opening', 0, 'drawing').g - colour('opening', 0.9, 'drawing').g).toBeGreaterThan(60)
  })
})
