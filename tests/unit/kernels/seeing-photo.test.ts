import { describe, expect, it } from 'vitest'
import { greenOf, splitAtGreens } from '#kernels/seeing/greens.ts'
import type { Named } from '#kernels/seeing/labels.ts'
import type { Facts } from '#kernels/seeing/labels-facts.ts'
import { raiseHangings } from '#kernels/seeing/labels-folds.ts'
import { namePhoto } from '#kernels/seeing/labels-photo.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import { LABELS, type Label, type Setting } from '#kernels/seeing/scene.ts'

const [WIDTH, HEIGHT] = [200, 120]
/** CIE Lab a and b of a lawn, of jade paint, of oak and of a white wall. */
const COLOURS = { lawn: [-14, 32], jade: [-30, -4], oak: [12, 28], wall: [0, 4] } as const

/** Green of a picture whose colour is given at each place. */
function green(at: (x: number, y: number) => keyof typeof COLOURS): Float32Array {
  const planes = [0, 1].map((c) =>
    Float32Array.from(
      { length: WIDTH * HEIGHT },
      (_, i) => COLOURS[at(i % WIDTH, Math.floor(i / WIDTH))][c]!,
    ),
  )
  return greenOf(planes[0]!, planes[1]!, WIDTH, HEIGHT)
}

describe('the green of leaves', () => {
  it('is that of grass, neither that of paint nor of wood', () => {
    const at = green((x) => (x < 50 ? 'lawn' : x < 100 ? 'jade' : x < 150 ? 'oak' : 'wall'))
    const row = 60 * WIDTH
    expect(at[row + 25]).toBeGreaterThan(0.9)
    for (const x of [75, 125, 175]) expect(at[row + x]).toBeLessThan(0.05)
  })

  it('parts leaves from the wall behind them, but not a few of them', () => {
    const map = new Int32Array(WIDTH * HEIGHT)
    const parted = (radius: number) =>
      splitAtGreens({ map, count: 1 }, {
        width: WIDTH,
        green: green((x, y) => (Math.hypot(x - 100, y - 60) < radius ? 'lawn' : 'wall')),
      } as Sight)
    const { map: parts, count } = parted(20)
    expect(count).toBe(2)
    expect(parts[60 * WIDTH + 100]).not.toBe(parts[60 * WIDTH + 150])
    expect(parted(2).count).toBe(1)
    expect(splitAtGreens({ map, count: 1 }, { width: WIDTH, green: null } as Sight).count).toBe(1)
  })
})

interface Region {
  label: Label
  /** Its mean green, 0..1. */
  green?: number
  /** Part of it that is too bright to show anything. */
  blown?: number
  facts?: Partial<Facts>
  guess?: Partial<Record<Label, number>>
  /** Part of it that lies on the floor of a room that was found. */
  under?: number
}

/** What a region of a photograph is named in the end, and how sure that is. */
function judged(
  { label, green = 0, blown = 0, facts, guess = {}, under }: Region,
  setting: Setting = 'outdoors',
) {
  const map = new Uint16Array(1000)
  const own = { pixels: map.length, texture: 3, above: 0, convex: 0.5, straight: 0.1, ...facts } as Facts
  const planes = {
    green: new Float32Array(map.length).fill(green),
    l: Float32Array.from(map, (_, i) => (i < blown * map.length ? 99 : 80)),
    width: 50,
  }
  const shares = Float32Array.from(LABELS, (one) => guess[one] ?? 0)
  const room = under === undefined ? null : [[under, 0, 1 - under, 0, 0, 0, 0] as const]
  const [first] = namePhoto([{ label, sure: 0.9 }], [own], { map, count: 1 }, planes, [shares], setting, room)
  return first!
}
const named = (region: Region, setting?: Setting) => judged(region, setting).label

