import { describe, expect, it } from 'vitest'
import { hangCurtains } from '#kernels/seeing/labels-curtains.ts'
import type { Facts, Neighbour } from '#kernels/seeing/labels-facts.ts'
import { closePanels } from '#kernels/seeing/labels-panels.ts'
import { mergeAlike } from '#kernels/seeing/labels-tidy.ts'
import { voteTogether } from '#kernels/seeing/labels-vote.ts'
import type { RoomShares } from '#kernels/seeing/regions-room.ts'
import { LABELS, type Label } from '#kernels/seeing/scene.ts'

const PLAIN: Facts = {
  ...{ pixels: 100, part: 0.004, x: 0.5, y: 0.8, left: 0, right: 1, top: 0, bottom: 1, above: 0, fall: 0.3 },
  ...{ atTop: 0, atBottom: 0, atLeft: 0, atRight: 0, l: 80, a: 0, b: 0, texture: 0.5, spread: 1, edge: 1 },
  ...{ slope: [0, 0], straight: 1, lines: [1, 1, 0, 1, 1, 0], solid: 0.6, convex: 0.9, round: 0.6 },
  ...{ at: { x: 1, y: 1 }, around: new Map<number, Neighbour>() },
}

/** A ground, id 0, with stones in it one behind the other. */
function stonesIn(ground: Partial<Facts>, stones: readonly Partial<Facts>[]): Facts[] {
  const beside = (part: number): Neighbour => ({ part, below: 0, step: 8, apart: 0 })
  const around = new Map(stones.map((_, k) => [k + 1, beside(0.1)]))
  const of = stones.map((one, k) => ({
    ...PLAIN,
    y: 0.6 + 0.05 * k,
    around: new Map([[0, beside(1)]]),
    ...one,
  }))
  return [{ ...PLAIN, part: 0.3, convex: 0.6, solid: 0.4, around, ...ground }, ...of]
}

const shareOf = (shares: Partial<Record<Label, number>>) =>
  Float32Array.from(LABELS, (label) => shares[label] ?? 0)
const nameOf = (share: Float32Array) => LABELS[share.indexOf(Math.max(...share))]

describe('voting of regions', () => {
  const sure = shareOf({ ground: 0.97, water: 0.03 })
  const unsure = shareOf({ ground: 0.42, water: 0.58 })
  const facts = stonesIn({}, [{}, {}, {}, {}])

  it('names an unsure stone as the like stones beside it, and leaves what is sure', () => {
    const voted = voteTogether(facts, [sure, sure, unsure, sure, sure], 'drawing')
    expect(nameOf(voted[2]!)).toBe('ground')
    const pool = shareOf({ ground: 0.03, water: 0.97 })
    expect(nameOf(voteTogether(facts, [sure, sure, pool, sure, sure], 'drawing')[2]!)).toBe('water')
  })

  it('does not ask what looks otherwise', () => {
    const other = stonesIn({}, [{}, { texture: 9, convex: 0.3, lines: [0, 0, 0, 0, 0, 9] }, {}, {}])
    expect(nameOf(voteTogether(other, [sure, sure, unsure, sure, sure], 'drawing')[2]!)).toBe('water')
  })
})

describe('parts of a ground', () => {
  const names = [0, 1].map(() => ({ label: 'ground' as const, sure: 1 }))
  const parts = { map: Uint16Array.of(0, 0, 1, 0), count: 2 }
  const left = (stone: Partial<Facts>) =>
    mergeAlike(parts, stonesIn({ texture: 2.2 }, [stone]), names, 'model').parts.count

  it('stay apart where a calm slab lies in a restless lawn, and become one where it is a shadow', () => {
    expect(left({ texture: 0.8 })).toBe(2)
    expect(left({ texture: 2.1, l: 60 })).toBe(1)
  })
})

describe('pieces of a wall', () => {
  const wall = { label: 'wall' as const, sure: 0.9 }
  const left = (apart: number) => {
    const beside = (other: number): [number, Neighbour] => [other, { part: 0.5, below: 0, step: 7, apart }]
    const facts = [
      { ...PLAIN, part: 0.2, around: new Map([beside(1)]) },
      { ...PLAIN, part: 0.004, around: new Map([beside(0)]) },
    ]
    const parts = { map: Uint16Array.of(0, 1), count: 2 }
    return mergeAlike(parts, facts, [wall, wall], 'model', true).parts.count
  }

  it('join the wall across a shadow, and not the next wall across a crease', () => {
    expect(left(0.2)).toBe(1)
    expect(left(0.9)).toBe(2)
  })
})

