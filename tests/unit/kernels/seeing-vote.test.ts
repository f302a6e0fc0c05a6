import { describe, expect, it } from 'vitest'
import { hangCurtains } from '#kernels/seeing/labels-curtains.ts'
import type { Facts, Neighbour } from '#kernels/seeing/labels-facts.ts'
import { mergeAlike } from '#kernels/seeing/labels-tidy.ts'
import { voteTogether } from '#kernels/seeing/labels-vote.ts'
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