describe('names of a photograph', () => {
  it('are plants where it is green and restless, and a lawn is ground', () => {
    expect(named({ label: 'wall', green: 0.8 })).toBe('vegetation')
    expect(named({ label: 'ground', green: 0.8 })).toBe('ground')
    expect(named({ label: 'ground', green: 0.8, facts: { above: 0.3 } })).toBe('vegetation')
    expect(named({ label: 'wall', green: 0.8, facts: { texture: 0.3 } }), 'green paint').toBe('wall')
    expect(named({ label: 'opening', green: 0.8 }), 'a garden in a pane').toBe('opening')
    expect(named({ label: 'wall', green: 0.2 })).toBe('wall')
  })

  it('are plants in a room where the outline is ragged, so that a green chair is a chair', () => {
    expect(named({ label: 'furniture', green: 0.8 }, 'indoors')).toBe('vegetation')
    expect(named({ label: 'furniture', green: 0.8, facts: { convex: 0.95 } }, 'indoors')).toBe('furniture')
    expect(named({ label: 'furniture', green: 0.8, facts: { straight: 0.8 } }, 'indoors')).toBe('furniture')
    expect(named({ label: 'floor', green: 0.8, guess: { floor: 0.6 } }, 'indoors')).toBe('floor')
  })

  it('are leaves with sky between them where pixels say so and nothing of them is built', () => {
    const loose = { facts: { texture: 7 }, guess: { vegetation: 0.55, sky: 0.35, wall: 0.1 } }
    expect(named({ label: 'wall', ...loose })).toBe('vegetation')
    expect(named({ label: 'wall', ...loose, facts: { texture: 1 } })).toBe('wall')
    expect(named({ label: 'wall', ...loose, guess: { vegetation: 0.55, wall: 0.4 } })).toBe('wall')
  })

  it('are panes where pixels are sooner these than a wall, outdoors', () => {
    const pane = { label: 'wall', facts: { texture: 0.6 }, guess: { opening: 0.6, wall: 0.3 } } as const
    expect(named(pane)).toBe('opening')
    expect(named({ ...pane, guess: { opening: 0.45, wall: 0.5 } })).toBe('wall')
    expect(named(pane, 'indoors')).toBe('wall')
  })

  it('are sure of a wall outdoors only where its pixels are one', () => {
    expect(judged({ label: 'wall', guess: { wall: 0.6 } }).sure).toBe(0.9)
    expect(judged({ label: 'wall', guess: { wall: 0.3, water: 0.3, ground: 0.4 } }).sure).toBeLessThan(0.5)
    expect(judged({ label: 'wall', guess: { wall: 0.3 } }, 'indoors').sure).toBe(0.9)
    const seenThrough = { label: 'wall', guess: { wall: 0.6, opening: 0.3 } } as const
    expect(judged(seenThrough), 'a pane with a room behind it').toEqual({ label: 'wall', sure: 0.4 })
    expect(judged(seenThrough, 'indoors').sure).toBe(0.9)
    const behindGrass = {
      label: 'wall',
      facts: { texture: 3.5 },
      guess: { wall: 0.5, vegetation: 0.3 },
    } as const
    expect(judged(behindGrass).sure).toBeLessThan(0.5)
    expect(judged({ ...behindGrass, facts: { texture: 2 } }).sure, 'a calm wall behind trees').toBe(0.9)
  })

  it('are no floor of a room where neither pixels nor the room say so: it is a thing, and stays as it is', () => {
    const seat = { label: 'floor', guess: { ground: 0.2, wall: 0.3, furniture: 0.4 } } as const
    expect(judged(seat, 'indoors')).toMatchObject({ label: 'furniture', own: true })
    expect(judged({ ...seat, under: 0.1 }, 'indoors')).toMatchObject({ label: 'furniture', own: true })
    expect(judged({ ...seat, under: 0.9 }, 'indoors')).toEqual({ label: 'floor', sure: 0.9 })
    expect(named({ ...seat, guess: { floor: 0.4 } }, 'indoors')).toBe('floor')
  })

  it('are a window in a room where a wall is too bright to show anything, and a floor in the sun is none', () => {
    expect(named({ label: 'wall', blown: 0.7, guess: { wall: 0.6 } }, 'indoors')).toBe('opening')
    expect(named({ label: 'wall', blown: 0.3, guess: { wall: 0.6 } }, 'indoors')).toBe('wall')
    expect(named({ label: 'wall', blown: 0.7, guess: { wall: 0.6 } })).toBe('wall')
    expect(named({ label: 'floor', blown: 0.7, guess: { floor: 0.6 } }, 'indoors')).toBe('floor')
  })
})

