import { describe, expect, it } from 'vitest'
import { unsureRegions } from '#kernels/dress/finishes.ts'
import type { Look } from '#kernels/dress/look.ts'
import type { Prepared } from '#kernels/dress/prepare.ts'
import { unsureIn } from '#kernels/render/render.ts'
import {
  BLUE_CLOTH,
  disc,
  dressed,
  finish,
  inBox,
  isBlue,
  isGreen,
  isGrey,
  isRed,
  LOOK,
  RED_WOOD,
  sceneOf,
  type Thing,
} from '#tests/support/dressed.ts'

const [LAWN, LEAVES, SLATE, PLASTER] = [
  [80, 130, 40],
  [50, 110, 30],
  [60, 70, 90],
  [205, 200, 190],
] as const

describe('a photograph of a house', () => {
  const wall: Thing = { label: 'wall', is: () => true, colour: PLASTER }
  const lawn: Thing = { label: 'vegetation', is: (_, y) => y > 130, colour: LAWN }
  const hedge: Thing = { label: 'vegetation', is: inBox(0, 60, 70, 120), colour: LEAVES }
  const pond: Thing = { label: 'wall', sure: 0.3, is: inBox(180, 145, 280, 190), colour: SLATE }
  const paving: Thing = { label: 'ground', is: inBox(20, 150, 120, 190), colour: [150, 140, 130] }
  const things = [wall, lawn, hedge, pond, paving]
  const look: Look = {
    ...LOOK,
    finishes: { wall: [RED_WOOD], ground: [BLUE_CLOTH], vegetation: [BLUE_CLOTH] },
  }

  it('keeps its lawn, its plants and what may be something else, and is dressed else', () => {
    const at = dressed('outdoors', things, look)
    expect(isRed(at(150, 40)), 'the wall').toBe(true)
    expect(isBlue(at(70, 170)), 'the paving').toBe(true)
    expect(isGreen(at(150, 140)), 'the lawn').toBe(true)
    expect(isGreen(at(30, 90)), 'the hedge').toBe(true)
    expect(isRed(at(230, 170)), 'the pond').toBe(false)
  })

  it('is not hazed where it stays, however far away that lies', () => {
    const at = dressed('outdoors', [wall, { ...paving, sure: 0.3, is: (_, y) => y >= 100 }], look)
    expect(Math.abs(at(150, 108).b - at(150, 190).b)).toBeLessThan(4)
  })

  it('tells what of it stays for want of a sure name, and nothing that stays anyway', () => {
    const { seen } = sceneOf('outdoors', things)
    expect(unsureRegions(seen, look, new Map()).map(({ id }) => things[id])).toEqual([pond])
    expect(unsureRegions(seen, { ...look, finishes: { ground: look.finishes.ground! } }, new Map())).toEqual(
      [],
    )
    expect(unsureRegions(seen, look, new Map([[things.indexOf(pond), RED_WOOD]]))).toEqual([])
    expect(unsureRegions(sceneOf('outdoors', things, 'model').seen, look, new Map())).toEqual([])
  })

  it('takes the likely ones of its unsure names first, and the others when none is left', () => {
    const path: Thing = { ...paving, sure: 0.55 }
    const nextOf = (all: Thing[]) => {
      const { seen } = sceneOf('outdoors', all)
      return unsureIn({ seen } as Prepared, look, new Map()).next.map(({ id }) => all[id])
    }
    expect(nextOf([wall, pond, path])).toEqual([path])
    expect(nextOf([wall, pond, { ...path, sure: 1 }])).toEqual([pond])
  })

  it('has leaves where a terrace was named plants by hand', () => {
    const planted: Thing = { ...paving, label: 'vegetation', sure: 1 }
    const at = dressed('outdoors', [wall, lawn, hedge, planted], look)
    expect(isBlue(at(70, 170)), 'the terrace').toBe(true)
    expect(isGreen(at(30, 90)), 'the hedge').toBe(true)
  })

  it('takes what was asked for in words on these as well', () => {
    const at = dressed('outdoors', things, { ...look, asked: ['vegetation'] })
    expect(isBlue(at(150, 140)), 'the lawn').toBe(true)
    expect(isRed(at(230, 170)), 'the pond').toBe(false)
  })
})

