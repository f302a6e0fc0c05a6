import { describe, expect, it } from 'vitest'
import type { Stroke } from '#contracts/surfaces.ts'
import { changeRegions, partAt, regionsAt } from '#kernels/render/change-regions.ts'
import { guessesOf } from '#kernels/render/guesses.ts'
import { mergeRegions, partRegions, relabel } from '#kernels/seeing/regions-edit.ts'
import { mergeAlong, splitAlong } from '#kernels/seeing/regions-strokes.ts'
import type { Region, Seen } from '#kernels/seeing/scene.ts'
import { groundOf, usualView } from '#kernels/seeing/view.ts'
import { NAMES } from '#kernels/segmentation/names.ts'

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
    const { seen: after, ids } = partRegions(before, mask)
    expectSound(after)
    expect(ids).toEqual([4])
    expect(after.regions).toHaveLength(5)
    expect(after.regions[4]).toMatchObject({ label: 'wall', pixels: 8 * 16 })
    expect(after.regions[4]!.plane).toEqual(before.regions[1]!.plane)
    expect(() => partRegions(before, new Uint8Array(3))).toThrow(RangeError)
  })

  it('stay whole when a mask takes all of them', () => {
    const before = house()
    const { seen, ids } = partRegions(
      before,
      Uint8Array.from(before.map, (k) => (k === 2 ? 1 : 0)),
    )
    expect({ seen, ids }).toEqual({ seen: before, ids: [2] })
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

it('a region whose name is said again is sure of it, with its plane and what else it is', () => {
  const before = house()
  const [, wall] = before.regions
  const after = changeRegions(before, [{ x: 0.6, y: 0.5, label: 'wall' }])
  expect(after.regions[1]).toEqual({ ...wall, sure: 1 })
  expect(after.regions.filter(({ sure }) => sure < 1)).toHaveLength(before.regions.length - 1)
})

describe('how much a change takes', () => {
  const at = { x: 0.7, y: 0.4 }
  /** The wall is of two pieces, left and right of the picture's middle. */
  const parted = (): Seen => ({ ...house(), parts: house().map.map((_, i) => Number(i % WIDTH >= 20)) })
  const labelsOf = ({ regions }: Seen) => regions.map(({ label, sure }) => `${label} ${sure}`)

  it('is a piece of a region, whose rest stays as sure as it was', () => {
    const after = changeRegions(parted(), [{ ...at, extent: 'part', label: 'roof' }])
    expectSound(after)
    expect(labelsOf(after)).toEqual(['sky 0.5', 'wall 0.5', 'opening 0.5', 'ground 0.5', 'roof 1'])
    expect(after.regions[4]!.pixels).toBe(10 * 16)
    expect(partAt(after, at)).toBeNull()
    const whole = changeRegions(house(), [{ ...at, extent: 'part', label: 'roof' }])
    expect(labelsOf(whole)[1]).toBe('roof 1')
  })

  it('is all of one name that touch each other', () => {
    const cut = changeRegions(parted(), [{ ...at, extent: 'part' }])
    const after = changeRegions(cut, [{ ...at, extent: 'joined', finish: 'brick-red' }])
    expect(after.regions.flatMap(({ id, finish }) => (finish ? id : []))).toEqual([1, 4])
    expect(regionsAt(after, at)).toEqual([4])
  })

  it('is all of one name and colour, wherever they are', () => {
    const seen = house()
    const [sky, wall, opening, ground] = seen.regions as [Region, Region, Region, Region]
    const walls = [
      { ...sky, label: 'wall' as const, lab: [80, 2, 3] as const },
      { ...wall, lab: [70, 2, 5] as const },
      { ...opening, lab: [70, 2, 5] as const },
      { ...ground, label: 'wall' as const, lab: [70, 40, 30] as const },
    ]
    expect(regionsAt({ ...seen, regions: walls }, { ...at, extent: 'alike' })).toEqual([0, 1])
  })

  it('is what lies mostly in a loop, which parts regions where their pieces end', () => {
    // Around the window and the left piece of the wall, and roughly so.
    const around: Stroke = [
      [0.22, 0.18],
      [0.52, 0.22],
      [0.51, 0.75],
      [0.27, 0.7],
    ]
    const after = changeRegions(parted(), [{ x: 0.4, y: 0.5, around, label: 'roof' }])
    expectSound(after)
    expect(labelsOf(after)).toEqual(['sky 0.5', 'wall 0.5', 'roof 1', 'ground 0.5', 'roof 1'])
    expect(after.regions[4]!.pixels).toBe(10 * 16 - 25)
    const planted = changeRegions(parted(), [{ x: 0.4, y: 0.5, around, label: 'vegetation' }])
    expectSound(planted)
    expect(labelsOf(planted)).toEqual(['sky 0.5', 'wall 0.5', 'ground 0.5', 'vegetation 1'])
  })

  it('is all in a loop that holds no piece', () => {
    const around: Stroke = [
      [0, 0],
      [0.1, 0],
      [0.1, 0.2],
      [0, 0.2],
    ]
    const after = changeRegions(house(), [{ x: 0.05, y: 0.1, around, label: 'vegetation' }])
    expectSound(after)
    expect(after.regions[4]).toMatchObject({ label: 'vegetation', pixels: 4 * 6 })
    expect(after.regions[0]).toMatchObject({ label: 'sky', sure: 0.5 })
  })
})

it('a place is guessed by the mean shares of the labels over it', () => {
  const [width, height] = [4, 2]
  const shares = new Float32Array(NAMES.length * width * height)
  const give = (name: string, x: number, value: number) => {
    const plane = NAMES.findIndex((one) => one.name === name) * width * height
    for (const y of [0, 1]) shares[plane + y * width + x] = value
  }
  for (const x of [0, 1]) {
    give('building', x, 0.3)
    give('wall', x, 0.3)
    give('sky', x, 0.35)
    // There is none outdoors.
    give('ceiling', x, 0.05)
  }
  for (const x of [2, 3]) give('grass', x, 1)
  const segmentation = { width, height, shares, setting: [0, 1, 0], kind: [1, 0, 0, 0] }
  const left = Uint8Array.from({ length: 8 * 4 }, (_, i) => Number(i % 8 < 4))
  expect(guessesOf(segmentation, 'outdoors', left, 8)).toEqual(['wall', 'sky'])
})
