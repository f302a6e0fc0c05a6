import { describe, expect, it } from 'vitest'
import type { Named } from '#kernels/seeing/labels.ts'
import { thingsBeforeSlats } from '#kernels/seeing/labels-panels.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import { disc, inBox } from '#tests/support/dressed.ts'

const [WIDTH, HEIGHT] = [400, 300]
const WALL: Named = { label: 'wall', sure: 0.9 }

type Is = (x: number, y: number) => boolean

/** What stands at a place before a wall of upright slats, each 4 px wide, where something is as light as its slats. */
function standing(isThing: Is, { slat = 80, gap = 62, panels = [0] } = {}) {
  const map = new Uint16Array(WIDTH * HEIGHT)
  const l = Float32Array.from(map, (_, i) => {
    const x = i % WIDTH
    return isThing(x, Math.floor(i / WIDTH)) ? 81 - 0.2 * (x % 60) : x % 6 < 4 ? slat : gap
  })
  const tidy = { parts: { map, count: 1 }, names: [WALL] }
  const sight = { width: WIDTH, height: HEIGHT, l } as Sight
  const { parts, names } = thingsBeforeSlats(tidy, sight, new Set(panels))
  return (x: number, y: number) => names[parts.map[y * WIDTH + x]!]!.label
}

describe('what is before the slats of a model', () => {
  const shade = inBox(102, 100, 150, 135)

  it('is furniture where it is wider than a slat, from end to end', () => {
    const at = standing(shade)
    for (const [x, y] of [
      [104, 102],
      [126, 118],
      [147, 133],
    ] as const)
      expect(at(x, y)).toBe('furniture')
    expect(at(90, 118)).toBe('wall')
    expect(standing(disc(200, 150, 22))(200, 150)).toBe('furniture')
  })

  it('is none in a wall without slats, and where slats are too faint to be told apart', () => {
    expect(standing(shade, { panels: [] })(126, 118)).toBe('wall')
    expect(standing(() => false, { gap: 79 })(126, 118)).toBe('wall')
  })

  it('is none where it is ragged, tiny or most of the wall', () => {
    const ragged: Is = (x, y) => shade(x, y) && x - 102 < 12 + 36 * ((y * 7) % 5 === 0 ? 1 : 0)
    expect(standing(ragged)(105, 118)).toBe('wall')
    expect(standing(inBox(102, 100, 114, 104))(106, 102)).toBe('wall')
    expect(standing(inBox(20, 20, 380, 280))(200, 150)).toBe('wall')
  })
})
