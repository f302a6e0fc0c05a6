import { describe, expect, it } from 'vitest'
import type { Named } from '#kernels/seeing/labels.ts'
import { mendSides } from '#kernels/seeing/labels-sides.ts'
import type { PixelLabels } from '#kernels/seeing/pixel-labels.ts'
import { roomSides } from '#kernels/seeing/regions-room.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import { LABELS, type Label } from '#kernels/seeing/scene.ts'
import { straightRoom } from '#tests/support/room-box.ts'

const [WIDTH, HEIGHT] = [160, 120]
const [CEILING, WALL] = [0, 1] as const

/** A back wall from the row 40 on, seen straight. */
const ROOM = straightRoom([20, 40, 140, 100], { x: 80, y: 70 })
const SIDES = roomSides(WIDTH, HEIGHT, ROOM)

/** A slat of the ceiling that runs on into the wall. */
const isSlat = (x: number, y: number) => x >= 70 && x < 78 && y >= 20 && y < 40

/** What the regions are with a slat seen as part of the wall, where pixels are named so. */
function raised(seen: (x: number, y: number) => readonly [Label, number], names: readonly Label[]) {
  const size = WIDTH * HEIGHT
  const shares = new Float32Array(LABELS.length * size)
  const map = new Uint16Array(size)
  for (let i = 0; i < size; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const [label, share] = seen(x, y)
    shares[LABELS.indexOf(label) * size + i] = share
    map[i] = y < 40 && !isSlat(x, y) ? CEILING : WALL
  }
  const pixels: PixelLabels = { width: WIDTH, height: HEIGHT, shares, border: new Float32Array(size) }
  const tidy = {
    parts: { map, count: 2 },
    names: names.map((label): Named => ({ label, sure: 1 })),
  }
  const sight = { kind: 'model', width: WIDTH, height: HEIGHT, pixels } as Sight
  const { parts } = mendSides(tidy, sight, ROOM, SIDES)
  return (x: number, y: number) => parts.map[y * WIDTH + x]
}

describe('a slat of the ceiling that goes over into the wall', () => {
  const isSeen = (_: number, y: number) => [y < 50 ? 'ceiling' : 'wall', 0.9] as const

  it('is the ceiling down to the edge of the room, and the wall stays', () => {
    const at = raised(isSeen, ['ceiling', 'wall'])
    expect(at(74, 30)).toBe(CEILING)
    expect(at(74, 45)).toBe(WALL)
    expect(at(40, 60)).toBe(WALL)
  })

  it('stays where its pixels are not seen so, and where it is no wall', () => {
    expect(raised(() => ['wall', 0.9], ['ceiling', 'wall'])(74, 30)).toBe(WALL)
    expect(raised(isSeen, ['ceiling', 'furniture'])(74, 30)).toBe(WALL)
  })

  it('stays where no ceiling is beside it', () => {
    expect(raised(isSeen, ['furniture', 'wall'])(74, 30)).toBe(WALL)
  })
})

describe('the sides of a room', () => {
  it('are sectors around the back wall', () => {
    const at = (x: number, y: number) => SIDES[y * WIDTH + x]
    expect([at(80, 110), at(80, 20), at(80, 70), at(5, 70), at(150, 70)]).toEqual([0, 1, 2, 3, 4])
    // The edge of the ceiling and the left wall runs from the corner away from the vanishing point.
    expect([at(10, 31), at(10, 35)]).toEqual([1, 3])
  })
})

describe('what lies beyond an edge of the room', () => {
  /** Regions of a photograph in which only the map tells, from 0 on. */
  function mended(names: readonly Label[], idAt: (x: number, y: number) => number, room = ROOM) {
    const map = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) => idAt(i % WIDTH, Math.floor(i / WIDTH)))
    const tidy = {
      parts: { map, count: names.length },
      names: names.map((label): Named => ({ label, sure: 1 })),
    }
    const { parts } = mendSides(
      tidy,
      { kind: 'photo', width: WIDTH, height: HEIGHT, pixels: null } as Sight,
      room,
      SIDES,
    )
    return (x: number, y: number) => parts.map[y * WIDTH + x]
  }
  const ceilingOver = (y: number) => (y < 40 ? CEILING : WALL)
  const box = (left: number, top: number, right: number, bottom: number) => (x: number, y: number) =>
    x >= left && x < right && y >= top && y < bottom

  it('is the ceiling between its slats, but for what is wide, as a wall where the box errs', () => {
    const [gap, wide] = [box(70, 20, 72, 40), box(30, 15, 60, 40)]
    const at = mended(['ceiling', 'wall'], (x, y) => (gap(x, y) || wide(x, y) ? WALL : ceilingOver(y)))
    expect(at(71, 25)).toBe(CEILING)
    expect(at(45, 30)).toBe(WALL)
    expect(at(71, 60)).toBe(WALL)
  })

  it('is the wall where a piece of the ceiling reaches down into it, but for a beam along the edge', () => {
    const names = ['ceiling', 'wall'] as const
    const sign = box(70, 40, 82, 55)
    const under = mended(names, (x, y) => (sign(x, y) ? CEILING : ceilingOver(y)))
    expect(under(75, 50)).toBe(WALL)
    expect(under(75, 30)).toBe(CEILING)
    const beam = box(20, 40, 140, 44)
    expect(mended(names, (x, y) => (beam(x, y) ? CEILING : ceilingOver(y)))(75, 42)).toBe(CEILING)
  })

  it('is the next wall where a wall reaches around a corner', () => {
    const [left, back, other] = [1, 2, 3]
    const spill = box(20, 60, 32, 70)
    const at = mended(['ceiling', 'wall', 'wall', 'other'], (x, y) => {
      const side = SIDES[y * WIDTH + x]
      if (side === 3 || spill(x, y)) return left
      return side === 1 ? CEILING : side === 2 ? back : other
    })
    expect(at(28, 65)).toBe(back)
    expect(at(10, 65)).toBe(left)
  })

  it('stays where the box is not believed', () => {
    const gap = box(70, 20, 73, 40)
    const room = { ...ROOM, sure: 0.1 }
    expect(mended(['ceiling', 'wall'], (x, y) => (gap(x, y) ? WALL : ceilingOver(y)), room)(71, 25)).toBe(
      WALL,
    )
  })
})
