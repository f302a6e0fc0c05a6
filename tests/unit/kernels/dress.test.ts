import { describe, expect, it } from 'vitest'
import { dress } from '#kernels/dress/dress.ts'
import { FARTHEST, readGeometry } from '#kernels/dress/geometry.ts'
import type { DressOptions, Finish, Look } from '#kernels/dress/look.ts'
import { prepareDress } from '#kernels/dress/prepare.ts'
import type { MaterialPicture } from '#kernels/materials/material-picture.ts'
import { mapAt } from '#kernels/raster/map-at.ts'
import type { Raster } from '#kernels/raster.ts'
import { paletteOfPicture } from '#kernels/render/look-of-plan.ts'
import type { Label, Region, Seen, Setting, Spot, Surface3 } from '#kernels/seeing/scene.ts'
import { groundOf, planeAxes, pointAt, usualView } from '#kernels/seeing/view.ts'
import { NOON } from '#tests/support/looks.ts'

const [WIDTH, HEIGHT] = [240, 160]

/** A picture by a grey level of each pixel, with a little tint where asked for. */
function picture(level: (x: number, y: number) => number, tint = 0): Raster {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i += 4) {
      const value = level(x, y)
      data.set([value + tint, value, value - tint, 255], i)
    }
  return { width: WIDTH, height: HEIGHT, data }
}

/** A scene of regions that a rule tells. */
function seenBy(
  setting: Setting,
  of: (x: number, y: number) => number,
  labels: readonly [Label, Surface3 | null][],
  kind: Seen['kind'] = 'model',
): Seen {
  const map = new Uint16Array(WIDTH * HEIGHT)
  const places: Spot[] = labels.map(() => ({ x: 0, y: 0 }))
  const pixels = labels.map(() => 0)
  for (let i = 0; i < map.length; i++) {
    const id = of(i % WIDTH, Math.floor(i / WIDTH))
    map[i] = id
    pixels[id]!++
    places[id] = { x: (i % WIDTH) + 0.5, y: Math.floor(i / WIDTH) + 0.5 }
  }
  const regions = labels.map(
    ([label, plane], id): Region => ({ id, label, plane, sure: 1, pixels: pixels[id]!, at: places[id]! }),
  )
  const view = usualView(WIDTH, HEIGHT, setting)
  return { width: WIDTH, height: HEIGHT, kind, setting, view, room: null, map, regions }
}

function paint(colour: readonly [number, number, number], gloss = 0): Finish {
  return { material: null, colour, tint: 1, gloss }
}

/** Dark and light squares of half a metre. */
const CHECKER: MaterialPicture = {
  picture: {
    width: 64,
    height: 64,
    data: Uint8ClampedArray.from({ length: 4 * 64 * 64 }, (_, i) => {
      const [x, y] = [(i >> 2) % 64, (i >> 2) >> 6]
      return i % 4 === 3 ? 255 : x < 32 === y < 32 ? 40 : 220
    }),
  },
  repeatMm: 1000,
  repeats: true,
}

const LOOK: Look = {
  finishes: {
    wall: [paint([0.7, 0.6, 0.5])],
    floor: [{ material: CHECKER, colour: [0, 0, 0], tint: 0, gloss: 0 }],
    ground: [paint([0.1, 0.2, 0.05])],
  },
  ...NOON,
  planting: 0.5,
}
const FULL: DressOptions = { strength: 1, lock: false, seed: 4, finishes: new Map() }
const FACING: Surface3 = { normal: [0, 0, -1], distance: -8 }
const VIEW = usualView(WIDTH, HEIGHT, 'indoors')

const luma = ({ data }: Raster, i: number) =>
  0.2126 * data[4 * i]! + 0.7152 * data[4 * i + 1]! + 0.0722 * data[4 * i + 2]!

