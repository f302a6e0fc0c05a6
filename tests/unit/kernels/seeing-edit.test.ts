import { describe, expect, it } from 'vitest'
import { changeRegions } from '#kernels/render/change-regions.ts'
import { mergeRegions, relabel, splitRegion } from '#kernels/seeing/regions-edit.ts'
import { mergeAlong, splitAlong } from '#kernels/seeing/regions-strokes.ts'
import type { Region, Seen } from '#kernels/seeing/scene.ts'
import { groundOf, usualView } from '#kernels/seeing/view.ts'

const WIDTH = 40
const HEIGHT = 30

/** Sky, a wall with a window in it, and the ground. */
function house(): Seen {
  const view = usualView(WIDTH, HEIGHT, 'outdoors')
  const map = new Uint16Array(WIDTH * HEIGHT)
  for (let i = 0; i < map.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const isWall = x >= 10 && x < 30 && y >= 6 && y < 22
    const isWindow = x >= 15 && x < 20 && y >= 10 && y < 15
    map[i] = isWindow ? 2 : isWall ? 1 : y < 15 ? 0 : 3
  }
  const wall = { normal: [0, 0, -1] as const, distance: -8 }
  const region = (id: number, label: Region['label'], plane: Region['plane']): Region => {
    const first = map.indexOf(id)
    const at = { x: (first % WIDTH) + 0.5, y: Math.floor(first / WIDTH) + 0.5 }
    return { id, label, sure: 0.5, plane, pixels: map.filter((k) => k === id).length, at }
  }
  const regions = [
    region(0, 'sky', null),
    region(1, 'wall', wall),
    region(2, 'opening', wall),
    region(3, 'ground', groundOf(view, 'outdoors')),
  ]
  return { width: WIDTH, height: HEIGHT, kind: 'model', setting: 'outdoors', view, room: null, map, regions }
}

function expectSound({ map, regions, width }: Seen): void {
  for (const [id, region] of regions.entries()) {
    expect(region.id).toBe(id)
    expect(map.filter((k) => k === id)).toHaveLength(region.pixels)
    expect(map[Math.floor(region.at.y) * width + Math.floor(region.at.x)]).toBe(id)
  }
}

describe('regions by hand', () => {
  it('become one with the name and the plane of the largest', () => {
    const before = house()
    const after = mergeRegions(before, [2, 1])
    expectSound(after)
    expect(after.regions.map(({ label }) => label)).toEqual(['sky', 'wall', 'ground'])
    expect(after.regions[1]!.pixels).toBe(20 * 16)
    expectSound(before)
    expect(before.regions).toHaveLength(4)
    expect(mergeRegions(before, [2])).toBe(before)
    expect(() => mergeRegions(before, [1, 9])).toThrow(RangeError)
  })

  it('are cut where a mask says, and keep their name', () => {
    const before = house()
    const mask = new Uint8Array(before.map.length)
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 22; x < 30; x++) mask[y * WIDTH + x] = y >= 6 && y < 22 ? 1 : 0
    const after = splitRegion(before, mask)
    expectSound(after)
    expect(after.regions).toHaveLength(5)
    expect(after.regions[4]).toMatchObject({ label: 'wall', pixels: 8 * 16 })
    expect(after.regions[4]!.plane).toEqual(before.regions[1]!.plane)
    expect(() => splitRegion(before, new Uint8Array(3))).toThrow(RangeError)
  })

  it('vanish when a mask takes all of them', () => {
    const before = house()
    const after = splitRegion(
      before,
      Uint8Array.from(before.map, (k) => (k === 2 ? 1 : 0)),
    )
    expectSound(after)
    expect(after.regions.map(({ label }) => label)).toEqual(['sky', 'wall', 'ground', 'opening'])
  })

  it('take another name and a plane that goes with it', () => {
    const before = house()
    expect(relabel(before, 1, 'vegetation').regions[1]).toMatchObject({ label: 'vegetation', plane: null })
    expect(relabel(before, 0, 'ground').regions[0]!.plane).toEqual(before.regions[3]!.plane)
    const stood = relabel(relabel(before, 1, 'vegetation'), 1, 'wall').regions[1]!
    expect(stood.sure).toBe(1)
    // The wall's lower edge is 7 px under the horizon, which the usual camera's ground has at 1.6 m · focal / 7.
    expect(stood.plane!.distance).toBeCloseTo((-1.6 * before.view.focal) / 7, 6)
    expect(() => relabel(before, 9, 'wall')).toThrow(RangeError)
  })
})

describe('strokes', () => {
  it('join what they pass', () => {
    const after = mergeAlong(house(), [
      { x: 12, y: 12 },
      { x: 17, y: 12 },
    ])
    expectSound(after)
    expect(after.regions.map(({ label }) => label)).toEqual(['sky', 'wall', 'ground'])
  })

  it('cut a region from side to side, even where they end inside of it', () => {
    const before = house()
    const after = splitAlong(
      before,
      [
        { x: 24, y: 9 },
        { x: 24, y: 12 },
        { x: 24, y: 18 },
      ],
      false,
    )
    expectSound(after)
    const walls = after.regions.filter(({ label }) => label === 'wall')
    expect(walls.map(({ pixels }) => pixels).sort((a, b) => b - a)).toEqual([15 * 16 - 5 * 5, 5 * 16])
    expect(walls[1]!.plane).toEqual(before.regions[1]!.plane)
  })

  it('cut out what they go round', () => {
    const corners = [
      { x: 2.5, y: 20.5 },
      { x: 8.5, y: 20.5 },
      { x: 8.5, y: 26.5 },
      { x: 2.5, y: 26.5 },
    ]
    const after = splitAlong(house(), corners, true)
    expectSound(after)
    expect(after.regions.at(-1)).toMatchObject({ label: 'ground', pixels: 25 })
  })

  it('leave everything as it is where they part nothing', () => {
    const before = house()
    const [from, to] = [
      { x: 2, y: 2 },
      { x: 3, y: 2 },
    ]
    expect(mergeAlong(before, [from, to])).toBe(before)
    expect(splitAlong(before, [from, from], false)).toBe(before)
  })
})

it('changes are made in their order: pieces keep what their region was given', () => {
  const wall = { x: 0.6, y: 0.5 }
  const set = { ...wall, label: 'roof' as const, finish: 'tile-clay' }
  const split = {
    split: [
      [0.6, 0.3],
      [0.6, 0.6],
    ] as [number, number][],
    closed: false,
  }
  const cut = changeRegions(house(), [set, split])
  expectSound(cut)
  expect(cut.regions.filter(({ finish }) => finish === 'tile-clay')).toHaveLength(2)
  const named = changeRegions(house(), [set, split, { x: 0.7, y: 0.5, label: 'wall' }])
  expect(named.regions.filter(({ label }) => label === 'roof')).toMatchObject([{ finish: 'tile-clay' }])
  const whole = changeRegions(house(), [
    set,
    split,
    {
      merge: [
        [0.5, 0.6],
        [0.7, 0.6],
      ],
    },
  ])
  expect(whole.regions.filter(({ finish }) => finish === 'tile-clay')).toHaveLength(1)
})