describe('walls of a photographed room', () => {
  const on = (back: number, right: number): RoomShares => [0, 0, back, 0, right, 0.2, 1]
  /** How many of three walls in a row are left, with nearly no step between them. */
  const left = (room: RoomShares[] | null) => {
    const beside = (other: number): [number, Neighbour] => [
      other,
      { part: 0.3, below: 0, step: 1 + other, apart: 0 },
    ]
    const facts = [[1], [0, 2], [1]].map((near) => ({
      ...PLAIN,
      part: 0.1,
      around: new Map(near.map(beside)),
    }))
    const names = facts.map(() => ({ label: 'wall' as const, sure: 0.9 }))
    const parts = { map: Uint16Array.of(0, 1, 2), count: 3 }
    return mergeAlike(parts, facts, names, 'photo', true, room).parts.count
  }

  it('stay apart at the edges of its box, also where a piece on both of them joins one', () => {
    expect(left(null)).toBe(1)
    expect(left([on(1, 0), on(0.96, 0.04), on(1, 0)])).toBe(1)
    expect(left([on(1, 0), on(0.02, 0.98), on(0, 1)])).toBe(2)
    expect(left([on(1, 0), on(0.5, 0.5), on(0, 1)])).toBe(2)
  })
})

describe('a wall with slats', () => {
  const WIDTH = 400
  const wall = { label: 'wall' as const, sure: 0.9 }
  const beside = (step: number): Neighbour => ({ part: 0.3, below: 0, step, apart: 0 })
  /** The wall, id 0, six slats in it that do not touch each other, and books on a shelf. */
  const slat = (k: number, high: number): Facts => ({
    ...{ ...PLAIN, left: 0.5 + 0.01 * k, right: 0.506 + 0.01 * k, top: 0.2, bottom: 0.2 + high },
    ...{ lines: [0, 0, 16, 0, 0, 0], around: new Map([[0, beside(6)]]) },
  })
  const scene = (high: number) => {
    const slats = Array.from({ length: 6 }, (_, k) => slat(k, high))
    const around = new Map(slats.map((_, k) => [k + 1, beside(6)]))
    const facts = [{ ...PLAIN, part: 0.3, around }, ...slats]
    const row = Uint16Array.from({ length: WIDTH }, (_, x) => {
      const k = Math.floor((x / WIDTH - 0.5) / 0.01)
      return x / WIDTH >= 0.5 && k < 6 && x / WIDTH - 0.5 - 0.01 * k < 0.006 ? k + 1 : 0
    })
    const { panels, ...tidy } = mergeAlike(
      { map: row, count: 7 },
      facts,
      facts.map(() => wall),
      'model',
      true,
    )
    return { panels, ...closePanels(tidy, WIDTH, panels) }
  }

  it('has a panel of its own, without gaps', () => {
    const { parts, panels } = scene(0.5)
    expect(parts.count).toBe(2)
    const [panel] = [...panels]
    expect([...parts.map].filter((id) => id === panel).length).toBeGreaterThan(0.05 * WIDTH)
    expect(new Set(parts.map.subarray(0.5 * WIDTH, 0.55 * WIDTH))).toEqual(new Set([panel]))
  })

  it('keeps apart from the plain wall where that has taken a loose slat', () => {
    const next: Neighbour = { part: 0.4, below: 0, step: 30, apart: 0.9 }
    const plain = {
      ...PLAIN,
      part: 0.3,
      lines: [0, 0, 0, 0, 0, 0] as const,
      around: new Map([[7, beside(6)]]),
    }
    const rest = [0, 1, 2, 3, 4, 5].map((k) => ({ ...slat(k, 0.5), around: new Map<number, Neighbour>() }))
    // Low and thin, a little beside the last slat of the panel.
    const loose = {
      ...{ ...slat(8, 0.08), part: 0.001, top: 0.62, bottom: 0.7 },
      around: new Map([
        [0, beside(6)],
        [6, next],
      ]),
    }
    rest[5]!.around.set(7, next)
    const facts = [plain, ...rest, loose]
    const map = Uint16Array.from(facts, (_, k) => k)
    const { parts, panels } = mergeAlike(
      { map, count: 8 },
      facts,
      facts.map(() => wall),
      'model',
      true,
    )
    expect(panels.size).toBe(1)
    expect(panels.has(parts.map[0]!)).toBe(false)
    expect(parts.map[7]).toBe(parts.map[0])
  })

  it('has none where they are as low as books', () => {
    const { parts, panels } = scene(0.08)
    expect(panels.size).toBe(0)
    expect(parts.count).toBe(1)
  })
})

