import { describe, expect, it } from 'vitest'
import type { Facts, Neighbour } from '#kernels/seeing/labels-facts.ts'
import { liftDrawnSeats, liftSeats } from '#kernels/seeing/labels-seats.ts'
import { LABELS, type Label } from '#kernels/seeing/scene.ts'

const shareOf = (shares: Partial<Record<Label, number>>) =>
  Float32Array.from(LABELS, (label) => shares[label] ?? 0)

const beside = (part: number, step: number): Neighbour => ({ part, below: 0, step, apart: 0 })

const SEAT: Facts = {
  ...{ pixels: 2000, part: 0.003, x: 0.5, y: 0.7, left: 0.4, right: 0.6, top: 0.6, bottom: 0.8, above: 0 },
  ...{ atTop: 0, atBottom: 0, atLeft: 0, atRight: 0, l: 70, a: 0, b: 0, texture: 1, spread: 3, edge: 3 },
  ...{ fall: 0.2, slope: [0, 0], straight: 0.7, lines: [0, 0, 0, 1, 1, 1], solid: 0.6, convex: 0.93 },
  ...{ round: 0.5, at: { x: 1, y: 1 }, around: new Map([[0, beside(0.4, 25)]]) },
}

/** What a piece of a floor is taken for, beside the floor and a thing. */
function nameOf(one: Partial<Facts>, seen = 0.3): Label {
  const floor: Facts = { ...SEAT, part: 0.3, convex: 0.5, l: 60, around: new Map() }
  const facts = [floor, { ...floor }, { ...SEAT, ...one }]
  const shares = [shareOf({ floor: 1 }), shareOf({ furniture: 1 }), shareOf({ floor: 0.9, wall: 0.1 })]
  const pixels = [shareOf({ floor: 1 }), shareOf({ furniture: 1 }), shareOf({ furniture: seen })]
  liftSeats(facts, shares, pixels)
  return LABELS[shares[2]!.indexOf(Math.max(...shares[2]!))]!
}

describe('a seat that was taken for floor', () => {
  it('is a thing where a high step parts it from the floor all around', () => {
    expect(nameOf({})).toBe('furniture')
    const held = [
      [0, beside(0.4, 25)],
      [1, beside(0.6, 5)],
    ] as const
    expect(nameOf({ around: new Map(held) })).toBe('furniture')
  })

  it('stays floor where it goes over into it, and between the legs of things alone', () => {
    expect(nameOf({ around: new Map([[0, beside(0.4, 8)]]) })).toBe('floor')
    expect(nameOf({ around: new Map([[1, beside(1, 25)]]) })).toBe('floor')
  })

  it('stays floor where the sun lies on it, where its pixels are no thing, and at its full size', () => {
    expect(nameOf({ l: 95 })).toBe('floor')
    expect(nameOf({}, 0.05)).toBe('floor')
    expect(nameOf({ part: 0.1 })).toBe('floor')
    expect(nameOf({ convex: 0.6 })).toBe('floor')
  })
})

describe('a drawn seat that was taken for floor', () => {
  /** What a piece is taken for. @param floor share of the floor, the rest is of things @param seen things by pixels */
  const drawn = (floor: number, seen: number, part = 0.003) => {
    const share = shareOf({ floor, furniture: 1 - floor })
    liftDrawnSeats([{ ...SEAT, part }], [share], [shareOf({ furniture: seen, floor: 1 - seen })])
    return LABELS[share.indexOf(Math.max(...share))]
  }

  it('is a thing where the floor is hardly ahead and its pixels are things', () => {
    expect(drawn(0.6, 0.7)).toBe('furniture')
  })

  it('stays floor where that is sure, where its pixels are as soon floor, and where it is large', () => {
    expect(drawn(0.8, 0.7)).toBe('floor')
    expect(drawn(0.6, 0.5)).toBe('floor')
    expect(drawn(0.6, 0.7, 0.1)).toBe('floor')
  })
})