/** A wall over a floor, as a model without colours. */
function room() {
  const floor = groundOf(VIEW, 'indoors')
  const border = 96
  return {
    image: picture((_, y) => (y < border ? 190 : 170)),
    seen: seenBy('indoors', (_, y) => (y < border ? 0 : 1), [
      ['wall', FACING],
      ['floor', floor],
    ]),
    floor,
    border,
  }
}

describe('regions at the size of a larger picture', () => {
  it('end where its colours do, however coarsely they were seen', () => {
    const isOver = (x: number, y: number) => 0.63 * x + 11 > y
    const image = picture((x, y) => (isOver(x, y) ? 190 : 110) + ((x + y) % 3))
    const [width, height] = [WIDTH / 4, HEIGHT / 4]
    const seen = seenBy('indoors', (x, y) => (isOver(x, y) ? 0 : 1), [
      ['wall', FACING],
      ['floor', FACING],
    ])
    const map = Uint16Array.from({ length: width * height }, (_, k) =>
      isOver(4 * (k % width) + 2, 4 * Math.floor(k / width) + 2) ? 0 : 1,
    )
    const found = mapAt({ ...seen, width, height, map }, image)
    const wrong = found.filter((id, i) => id !== seen.map[i])
    expect(wrong.length / found.length).toBeLessThan(0.001)
  })
})