describe('the front of a counter', () => {
  const front = { label: 'furniture' as const, sure: 0.6 }
  /** Slats with what stands before them, over pieces in which slats were not told apart. */
  const left = (upright: number, above: number) => {
    const piece = (from: number, to: number, bottom: number, lines: number): Facts => ({
      ...{ ...PLAIN, left: from, right: to, top: 0.55, bottom, above },
      ...{ lines: [0, 0, lines, 0, 0, 0], around: new Map() },
    })
    const slats = [0, 1, 2, 3].map((k) => piece(0.4 + 0.02 * k, 0.42 + 0.02 * k, 0.77, 20))
    const facts = [...slats, piece(0.48, 0.58, 0.62, upright), piece(0.57, 0.7, 0.63, upright)]
    const map = Uint16Array.from(facts, (_, k) => k)
    const names = facts.map(() => front)
    return mergeAlike({ map, count: facts.length }, facts, names, 'model', true).parts.count
  }

  it('is one thing with its slatted pieces, and no smooth one', () => {
    expect(left(18, 0)).toBe(1)
    expect(left(1, 0)).toBe(3)
  })

  it('does not rise over the horizon', () => {
    expect(left(18, 0.4)).toBe(6)
  })

  it('goes on behind what stands before it, under one top', () => {
    const beside = (below: number): Neighbour => ({ part: 0.2, below, step: 40, apart: 0.9 })
    const count = (below: number) => {
      const slat = (k: number): Facts => ({
        ...{ ...PLAIN, left: 0.4 + 0.1 * k, right: 0.42 + 0.1 * k, top: 0.6, bottom: 0.7, above: 0 },
        ...{ lines: [0, 0, 20, 0, 0, 0], around: new Map([[4, beside(below)]]) },
      })
      const around = new Map([0, 1, 2, 3].map((k) => [k, beside(-below)]))
      const facts = [...[0, 1, 2, 3].map(slat), { ...PLAIN, above: 0, around }]
      const map = Uint16Array.from(facts, (_, k) => k)
      const names = facts.map(() => front)
      return mergeAlike({ map, count: facts.length }, facts, names, 'drawing', true).parts.count
    }
    expect(count(-0.9)).toBe(2)
    expect(count(0)).toBe(5)
  })
})

describe('more regions than a picture may have', () => {
  it('are joined where little is lost, not where two large ones meet faintly', () => {
    const small = 145
    const beside = (step: number): Neighbour => ({ part: 0.5, below: 0, step, apart: 0 })
    const crumbs = Array.from({ length: small }, (_, k): Facts => {
      const others = [k - 1, k + 1].filter((n) => n >= 0 && n < small)
      return { ...PLAIN, part: 1e-4, around: new Map(others.map((n) => [n + 2, beside(30)])) }
    })
    const large = [1, 0].map(
      (other): Facts => ({ ...PLAIN, part: 0.2, around: new Map([[other, beside(5)]]) }),
    )
    const facts = [...large, ...crumbs]
    const map = Uint16Array.from(facts, (_, k) => k)
    const names = facts.map(() => ({ label: 'wall' as const, sure: 0.9 }))
    const { parts } = mergeAlike({ map, count: facts.length }, facts, names, 'model', true)
    expect(parts.count).toBe(140)
    expect(parts.map[0]).not.toBe(parts.map[1])
  })
})

describe('curtains', () => {
  /** Tall folds from `left` on, hanging together; ids from `id`. */
  const folds = (left: number, id: number): Facts[] =>
    [0, 1, 2, 3].map((k) => {
      const beside = [k - 1, k + 1].filter((n) => n >= 0 && n < 4)
      const around = new Map(
        beside.map((n): [number, Neighbour] => [id + n, { part: 0.45, below: 0, step: 9, apart: 0 }]),
      )
      const [from, to] = [left + 0.02 * k, left + 0.02 * (k + 1)]
      return { ...PLAIN, left: from, right: to, top: 0.2, bottom: 0.7, lines: [0, 0, 16, 0, 0, 0], around }
    })
  const wall = () => shareOf({ wall: 0.9, furniture: 0.1 })

  it('hang from a window on; slats that no window is at stay a wall, and so does a strip of it', () => {
    const window: Facts = { ...PLAIN, part: 0.05, left: 0, right: 0.2, top: 0.25, bottom: 0.7 }
    const facts = [window, ...folds(0.21, 1), ...folds(0.7, 5)]
    const shares = [shareOf({ opening: 1 }), ...facts.slice(1).map(wall)]
    hangCurtains(facts, shares)
    expect(shares.map(nameOf)).toEqual(['opening', ...Array(4).fill('furniture'), ...Array(4).fill('wall')])
    const strip = [window, folds(0.21, 1)[0]!]
    const alone = [shareOf({ opening: 1 }), wall()]
    hangCurtains(strip, alone)
    expect(alone.map(nameOf)).toEqual(['opening', 'wall'])
  })
})
