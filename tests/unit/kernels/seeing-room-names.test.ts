import { describe, expect, it } from 'vitest'
import type { Facts, Neighbour } from '#kernels/seeing/labels-facts.ts'
import { heedKnown } from '#kernels/seeing/labels-known.ts'
import { areSlats, settleNames } from '#kernels/seeing/labels-room.ts'
import { LABELS, type Label } from '#kernels/seeing/scene.ts'

const PLAIN: Facts = {
  ...{ pixels: 100, part: 0.02, x: 0.5, y: 0.8, left: 0, right: 1, top: 0.6, bottom: 1, above: 0, fall: 0.3 },
  ...{ atTop: 0, atBottom: 0, atLeft: 0, atRight: 0, l: 80, a: 0, b: 0, texture: 0.5, spread: 1, edge: 1 },
  ...{ slope: [0, 0], straight: 1, lines: [1, 1, 0, 1, 1, 0], solid: 0.6, convex: 0.9, round: 0.6 },
  ...{ at: { x: 1, y: 1 }, around: new Map<number, Neighbour>() },
}

type Border = readonly [one: number, other: number, part: number, below: number, step: number]

/** Regions that meet as told; `below` 1 where the other lies under the one. */
function regionsOf(list: readonly Partial<Facts>[], borders: readonly Border[]): Facts[] {
  const around = list.map(() => new Map<number, Neighbour>())
  for (const [one, other, part, below, step] of borders) {
    around[one]!.set(other, { part, below, step, apart: 0 })
    around[other]!.set(one, { part, below: -below, step, apart: 0 })
  }
  return list.map((own, k) => ({ ...PLAIN, ...own, around: around[k]! }))
}

const shareOf = (shares: Partial<Record<Label, number>>) =>
  Float32Array.from(LABELS, (label) => shares[label] ?? 0)
const nameOf = (share: Float32Array) => LABELS[share.indexOf(Math.max(...share))]
const [floor, thing, wall] = [{ floor: 0.9, furniture: 0.1 }, { furniture: 0.8, floor: 0.2 }, { wall: 1 }]

/** Names after a room's rules. */
function namesOf(facts: Facts[], shares: Partial<Record<Label, number>>[], kind: 'model' | 'drawing') {
  const settled = shares.map(shareOf)
  settleNames(facts, settled, kind)
  for (const share of settled) expect(share.every((value) => value >= 0 && value <= 1.0001)).toBe(true)
  return settled.map(nameOf)
}

