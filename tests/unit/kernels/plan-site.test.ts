import { describe, expect, it } from 'vitest'
import { TINTS } from '#kernels/plan/ink.ts'
import { readSite } from '#kernels/plan/read-site.ts'

/** A sheet of 200 × 140 px with a title block at its right, and squares of 20 px, so many of them green. */
function readSheet(coloured: number) {
  const [width, height] = [200, 140]
  const dark = new Uint8Array(width * height)
  const tints = new Uint8Array(dark.length)
  const box = (x0: number, y0: number, x1: number, y1: number) => {
    for (let x = x0; x <= x1; x++) dark[y0 * width + x] = dark[y1 * width + x] = 1
    for (let y = y0; y <= y1; y++) dark[y * width + x0] = dark[y * width + x1] = 1
  }
  box(170, 10, 190, 130)
  for (let n = 0; n < 15; n++) {
    const [x, y] = [10 + 28 * (n % 5), 10 + 40 * Math.floor(n / 5)]
    box(x, y, x + 20, y + 20)
    if (n % 2 === 1 && n < 15 - coloured) continue
    for (let v = y + 1; v < y + 20; v++)
      for (let u = x + 1; u < x + 20; u++) tints[v * width + u] = TINTS.indexOf('green')
  }
  const ink = { width, height, dark, grey: dark.map((line) => (line ? 0 : 255)), pen: 1, tints }
  const { map, rooms } = readSite(ink, [], null)
  return { rooms: rooms.length, block: map[70 * width + 180]!, square: map[20 * width + 20]! }
}

describe('a coloured site', () => {
  it('is the box about its colours: a title block beyond it stays paper', () => {
    const { rooms, block, square } = readSheet(15)
    expect([rooms, block]).toEqual([15, 0])
    expect(square).toBeGreaterThan(0)
  })

  it('goes on beyond them where they are few', () => {
    const { rooms, block } = readSheet(0)
    expect(rooms).toBe(16)
    expect(block).toBeGreaterThan(0)
  })
})
