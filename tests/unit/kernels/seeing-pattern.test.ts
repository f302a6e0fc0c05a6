import { describe, expect, it } from 'vitest'
import type { Facts, Neighbour } from '#kernels/seeing/labels-facts.ts'
import { followTiles } from '#kernels/seeing/labels-pattern.ts'
import { LABELS, type Label } from '#kernels/seeing/scene.ts'

const PLAIN: Facts = {
  ...{ pixels: 2000, part: 0.004, x: 0.5, y: 0.4, left: 0, right: 1, top: 0, bottom: 1, above: 1, fall: 0 },
  ...{ atTop: 0, atBottom: 0, atLeft: 0, atRight: 0, l: 80, a: 0, b: 0, texture: 0.5, spread: 15, edge: 2 },
  ...{ slope: [0, 0], straight: 0.9, lines: [0, 0, 0, 0, 0, 0], solid: 0.6, convex: 0.9, round: 0.4 },
  ...{ at: { x: 1, y: 1 }, around: new Map<number, Neighbour>() },
}
const TILES: Facts = { ...PLAIN, edge: 12, lines: [6, 5, 0, 0, 0, 0] }

const beside = (border: Record<number, readonly [part: number, step: number]>) =>
  new Map(
    Object.entries(border).map(
      ([id, [part, step]]) => [Number(id), { part, step, below: 0, apart: 0 }] as const,
    ),
  )
const shareOf = (label: Label) =>
  Float32Array.from(LABELS, (one) => (one === label ? 0.8 : one === 'wall' || one === 'furniture' ? 0.2 : 0))
const nameOf = (share: Float32Array) => LABELS[share.indexOf(Math.max(...share))]

describe('the tiles of a drawn wall', () => {
  /** What pieces beside a wall are named that were furniture; the first one meets the wall. */
  function named(pieces: readonly Facts[], wall: Facts = TILES) {
    const shares = [shareOf('wall'), ...pieces.map(() => shareOf('furniture'))]
    followTiles([wall, ...pieces], shares)
    return shares.slice(1).map(nameOf)
  }

  it('go on over a border that is one more joint, from piece to piece', () => {
    const near = { ...TILES, around: beside({ 0: [0.5, 36] }) }
    expect(named([near, { ...TILES, around: beside({ 1: [0.6, 36] }) }])).toEqual(['wall', 'wall'])
    expect(named([{ ...TILES, around: beside({ 2: [0.6, 36] }) }, near])).toEqual(['wall', 'wall'])
  })

  it('end at an outline, and at what has no joints or is large', () => {
    const faint = beside({ 0: [0.5, 36] })
    expect(named([{ ...TILES, around: beside({ 0: [0.5, 44] }) }])).toEqual(['furniture'])
    expect(named([{ ...PLAIN, around: faint }])).toEqual(['furniture'])
    expect(named([{ ...TILES, lines: [6, 0, 12, 0, 0, 0], around: faint }])).toEqual(['furniture'])
    expect(named([{ ...TILES, part: 0.05, around: faint }])).toEqual(['furniture'])
    expect(named([{ ...TILES, around: faint }], PLAIN)).toEqual(['furniture'])
  })
})