describe('the floor of a room', () => {
  it('goes on over joints of a drawing, one tile after the other, and ends at outlines', () => {
    const facts = regionsOf(
      [{}, {}, {}, {}],
      [
        [0, 1, 0.3, 0, 16],
        [1, 2, 0.3, 0, 17],
        [2, 3, 0.3, 0, 44],
      ],
    )
    expect(namesOf(facts, [floor, thing, thing, thing], 'drawing')).toEqual([
      ...['floor', 'floor', 'floor'],
      'furniture',
    ])
  })

  it('goes on over wider joints into what is hardly a thing', () => {
    const beyond = (lead: number) => {
      const facts = regionsOf([{}, {}], [[0, 1, 0.3, 0, 24]])
      return namesOf(facts, [floor, { furniture: 0.5 + lead / 2, floor: 0.5 - lead / 2 }], 'drawing')[1]
    }
    expect(beyond(0.1)).toBe('floor')
    expect(beyond(0.5)).toBe('furniture')
  })

  const ragged = { convex: 0.5, round: 0.1, lines: [0, 0, 0, 0, 0, 3] as const, part: 0.01 }
  const lying = (own: Partial<Facts>) =>
    namesOf(regionsOf([{}, own], [[1, 0, 0.5, 1, 9]]), [floor, thing], 'model')[1]

  it('has the shadows that lie calm and ragged in it, but not things that stand there', () => {
    expect(lying(ragged)).toBe('floor')
    expect(lying({ ...ragged, convex: 0.95, round: 0.7 })).toBe('furniture')
    expect(lying({ ...ragged, lines: [0, 0, 5, 0, 0, 0] })).toBe('furniture')
    expect(lying({ ...ragged, texture: 3 })).toBe('furniture')
    expect(lying({ ...ragged, above: 0.3 })).toBe('furniture')
  })

  it('has the round shadows of stools, which are dark and show no side, but no lighter things', () => {
    const stool: Partial<Facts> = { convex: 0.95, round: 0.7, part: 0.006 }
    expect(lying({ ...stool, l: 74 })).toBe('floor')
    expect(lying({ ...stool, l: 82 })).toBe('furniture')
    const sided = regionsOf(
      [{}, { ...stool, l: 74 }, { l: 70, lines: [0, 0, 5, 0, 0, 0] }],
      [
        [1, 0, 0.6, 1, 9],
        [1, 2, 0.3, 1, 9],
      ],
    )
    expect(namesOf(sided, [floor, thing, thing], 'model')[1]).toBe('furniture')
  })

  it('has the light and shade between the legs of things, where those are hardly sooner something else', () => {
    const patch = (lead: number, own: Partial<Facts> = {}) => {
      const facts = regionsOf([{}, { l: 90, part: 0.005, ...own }], [[1, 0, 0.6, 1, 20]])
      return namesOf(facts, [floor, { furniture: 0.5 + lead / 2, floor: 0.5 - lead / 2 }], 'model')[1]
    }
    expect(patch(0.1)).toBe('floor')
    expect(patch(0.5)).toBe('furniture')
    expect(patch(0.1, { lines: [0, 0, 3, 0, 0, 0] })).toBe('furniture')
    expect(patch(0.1, { texture: 3 })).toBe('furniture')
  })

  it('is not the flank of a table, whose upright edges it lacks, where pixels are sooner a thing', () => {
    const upright: Partial<Facts> = { lines: [0, 1, 2.6, 1, 0, 0] }
    const heeded = (
      own: Partial<Facts>,
      pixels: Partial<Record<Label, number>>,
      kind: 'model' | 'drawing',
    ) => {
      const share = shareOf({ floor: 0.6, furniture: 0.4 })
      const around = {
        kind,
        shape: 1.5,
        horizon: 0.4,
        sky: [0],
        room: null,
        pixels: [shareOf(pixels)],
        guesses: null,
      }
      heedKnown(share, { ...PLAIN, ...own }, 'indoors', around, 0)
      expect(share.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1)
      return share[LABELS.indexOf('furniture')]!
    }
    const [asThing, asFloor] = [
      { furniture: 0.4, floor: 0.3 },
      { furniture: 0.3, floor: 0.4 },
    ]
    expect(heeded(upright, asThing, 'model')).toBeGreaterThan(0.8)
    expect(heeded(upright, asFloor, 'model')).toBeLessThan(0.75)
    expect(heeded(upright, asThing, 'drawing')).toBeLessThan(0.75)
    expect(heeded({}, asThing, 'model')).toBeLessThan(0.5)
  })

  it('is sure where it is large and calm', () => {
    const shares = [shareOf({ floor: 0.4, wall: 0.35, furniture: 0.25 })]
    settleNames(regionsOf([{ part: 0.05 }], []), shares, 'model')
    expect(shares[0]![LABELS.indexOf('floor')]).toBeCloseTo(0.9)
  })
})

describe('the tiled wall of a room', () => {
  it('goes on over joints of a drawing into what is hardly a thing, and ends at outlines and at things', () => {
    const facts = regionsOf(
      [{}, {}, {}, {}, {}],
      [
        [0, 1, 0.3, 0, 20],
        [1, 2, 0.3, 0, 21],
        [2, 3, 0.3, 0, 42],
        [1, 4, 0.3, 0, 20],
      ],
    )
    const hardly = { furniture: 0.7, wall: 0.2, floor: 0.1 }
    const surely = { furniture: 0.8, wall: 0.2 }
    expect(namesOf(facts, [wall, hardly, hardly, hardly, surely], 'drawing')).toEqual([
      ...['wall', 'wall', 'wall'],
      ...['furniture', 'furniture'],
    ])
    expect(namesOf(facts, [wall, hardly, hardly, hardly, surely], 'model')[1]).toBe('furniture')
  })
})

describe('slats of a room', () => {
  const slat = (k: number): Partial<Facts> => ({
    ...{ left: 0.1 + 0.02 * k, right: 0.12 + 0.02 * k, top: 0.5, bottom: 0.8, part: 0.004 },
    lines: [0, 0, 16, 0, 0, 0],
  })
  const inRow = (ids: readonly number[]): Border[] => ids.slice(1).map((k) => [k - 1, k, 0.4, 0, 40])

  it('bear one name in a row, and under one thing with those beyond what stands before them', () => {
    const top: Partial<Facts> = { part: 0.01 }
    const facts = regionsOf(
      [slat(0), slat(1), slat(2), slat(3), slat(6), slat(7), top],
      [...inRow([0, 1, 2, 3]), ...inRow([4, 5]), [3, 6, 0.1, -1, 40], [4, 6, 0.1, -1, 40]],
    )
    const shares = [
      thing,
      thing,
      thing,
      thing,
      { wall: 0.6, furniture: 0.4 },
      { wall: 0.6, furniture: 0.4 },
      thing,
    ]
    expect(new Set(namesOf(facts, shares, 'drawing'))).toEqual(new Set(['furniture']))
  })

  it('are furniture where furniture hems in a few of them', () => {
    const front: Partial<Facts> = { part: 0.02 }
    const facts = regionsOf(
      [slat(0), slat(1), front],
      [...inRow([0, 1]), [0, 2, 0.6, 0, 40], [1, 2, 0.6, 0, 40]],
    )
    const unsure = { wall: 0.6, furniture: 0.4 }
    expect(namesOf(facts, [unsure, unsure, thing], 'model')).toEqual(['furniture', 'furniture', 'furniture'])
    expect(namesOf(facts, [unsure, unsure, wall], 'model')).toEqual(['wall', 'wall', 'wall'])
  })

  it('are two that stand in line, not a slat and a board', () => {
    const [one, other] = regionsOf([slat(0), slat(1)], []) as [Facts, Facts]
    expect(areSlats(one, other, 0.4)).toBe(true)
    expect(areSlats(one, other, 0.05)).toBe(false)
    expect(areSlats(one, { ...other, top: 0.2, bottom: 0.6 }, 0.4)).toBe(false)
    expect(areSlats(one, { ...other, right: 0.5 }, 0.4)).toBe(false)
  })
})