describe('a curtain in a photograph', () => {
  /** A pane, what hangs beside it, a scrap of that, and the wall to the right of it. */
  const [pane, curtain, scrap, wall] = [0, 1, 2, 3] as const
  const at = (x: number, y: number) =>
    x < 50 ? pane : x >= 150 ? wall : x > 80 && x < 120 && y < 20 ? scrap : curtain

  /** What the curtain, its scrap and the wall are named where lightness is this. */
  function namedWith(lightness: (x: number, y: number) => number, setting: Setting = 'indoors') {
    const spots = Array.from(
      { length: WIDTH * HEIGHT },
      (_, i) => [i % WIDTH, Math.floor(i / WIDTH)] as const,
    )
    const map = Uint16Array.from(spots, ([x, y]) => at(x, y))
    const planes = {
      green: new Float32Array(map.length),
      l: Float32Array.from(spots, ([x, y]) => lightness(x, y)),
      width: WIDTH,
    }
    const around = (beside: Record<number, number>) =>
      new Map(Object.entries(beside).map(([k, part]) => [Number(k), { part, step: 5, apart: 1, below: 0 }]))
    const facts = [
      { part: 0.25, around: around({ [curtain]: 0.5 }) },
      { part: 0.46, around: around({ [pane]: 0.4, [scrap]: 0.1, [wall]: 0.4 }) },
      { part: 0.01, around: around({ [curtain]: 0.6 }) },
      { part: 0.25, around: around({ [curtain]: 0.5 }) },
    ].map((one) => ({
      ...{ pixels: 1000, texture: 1, above: 0, convex: 1, straight: 1, top: 0, bottom: 1, ...one },
    })) as Partial<Facts>[] as Facts[]
    const names = facts.map((_, k) => ({ label: k === pane ? 'opening' : 'wall', sure: 0.8 }) as const)
    const shares = facts.map(() => Float32Array.from(LABELS, (label) => (label === 'wall' ? 0.8 : 0)))
    const made = namePhoto(names, facts, { map, count: 4 }, planes, shares, setting, null)
    return made.slice(1).map(({ label, own }) => (own ? `own ${label}` : label))
  }
  const folds = (x: number) => 60 + 4 * Math.sin(x / 2)

  it('stays as it is with its scraps where it hangs in soft folds beside a pane, and the wall beside it is one', () => {
    expect(namedWith(folds)).toEqual(['own furniture', 'own furniture', 'wall'])
  })

  it('is none where lightness bends the other way, hardly or as hard as that of slats, nor out of doors', () => {
    const walls = ['wall', 'wall', 'wall']
    expect(namedWith((_, y) => folds(y))).toEqual(walls)
    expect(namedWith((x) => 60 + 0.1 * folds(x))).toEqual(walls)
    expect(namedWith((x) => (x % 6 < 3 ? 20 : 70))).toEqual(walls)
    expect(namedWith(folds, 'outdoors')).toEqual(walls)
  })
})

describe('what hangs before a window', () => {
  const [width, height] = [WIDTH, HEIGHT]
  const [HEAD, RAIL, SIDE] = [40, 20, 80] as const
  const [WALL, PANE] = [0, 1] as const
  /** A pane whose left half has a frame over it; over its right half nothing shows up to a rail. */
  const raised = (rail: number, own?: true) => {
    const map = new Uint16Array(width * height)
    const edge = new Float32Array(width * height)
    for (let y = 0; y < height; y++)
      for (let x = 30; x < 130; x++) {
        if (y >= HEAD && y < 100) map[y * width + x] = PANE
        if (Math.abs(y - (x < SIDE ? HEAD : rail)) < 2) edge[y * width + x] = 20
      }
    const names: Named[] = [
      { label: 'wall', sure: 0.9 },
      { label: own ? 'furniture' : 'opening', sure: 0.9, ...(own && { own }) },
    ]
    const tidy = raiseHangings({ parts: { map, count: 2 }, names }, { edge, width })
    return (x: number, y: number) => tidy.parts.map[y * width + x]
  }

  it('goes on over the pane up to its rail where nothing parts the two, and a frame ends it', () => {
    for (const own of [undefined, true] as const) {
      const at = raised(RAIL, own)
      expect(at(105, RAIL + 4)).toBe(PANE)
      expect(at(105, RAIL - 4)).toBe(WALL)
      expect(at(55, HEAD - 4)).toBe(WALL)
      expect(at(150, HEAD - 4)).toBe(WALL)
    }
  })

  it('is none of what reaches up over all of a wall', () => {
    expect(raised(0)(105, HEAD - 4)).toBe(WALL)
  })
})
