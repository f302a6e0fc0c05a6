import { describe, expect, it } from 'vitest'
import { dress } from '#kernels/dress/dress.ts'
import type { Finish } from '#kernels/dress/look.ts'
import { addSlabs } from '#kernels/dress/open-ground.ts'
import { prepareDress } from '#kernels/dress/prepare.ts'
import type { Source } from '#kernels/dress/source.ts'
import { hash } from '#kernels/relight/noise.ts'
import { flecksOf, grainOf } from '#kernels/seeing/grain.ts'
import type { Surface3 } from '#kernels/seeing/scene.ts'
import {
  dressed,
  finish,
  HEIGHT,
  inBox,
  isBlue,
  isGreen,
  isGrey,
  isRed,
  LOOK,
  RED_WOOD,
  STRIPED,
  sceneOf,
  type Thing,
  WIDTH,
} from '#tests/support/dressed.ts'

describe('a boulder in a garden', () => {
  const [gravel, slate, pale] = [finish([90, 90, 90]), finish([50, 60, 70]), finish([250, 120, 110])]
  const look = { ...LOOK, finishes: { ground: [{ ...gravel, loose: true }, slate, pale] } }
  const boulder = (own: Partial<Thing> = {}): Thing => ({
    ...{ label: 'other', sure: 0.7, is: (x, y) => (x - 150) ** 2 + 2 * (y - 150) ** 2 < 900, faint: true },
    ...own,
  })
  const court: readonly Thing[] = [
    { label: 'wall', is: () => true },
    { label: 'ground', is: (_, y) => y > 100 },
  ]

  it('is of the palest stone, however faint its outline, and its ground where it may be that', () => {
    expect(isRed(dressed('outdoors', [...court, boulder()], look)(150, 150))).toBe(true)
    expect(isRed(dressed('outdoors', [...court, boulder({ sure: 0.3 })], look)(150, 150))).toBe(false)
  })
})

describe('slabs in a lawn', () => {
  const lawn = finish([60, 150, 50], { loose: true })
  const meadow: readonly Thing[] = [
    { label: 'sky', is: () => true },
    { label: 'ground', is: inBox(0, 90, WIDTH, HEIGHT) },
    { label: 'vegetation', is: inBox(0, 20, WIDTH, 90) },
  ]
  const slab = (left: number, top: number, right: number, bottom: number): Thing => ({
    ...{ label: 'ground' as const, is: inBox(left, top, right, bottom) },
    level: () => 252,
  })
  const look = { ...LOOK, finishes: { ground: [STRIPED, lawn], vegetation: [lawn] } }
  const dressing = (slabs: readonly Thing[]) => {
    const drawn = [...meadow, ...slabs].map((thing) => ({ ...thing, level: () => 252 }))
    return dressed('outdoors', drawn, look, 'drawing')
  }

  it('are stones of one piece, one that the picture cuts off as well', () => {
    const at = dressing([slab(140, 120, 180, 130), slab(130, 145, 190, 158), slab(135, 186, 185, HEIGHT)])
    const row = (y: number) => Array.from({ length: 30 }, (_, k) => at(145 + k, y).g)
    for (const y of [125, 151, 194]) {
      expect(isGrey(at(160, y))).toBe(true)
      expect(Math.max(...row(y)) - Math.min(...row(y))).toBeLessThan(30)
    }
    expect(isGreen(at(40, 150))).toBe(true)
  })
})

describe('a stone in the lawn of a model that is no region of its own', () => {
  it('is stone as far as it is smooth', () => {
    const [width, height] = [1024, 300]
    // One lies in the middle, one is cut off by the picture's left side.
    const off = (x: number, y: number) =>
      Math.min(Math.hypot(x - 400, y - 150) - 60, Math.hypot(x, y - 90) - 40)
    const luma = Float32Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)]
      return off(x, y) < 0 ? 0.6 : 0.2 + 0.3 * hash(x, y, 5)
    })
    const [map, things] = [new Uint16Array(luma.length), new Float32Array(luma.length)]
    const source: Source = { kind: 'model', luma, plain: luma, shade: luma, ink: luma, range: 1, exposure: 1 }
    const flecks = flecksOf(source.luma, width)
    addSlabs(things, map, width, ['grown'], flecks, grainOf(flecks, width))
    let [least, most] = [1, 0]
    for (const [i, thing] of things.entries()) {
      const from = off(i % width, Math.floor(i / width))
      if (from < -2) least = Math.min(least, thing)
      if (from > 8) most = Math.max(most, thing)
    }
    expect(least).toBeGreaterThan(0.8)
    expect(most).toBeLessThan(0.1)
  })
})

