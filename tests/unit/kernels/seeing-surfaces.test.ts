import { describe, expect, it } from 'vitest'
import type { Facts } from '#kernels/seeing/labels-facts.ts'
import { partFloor, partWalls } from '#kernels/seeing/labels-surfaces.ts'
import { relabel } from '#kernels/seeing/regions-edit.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import type { Label, Seen } from '#kernels/seeing/scene.ts'
import { usualView } from '#kernels/seeing/view.ts'
import { toEncoded } from '#kernels/srgb.ts'

const [WIDTH, HEIGHT] = [240, 160]
/** Albedo, linear light. */
const OAK = [0.45, 0.3, 0.17] as const
const WOOL = [0.55, 0.51, 0.45] as const
const STONE = [0.4, 0.4, 0.4] as const
type Colour = readonly [number, number, number]
/** Light of the sun, which is warmer, and of the shade. */
const [SUN, SHADE] = [
  [1.3, 1.2, 1],
  [0.3, 0.32, 0.34],
] as const

interface Spot {
  colour: Colour
  light: Colour
  /** What it was taken for, and which part it is of. */
  label?: Label
  part: number
  grain?: number
}

/** Parts a floor that is painted spot by spot; its upper rows are wall. */
function parted(at: (x: number, y: number) => Spot) {
  const planes = [0, 1, 2].map(() => new Float32Array(WIDTH * HEIGHT)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const [map, texture] = [new Uint16Array(WIDTH * HEIGHT), new Float32Array(WIDTH * HEIGHT)]
  const labels: Label[] = ['wall']
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++) {
      const {
        colour,
        light,
        label = 'floor',
        part,
        grain = 0,
      } = y < 20 ? ({ colour: STONE, light: SHADE, label: 'wall', part: 0 } as Spot) : at(x, y)
      for (let c = 0; c < 3; c++) planes[c]![i] = toEncoded(Math.min(1, colour[c]! * light[c]!))
      map[i] = part
      labels[part] = label
      texture[i] = grain
    }
  const [r, g, b] = planes
  const copy = { width: WIDTH, height: HEIGHT, r, g, b, luma: g }
  const edge = new Float32Array(map.length)
  const sight = { width: WIDTH, height: HEIGHT, copy, texture, edge } as unknown as Sight
  const parts = { map, count: labels.length }
  // Those of one name were joined before.
  const ids = new Map<Label, number>()
  for (const label of labels) ids.set(label, ids.get(label) ?? ids.size)
  const tidy = {
    parts: { map: map.map((k) => ids.get(labels[k]!)!), count: ids.size },
    names: [...ids.keys()].map((label) => ({ label, sure: 0.8 })),
  }
  const made = partFloor(tidy, parts, sight)
  return (x: number, y: number) => {
    const id = made.parts.map[y * WIDTH + x]!
    return { id, ...made.names[id]! }
  }
}

const isSun = (x: number) => x < 120
const isRug = (x: number, y: number) => x > 60 && x < 200 && y > 60 && y < 130
const onRug = (x: number, y: number): Spot => {
  const rug = isRug(x, y)
  return {
    colour: rug ? WOOL : OAK,
    light: isSun(x) ? SUN : SHADE,
    part: 1 + (rug ? 2 : 0) + (isSun(x) ? 1 : 0),
  }
}