describe('a photograph of a room', () => {
  it('keeps what lies on its floor and is made of something else, also where another floor is asked for', () => {
    const wall: Thing = { label: 'wall', is: () => true, colour: PLASTER }
    const floor: Thing = { label: 'floor', is: (_, y) => y > 100, colour: [150, 110, 70] }
    const rug: Thing = { label: 'floor', own: 'rug', is: inBox(60, 120, 200, 180), colour: LAWN }
    const look: Look = { ...LOOK, finishes: { ...LOOK.finishes, floor: [RED_WOOD] }, asked: ['floor'] }
    const at = dressed('indoors', [wall, floor, rug], look)
    expect(isRed(at(250, 150)), 'the floor').toBe(true)
    expect(isGreen(at(130, 150)), 'the rug').toBe(true)
  })
})

describe('a plant in a photographed room', () => {
  it('stays green where it is as bright as the wall behind it', () => {
    const wall: Thing = { label: 'wall', is: () => true, colour: [132, 132, 132], faint: true }
    const plant: Thing = {
      label: 'vegetation',
      sure: 0.8,
      is: disc(150, 100, 26),
      colour: [60, 150, 60],
      faint: true,
    }
    const look: Look = { ...LOOK, finishes: { wall: [RED_WOOD] } }
    const at = dressed('indoors', [wall, plant], look)
    expect(isGreen(at(150, 100)), 'the plant').toBe(true)
    expect(isRed(at(20, 100)), 'the wall').toBe(true)
  })
})

describe('the furniture of a photographed room', () => {
  const wall: Thing = { label: 'wall', is: () => true, colour: PLASTER }
  const table: Thing = { label: 'furniture', is: inBox(40, 100, 260, 180), colour: [150, 105, 66] }
  const cushion: Thing = { label: 'furniture', is: disc(90, 130, 20), colour: LAWN }
  const vase: Thing = { label: 'furniture', is: disc(200, 130, 20), colour: [205, 203, 200] }
  const things = [wall, table, cushion, vase]
  const look: Look = { ...LOOK, finishes: { furniture: [RED_WOOD] } }

  it('stays as it is', () => {
    const at = dressed('indoors', things, look)
    expect(isRed(at(150, 140)), 'the table').toBe(false)
    expect(isGreen(at(90, 130)), 'the cushion').toBe(true)
    expect(isGrey(at(200, 130)), 'the vase').toBe(true)
  })

  it('is what was asked for in words, and what it was named by hand', () => {
    const asked = dressed('indoors', things, { ...look, asked: ['furniture'] })
    expect(isGreen(asked(90, 130)), 'the cushion').toBe(false)
    const named = dressed('indoors', [wall, table, { ...cushion, sure: 1 }, vase], look)
    expect(isGreen(named(90, 130)), 'the cushion').toBe(false)
    expect(isGrey(named(200, 130)), 'the vase').toBe(true)
  })
})

describe('a model in colours', () => {
  const [YELLOW, MAROON, WHITE] = [
    [230, 200, 90],
    [120, 40, 30],
    [225, 225, 225],
  ] as const
  const things: readonly Thing[] = [
    { label: 'wall', is: () => true, colour: YELLOW },
    { label: 'wall', is: (x) => x > 200, colour: [115, 100, 45] },
    { label: 'roof', is: (_, y) => y < 60, colour: MAROON },
    { label: 'other', own: 'interface', is: (_, y) => y >= 180, colour: WHITE },
  ]
  const grey = [finish([150, 150, 150])]
  const at = dressed('outdoors', things, { ...LOOK, finishes: { wall: grey, roof: grey } }, 'model')

  it('keeps its light and none of its colours', () => {
    for (const [x, y] of [
      [100, 120],
      [260, 120],
      [100, 30],
    ] as const)
      expect(isGrey(at(x, y)), `${x}, ${y}`).toBe(true)
    expect(at(260, 120).g).toBeLessThan(0.9 * at(100, 120).g)
    expect(at(100, 30).g, 'a dark colour is no shade').toBeGreaterThan(0.8 * at(100, 120).g)
  })

  it("keeps its program's own as they are", () => {
    expect(at(100, 190)).toEqual({ r: 225, g: 225, b: 225 })
  })
})