describe('dress', () => {
  it('lays a material on the floor in perspective and at its true size', () => {
    const { image, seen, floor } = room()
    const out = dress(prepareDress(image, seen), LOOK, FULL)
    const { across, down } = planeAxes(VIEW, floor)
    const spot = (v: number) => ((v % 1) + 1) % 1
    let [right, count] = [0, 0]
    for (let y = 110; y < HEIGHT; y += 3)
      for (let x = 4; x < WIDTH; x += 5) {
        const point = pointAt(VIEW, floor, x + 0.5, y + 0.5)!
        const along = (axis: readonly number[]) => axis.reduce((sum, part, c) => sum + part * point[c]!, 0)
        const [u, v] = [spot(along(across)), spot(along(down))]
        // Near a square's border a pixel sees both.
        const clear = [u, v].every((at) => Math.abs(at - 0.5) > 0.12 && at > 0.12 && at < 0.88)
        if (!clear) continue
        count++
        const dark = u < 0.5 === v < 0.5
        if (luma(out, y * WIDTH + x) < 120 === dark) right++
      }
    expect(count).toBeGreaterThan(60)
    expect(right / count).toBeGreaterThan(0.97)
  })

  it('keeps every line of a drawing where it was, the darker with the lock', () => {
    const seen: Seen = { ...room().seen, kind: 'drawing' }
    const isLine = (x: number, y: number) => y === 96 || (x % 40 === 20 && y < 96)
    const prepared = prepareDress(
      picture((x, y) => (isLine(x, y) ? 30 : 254)),
      seen,
    )
    const contrast = (options: DressOptions) => {
      const out = dress(prepared, LOOK, options)
      let least = Number.POSITIVE_INFINITY
      for (let y = 10; y < 90; y += 8)
        for (let x = 20; x < WIDTH; x += 40)
          least = Math.min(least, luma(out, y * WIDTH + x - 3) - luma(out, y * WIDTH + x))
      return least
    }
    const [free, locked] = [contrast(FULL), contrast({ ...FULL, lock: true })]
    expect(free).toBeGreaterThan(15)
    expect(locked).toBeGreaterThan(1.5 * free)
  })

  it('leaves light and shade as they were at strength 0', () => {
    const { seen } = room()
    const image = picture((x, y) => 60 + ((x * 7 + y * 5) % 120), 8)
    const out = dress(prepareDress(image, seen), LOOK, { ...FULL, strength: 0 })
    let [most, tint] = [0, 0]
    for (let i = 0; i < WIDTH * HEIGHT; i += 11) {
      most = Math.max(most, Math.abs(luma(out, i) - luma(image, i)))
      tint = Math.max(tint, Math.abs(out.data[4 * i]! - image.data[4 * i]!))
    }
    expect(most).toBeLessThan(7)
    expect(tint).toBeGreaterThan(4)
  })

  it('exposes a dim room for its walls, and the brighter they are the less', () => {
    const { seen, border } = room()
    const white: Look = {
      ...LOOK,
      finishes: { wall: [paint([0.8, 0.8, 0.8])], floor: [paint([0.8, 0.8, 0.8])] },
    }
    const wallOf = (level: number, setting: Setting = 'indoors') => {
      // A patch of sun at the left of the floor is the brightest place.
      const image = picture((x, y) => (y > border + 8 && x < 60 ? 235 : level))
      return luma(dress(prepareDress(image, { ...seen, setting }), white, FULL), 40 * WIDTH + 120)
    }
    const dim = wallOf(130)
    expect(dim).toBeGreaterThan(165)
    expect(dim).toBeLessThan(wallOf(180))
    expect(wallOf(225) - dim).toBeLessThan(0.6 * (wallOf(225, 'outdoors') - wallOf(130, 'outdoors')))
  })

  it('draws no halo where two surfaces meet', () => {
    const plain: Look = { ...LOOK, finishes: { ...LOOK.finishes, floor: [paint([0.12, 0.08, 0.05])] } }
    const { image, seen, border } = room()
    const out = dress(prepareDress(image, seen), plain, FULL)
    const column = Array.from({ length: 40 }, (_, k) => luma(out, (border - 20 + k) * WIDTH + 90))
    const [low, high] = [Math.min(column[4]!, column[35]!), Math.max(column[4]!, column[35]!)]
    for (const value of column) {
      expect(value).toBeGreaterThan(0.6 * low)
      expect(value).toBeLessThan(high + 4)
    }
  })

  it('stands a wall up at its foot whose plane is nowhere to be seen there, so that no haze is before it', () => {
    const view = usualView(WIDTH, HEIGHT, 'outdoors')
    const away = { normal: [0, 0, 1], distance: 6 } as const
    const seen = seenBy('outdoors', (_, y) => (y < 110 ? 0 : 1), [
      ['wall', away],
      ['ground', groundOf(view, 'outdoors')],
    ])
    const { depth } = readGeometry(seen, seen.map, WIDTH, HEIGHT)
    expect(depth[40 * WIDTH + 60]).toBeLessThan(FARTHEST / 4)
  })

  it('changes one region alone when its finish is chosen', () => {
    const seen = seenBy('indoors', (x, y) => (x < 60 ? 0 : x < 150 && y < 90 ? 1 : 2), [
      ['wall', FACING],
      ['wall', { ...FACING, distance: -6 }],
      ['floor', groundOf(VIEW, 'indoors')],
    ])
    const prepared = prepareDress(
      picture((x) => 150 + (x % 50)),
      seen,
    )
    const before = dress(prepared, LOOK, FULL)
    const after = dress(prepared, LOOK, { ...FULL, finishes: new Map([[1, paint([0.5, 0.05, 0.05])]]) })
    const again = dress(prepared, LOOK, FULL)
    expect(again.data).toEqual(before.data)
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      const inside = x >= 61 && x < 149 && y < 89
      // Detail beside a common edge is found over a few pixels of both.
      const away = x < 48 || x > 162 || y > 102
      if (inside) expect(after.data[4 * i + 1]).not.toBe(before.data[4 * i + 1])
      if (away) expect(after.data.subarray(4 * i, 4 * i + 4)).toEqual(before.data.subarray(4 * i, 4 * i + 4))
    }
  })

  it('gives seats cloth, other furniture wood, and curtains linen', () => {
    const seen = seenBy('indoors', (x, y) => (y > 110 ? 1 : x < 80 ? 0 : x < 130 ? 2 : x < 180 ? 3 : 4), [
      ['wall', FACING],
      ['floor', groundOf(VIEW, 'indoors')],
      ['furniture', null],
      ['furniture', null],
      ['wall', FACING],
    ])
    const owns = { 2: 'seat', 4: 'curtain' } as const
    const regions = seen.regions.map((region) => ({ ...region, own: owns[region.id as keyof typeof owns] }))
    const [wood, cloth] = [paint([0.5, 0.1, 0.02]), { ...paint([0.05, 0.1, 0.5]), soft: true }]
    const finishes = { wall: [paint([0.1, 0.4, 0.1])], furniture: [wood, cloth] }
    const image = picture((x, y) => 150 + ((x + y) % 20))
    const { data } = dress(prepareDress(image, { ...seen, regions }), { ...LOOK, finishes }, FULL)
    const at = (x: number) => [...data.subarray(4 * (60 * WIDTH + x), 4 * (60 * WIDTH + x) + 3)]
    const most = (x: number) => at(x).indexOf(Math.max(...at(x)))
    expect(most(30), 'the wall is green').toBe(1)
    expect(most(105), 'the seat is blue').toBe(2)
    expect(most(155), 'the table is red').toBe(0)
    expect(Math.max(...at(210)) / Math.min(...at(210)), 'the curtain is pale').toBeLessThan(1.25)
  })

  it.each(['dusk', 'night', 'sunset'] as const)(
    'dresses a facade with sky, glass and trees at %s',
    (time) => {
      const seen = seenBy(
        'outdoors',
        (x, y) => (y < 60 ? (x < 60 ? 4 : 0) : y > 120 ? 1 : x % 60 < 24 ? 3 : 2),
        [
          ['sky', null],
          ['ground', groundOf(usualView(WIDTH, HEIGHT, 'outdoors'), 'outdoors')],
          ['wall', FACING],
          ['opening', FACING],
          ['vegetation', null],
        ],
      )
      const image = picture((x, y) => 120 + ((x * 3 + y) % 90))
      const look: Look = {
        ...LOOK,
        time,
        lamps: 1,
        palette: paletteOfPicture(
          picture(() => 120, 40),
          false,
        ),
      }
      const prepared = prepareDress(image, seen)
      const once = dress(prepared, look, FULL)
      expect(new Set(once.data).size).toBeGreaterThan(40)
      // Leaves, lamps and lit rooms are the seed's.
      if (time !== 'night') return
      expect(dress(prepareDress(image, seen), look, FULL).data).toEqual(once.data)
      expect(dress(prepared, look, { ...FULL, seed: 9 }).data).not.toEqual(once.data)
    },
  )
})

