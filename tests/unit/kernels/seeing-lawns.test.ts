import { describe, expect, it } from 'vitest'
import { hash } from '#kernels/relight/noise.ts'
import type { Named } from '#kernels/seeing/labels.ts'
import { partLawns } from '#kernels/seeing/labels-lawns.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import type { Label } from '#kernels/seeing/scene.ts'
import { disc, inBox } from '#tests/support/dressed.ts'

const [WIDTH, HEIGHT] = [640, 400]
const [WALL, GROUND, STONE] = [0, 1, 2] as const
const LABELS: readonly Label[] = ['wall', 'ground', 'other']

type Is = (x: number, y: number) => boolean

/** Regions of a model's garden whose ground begins at the row 100, with blades of grass where they are asked for. */
function parted(isGrass: Is, isStone: Is = () => false) {
  const [map, l] = [new Uint16Array(WIDTH * HEIGHT), new Float32Array(WIDTH * HEIGHT)]
  for (let i = 0; i < map.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    map[i] = isStone(x, y) ? STONE : y < 100 ? WALL : GROUND
    l[i] = 70 + (isGrass(x, y) ? 12 * (hash(x, y, 3) - 0.5) : 0)
  }
  const names = LABELS.map((label): Named => ({ label, sure: 0.9 }))
  const sight = { width: WIDTH, height: HEIGHT, l } as Sight
  const { parts, names: named } = partLawns({ parts: { map, count: names.length }, names }, sight)
  return { at: (x: number, y: number) => parts.map[y * WIDTH + x]!, names: named }
}

describe('a lawn in the bare ground of a model', () => {
  it('is a ground of its own, with a hole that is none of it', () => {
    const [lawn, hole] = [inBox(60, 200, 220, 360), disc(140, 280, 4)]
    const { at, names } = parted((x, y) => lawn(x, y) && !hole(x, y))
    const id = at(100, 300)
    expect([WALL, GROUND]).not.toContain(id)
    expect(names[id]).toEqual({ label: 'ground', sure: 0.9 })
    expect(at(140, 280)).toBe(id)
    expect(at(400, 300)).toBe(GROUND)
    expect(at(300, 40)).toBe(WALL)
  })

  it('is none along the edges of slabs, in a ground that is all lawn, and where it is too small', () => {
    const rim: Is = (x, y) => inBox(100, 200, 400, 300)(x, y) && !inBox(104, 204, 396, 296)(x, y)
    for (const isGrass of [rim, () => true, inBox(100, 200, 120, 220)]) {
      const { at, names } = parted(isGrass)
      expect(names).toHaveLength(3)
      expect(at(102, 210)).toBe(GROUND)
    }
  })

  it('has the blades before a stone, and leaves the stone', () => {
    const [lawn, stone] = [inBox(60, 200, 300, 380), inBox(100, 180, 240, 320)]
    const blades = inBox(190, 180, 260, 330)
    const isGrass: Is = (x, y) => (lawn(x, y) && !stone(x, y)) || blades(x, y)
    const { at } = parted(isGrass, stone)
    expect(at(140, 250)).toBe(STONE)
    expect(at(225, 290)).toBe(at(80, 350))
    expect(at(225, 290)).toBeGreaterThan(STONE)
  })
})