describe('strips in a pattern', () => {
  const blades = (x: number, y: number) => 120 + 100 * hash(x, y, 5)
  const lawn = finish([60, 150, 50], { loose: true })
  const look = { ...LOOK, finishes: { ground: [lawn, finish([180, 180, 180])], vegetation: [lawn] } }

  it('are no slats beside what is far larger: a slab in a lawn stays a slab', () => {
    const at = dressed(
      'outdoors',
      [
        { label: 'sky', is: () => true },
        { label: 'vegetation', is: inBox(0, 20, WIDTH, 152) },
        { label: 'ground', is: inBox(0, 152, WIDTH, HEIGHT), level: blades },
        { label: 'ground', is: inBox(100, 172, 200, 180), level: blades },
      ],
      look,
    )
    expect(isGreen(at(60, 170))).toBe(true)
    expect(isGreen(at(150, 176))).toBe(false)
  })
})

describe('a slab of a model that lies at the edge of a lawn', () => {
  const lawn = finish([60, 150, 50], { loose: true })
  const look = { ...LOOK, finishes: { ground: [lawn, finish([180, 180, 180])], vegetation: [lawn] } }
  const blades = (x: number, y: number) => 120 + 100 * hash(x, y, 5)
  const at = (level: NonNullable<Thing['level']>) =>
    dressed(
      'outdoors',
      [
        { label: 'sky', is: () => true },
        { label: 'vegetation', is: inBox(0, 20, WIDTH, 90) },
        { label: 'ground', is: inBox(0, 90, WIDTH, HEIGHT), level: blades },
        { label: 'vegetation', is: inBox(110, 120, 240, 150) },
        { label: 'ground', is: inBox(120, 140, 170, 162), level },
      ],
      look,
    )(145, 155)

  it('is stone where it is even, though grass is what comes first, and grass where that shows', () => {
    expect(isGreen(at(() => 140))).toBe(false)
    expect(isGreen(at(blades))).toBe(true)
  })
})

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
})

describe('the open ground of a model', () => {
  const gravel = finish([60, 70, 190], { loose: true })
  const look = { ...LOOK, finishes: { ground: [RED_WOOD, gravel], vegetation: [finish([60, 150, 50])] } }
  const beside = (faint: boolean) =>
    dressed(
      'outdoors',
      [
        { label: 'sky', is: () => true },
        { label: 'vegetation', is: inBox(0, 20, WIDTH, 90) },
        { label: 'ground', is: inBox(0, 90, WIDTH, HEIGHT), faint },
        { label: 'ground', is: inBox(220, 158, WIDTH, HEIGHT), faint },
      ],
      look,
    )(262, 182)

  it('goes on where hardly a line parts it, and ends where one does', () => {
    expect(isBlue(beside(true))).toBe(true)
    expect(isRed(beside(false))).toBe(true)
  })
})

describe('the open ground of a garden', () => {
  const garden: readonly Thing[] = [
    { label: 'sky', is: () => true },
    { label: 'ground', is: (_, y) => y >= 120 },
    { label: 'vegetation', is: (x, y) => x < 150 && y < 120 },
  ]
  const gravel = finish([130, 130, 125], { loose: true })
  const deck = finish([170, 60, 40])

  it('is what was asked for in words, and unpaved where nobody asked', () => {
    const look = { ...LOOK, finishes: { ground: [deck, gravel] } }
    expect(isGrey(dressed('outdoors', garden, look)(150, 180))).toBe(true)
    expect(isRed(dressed('outdoors', garden, { ...look, asked: ['ground'] })(150, 180))).toBe(true)
  })
})