describe('windows of a drawn room', () => {
  it('have a jamb or are sure', () => {
    const pane = (lines: Facts['lines'], opening: number) =>
      namesOf(regionsOf([{ lines }], []), [{ opening, wall: 1 - opening }], 'drawing')[0]
    expect(pane([1, 1, 0, 0, 0, 0], 0.55)).toBe('wall')
    expect(pane([1, 1, 3, 0, 0, 0], 0.55)).toBe('opening')
    expect(pane([1, 1, 0, 0, 0, 0], 0.9)).toBe('opening')
  })

  it('have for a view the trees that they are around, and not those before them that stand in the room', () => {
    /** A trunk and its crown; how much of their outline is the window's and how much the wall's. */
    const seen = (window: number) => {
      const facts = regionsOf(
        [{ lines: [1, 1, 3, 1, 1, 0] }, {}, {}, {}],
        [
          [1, 2, 0.4, 0, 18],
          [0, 1, 0.6 * window, 0, 20],
          [0, 2, 0.6 * window, 0, 20],
          [3, 1, 0.6 * (1 - window), 0, 40],
          [3, 2, 0.6 * (1 - window), 0, 40],
        ],
      )
      return namesOf(facts, [{ opening: 1 }, { vegetation: 1 }, { vegetation: 1 }, wall], 'drawing').slice(
        1,
        3,
      )
    }
    expect(seen(0.7)).toEqual(['opening', 'opening'])
    expect(seen(0.4)).toEqual(['vegetation', 'vegetation'])
  })
})

describe('plants of a drawn room', () => {
  const leaves: Partial<Facts> = {
    ...{ texture: 9, straight: 0.4, round: 0.15, convex: 0.6, above: 0.5 },
    lines: [0, 0, 2, 0, 0, 3],
  }
  const named = (own: Partial<Facts>, under: number) => {
    const facts = regionsOf(
      [{ part: 0.2 }, { ...leaves, ...own }, {}, { part: 0.002 }],
      [
        [1, 0, 0.5, 0, 44],
        [1, 2, 0.1, under, 44],
        [3, 1, 0.9, 0, 44],
      ],
    )
    return namesOf(facts, [wall, thing, thing, thing], 'drawing')
  }

  it('are tangles on a pot, with what they surround; the pot stays a thing', () => {
    expect(named({}, 1)).toEqual(['wall', 'vegetation', 'furniture', 'vegetation'])
  })

  it('are no books, slats, discs or things that hang', () => {
    for (const own of [
      { straight: 0.95 },
      { round: 0.6 },
      { texture: 2 },
      { lines: [0, 0, 14, 0, 0, 0] as const },
    ])
      expect(named(own, 1)[1]).toBe('furniture')
    expect(named({}, -1)[1]).toBe('furniture')
  })
})

describe('a bright table top in the model of a room', () => {
  const opening = { opening: 0.6, furniture: 0.2 }
  /** The top, and what it touches: another pane, which reaches over the eye or not, or a wall. */
  const named = (
    other: Partial<Facts>,
    as: Partial<Record<Label, number>>,
    kind: 'model' | 'drawing' = 'model',
  ) =>
    namesOf(regionsOf([{ lines: [0, 0, 0, 0, 0, 0] }, other], [[0, 1, 0.4, -1, 20]]), [opening, as], kind)[0]

  it('is no window, for nothing of it reaches over the eye', () => {
    expect(named({ above: 1 }, wall)).toBe('furniture')
    expect(named({}, opening)).toBe('furniture')
  })

  it('is a lower pane where one over it does', () => {
    expect(named({ above: 0.5 }, opening)).toBe('opening')
  })
})