describe('a model of a room that has colours', () => {
  /** A pale wall with a red square, and how that comes out. */
  const squareOf = (label: Label, sure: number, tint: number) => {
    const isIn = (x: number, y: number) => x > 90 && x < 150 && y > 50 && y < 110
    const image = picture((x, y) => (isIn(x, y) ? 100 : 200))
    for (let i = 0; i < WIDTH * HEIGHT; i++)
      if (isIn(i % WIDTH, Math.floor(i / WIDTH))) image.data[4 * i] = 100 + tint
    const { regions, ...seen } = seenBy('indoors', (x, y) => Number(isIn(x, y)), [
      ['wall', FACING],
      [label, FACING],
    ])
    const labs = [[80, 0, 0] as const, [45, tint / 3, tint / 5] as const]
    const own = regions.map((region, k) => ({ ...region, lab: labs[k]!, sure: k === 1 ? sure : 1 }))
    const made = dress(prepareDress(image, { ...seen, regions: own }), LOOK, FULL)
    const at = 4 * (80 * WIDTH + 120)
    return made.data[at]! - made.data[at + 1]!
  }

  it('shows the own colour of what is unsure', () => {
    for (const label of ['furniture', 'opening', 'other', 'wall'] as const)
      expect(squareOf(label, 0.3, 90)).toBeGreaterThan(50)
  })

  it('takes finishes where it is sure, and where it has no colours', () => {
    expect(squareOf('wall', 1, 90)).toBeLessThan(30)
    expect(squareOf('wall', 0.3, 0)).toBeLessThan(30)
  })
})
