import { describe, expect, it } from 'vitest'
import type { Named } from '#kernels/seeing/labels.ts'
import { raiseCeiling } from '#kernels/seeing/labels-ceiling.ts'
import type { PixelLabels } from '#kernels/seeing/pixel-labels.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import { LABELS, type Label, type RoomBox } from '#kernels/seeing/scene.ts'

const [WIDTH, HEIGHT] = [160, 120]
const [CEILING, WALL] = [0, 1] as const

/** A back wall from the row 40 on, seen straight. */
const ROOM: RoomBox = {
  back: [
    { x: 20, y: 40 },
    { x: 140, y: 40 },
    { x: 140, y: 100 },
    { x: 20, y: 100 },
  ],
  vanishing: { x: 80, y: 70 },
  sure: 1,
}

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
  const sight = { width: WIDTH, height: HEIGHT, pixels } as Sight
  const { parts } = raiseCeiling(tidy, sight, ROOM)
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