describe('the floor of a photographed room', () => {
  it('is one in the sun and in the shade, and a rug on it is none of it in either', () => {
    const at = parted(onRug)
    const [sunny, shady] = [at(30, 140), at(220, 140)]
    expect(sunny).toMatchObject({ label: 'floor' })
    expect(sunny.own).toBeUndefined()
    expect(shady.id).toBe(sunny.id)
    for (const spot of [at(90, 100), at(170, 100)]) expect(spot).toMatchObject({ label: 'floor', own: true })
    expect(at(10, 10).label).toBe('wall')
  })

  it('ends at a rug to two pixels, though the part that it was seen as has both', () => {
    const at = parted((x, y) => ({ ...onRug(x, y), part: 1 }))
    for (const [x, y] of [
      [63, 100],
      [197, 100],
      [150, 63],
      [150, 127],
    ] as const)
      expect(at(x, y).own, `${x} ${y}`).toBe(true)
    for (const [x, y] of [
      [58, 100],
      [202, 100],
      [150, 58],
      [150, 132],
    ] as const)
      expect(at(x, y).own, `${x} ${y}`).toBeUndefined()
  })

  it('has no part that only light sets apart: stone in the sun, in the shade and under a blue sky', () => {
    const at = parted((x) => ({
      colour: STONE,
      light: x < 80 ? SUN : x < 160 ? SHADE : [0.6, 0.7, 0.85],
      part: 1 + Math.floor(x / 80),
    }))
    expect(new Set([40, 120, 200].map((x) => at(x, 100).id)).size).toBe(1)
    expect(at(120, 100).own).toBeUndefined()
  })

  it('gets shadows that were taken for things where its grain goes on in them', () => {
    const disc = (grain: number) =>
      parted((x, y) => {
        const shadow = Math.hypot(x - 120, y - 90) < 30
        return {
          colour: STONE,
          light: shadow ? SHADE : SUN,
          part: shadow ? 2 : 1,
          label: shadow ? 'furniture' : 'floor',
          grain: shadow ? grain : 3,
        }
      })
    expect(disc(3)(120, 90)).toMatchObject({ label: 'floor', id: disc(3)(20, 90).id })
    expect(disc(0.4)(120, 90).label).toBe('furniture')
  })

  it('gives what is named by hand up to its new name', () => {
    const region = {
      id: 0,
      label: 'floor',
      sure: 0.8,
      own: true,
      plane: null,
      pixels: 4,
      at: { x: 0, y: 0 },
    } as const
    const view = usualView(2, 2, 'indoors')
    const seen: Seen = {
      ...{ width: 2, height: 2, setting: 'indoors', view, room: null },
      ...{ map: new Uint16Array(4), regions: [region] },
    }
    expect(relabel(seen, 0, 'furniture').regions[0]).toMatchObject({ label: 'furniture', sure: 1 })
    expect(relabel(seen, 0, 'furniture').regions[0]!.own).toBeUndefined()
  })
})

describe('the walls of a photographed house', () => {
  /** A wide plaster wall, a smaller piece beside it, and a patch of shade on it; which of the latter are no wall. */
  const ownOf = (colour: Colour, lines: Facts['lines'], part = 0.02, wall = 0.5) => {
    const plane = (c: number) =>
      Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
        const x = i % WIDTH
        const light = x >= 200 ? SHADE : SUN
        return toEncoded(Math.min(1, 0.7 * (x >= 150 && x < 200 ? colour : STONE)[c]! * light[c]!))
      })
    const [r, g, b] = [plane(0), plane(1), plane(2)]
    const sight = { width: WIDTH, height: HEIGHT, copy: { width: WIDTH, height: HEIGHT, r, g, b } }
    const map = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      i % WIDTH < 150 ? 0 : i % WIDTH < 200 ? 1 : 2,
    )
    const plain: Facts['lines'] = [2, 2, 3, 0, 0, 0]
    const facts = [
      { pixels: 150, part: wall, lines: plain, top: 0, bottom: 1 },
      { pixels: 50, part, lines, top: 0, bottom: 1 },
      { pixels: 40, part: 0.03, lines: plain, top: 0, bottom: 1 },
    ] as readonly Partial<Facts>[] as readonly Facts[]
    const names = facts.map(() => ({ label: 'wall' as const, sure: 0.9 }))
    const made = partWalls(names, facts, { map, count: 3 }, sight as Partial<Sight> as Sight)
    expect(made[0]!.own).toBeUndefined()
    expect(made[2]!.own, 'shade').toBeUndefined()
    return made[1]!.own ?? false
  }

  it('are not what has another colour in the same light, unless that is large', () => {
    expect(ownOf(OAK, [2, 2, 3, 0, 0, 0])).toBe(true)
    expect(ownOf(OAK, [2, 2, 3, 0, 0, 0], 0.2)).toBe(false)
    expect(ownOf(WOOL, [2, 2, 3, 0, 0, 0])).toBe(false)
  })

  it('are not slats, also where a pane before them takes their colour away, but have windows in rows', () => {
    expect(ownOf(STONE, [1, 2, 26, 0, 0, 0])).toBe(true)
    expect(ownOf(STONE, [20, 18, 26, 0, 0, 0])).toBe(false)
    expect(ownOf(STONE, [1, 2, 26, 0, 0, 0], 0.03, 0.04), 'slats all over').toBe(false)
  })
})
