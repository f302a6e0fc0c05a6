import { describe, expect, it } from 'vitest'
import { settleWalls } from '#kernels/plan/wall-cells.ts'

const [width, height, thick] = [90, 70, 10]
const WALL = 1
const at = (x: number, y: number) => y * width + x

/** A room of 70 × 50 px within hollow walls of 10 px, whose faces are lines of 1 px; `draw` adds lines. */
function hollowRoom(draw: readonly (readonly [number, number, number, number])[] = []) {
  const dark = new Uint8Array(width * height)
  const box = (x0: number, y0: number, x1: number, y1: number) => {
    for (let x = x0; x <= x1; x++) dark[at(x, y0)] = dark[at(x, y1)] = 1
    for (let y = y0; y <= y1; y++) dark[at(x0, y)] = dark[at(x1, y)] = 1
  }
  box(4, 4, 85, 65)
  box(14, 14, 75, 55)
  for (const one of draw) box(...one)
  const barrier = new Uint8Array(dark.length)
  const map = new Uint16Array(dark.length)
  for (let y = 4; y <= 65; y++)
    for (let x = 4; x <= 85; x++) {
      const isIn = x > 14 && x < 75 && y > 14 && y < 55
      if (isIn) map[at(x, y)] = 1
      else barrier[at(x, y)] = WALL
    }
  const ink = { width, height, dark, grey: dark.map((line) => (line ? 0 : 255)), pen: 1 }
  const none = new Uint8Array(dark.length)
  const seen = {
    walled: none,
    glazed: none,
    glass: Uint8Array.from({ length: 256 }, (_, value) => Number(value === 2)),
  }
  const fill = (value: number, x0: number, y0: number, x1: number, y1: number) => {
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        barrier[at(x, y)] = value
        map[at(x, y)] = value ? 0 : 1
      }
  }
  return { barrier, map, ink, seen, fill, settle: () => settleWalls({ map, barrier }, seen, ink, thick) }
}

describe('walls that are only seen', () => {
  it('end at the lines of their faces: a wedge beside one is floor, and a hole in one is wall', () => {
    const { barrier, map, fill, settle } = hollowRoom()
    fill(WALL, 30, 15, 50, 17)
    fill(0, 30, 6, 40, 11)
    settle()
    expect([barrier[at(40, 16)], map[at(40, 16)], barrier[at(35, 8)], map[at(35, 8)]]).toEqual([
      0,
      1,
      WALL,
      0,
    ])
    expect([barrier[at(40, 14)], barrier[at(5, 30)]]).toEqual([WALL, WALL])
  })

  it('are none in a table, nor in a shelf along a wall, but where they part rooms or stand free of it', () => {
    const { barrier, map, fill, settle } = hollowRoom([
      [50, 40, 70, 52],
      [20, 14, 44, 21],
      [60, 14, 66, 34],
    ])
    fill(WALL, 51, 41, 55, 51)
    fill(WALL, 21, 15, 43, 20)
    fill(WALL, 61, 15, 65, 33)
    settle()
    expect([barrier[at(53, 46)], map[at(53, 46)]]).toEqual([0, 1])
    expect([barrier[at(32, 18)], map[at(32, 18)]]).toEqual([0, 1])
    // A partition that ends in the room meets the wall with its short side.
    expect(barrier[at(63, 25)]).toBe(WALL)
  })

  it('stay in a cell that is open to the room where they part two rooms', () => {
    const { barrier, map, fill, settle } = hollowRoom()
    fill(WALL, 40, 15, 44, 54)
    for (let y = 15; y < 55; y++) for (let x = 45; x < 75; x++) map[at(x, y)] = 2
    settle()
    expect(barrier[at(42, 30)]).toBe(WALL)
  })

  it('are glass in a pane that a window takes partly and that is seen as glass', () => {
    // Two panes in the upper wall.
    const { barrier, map, ink, seen, fill } = hollowRoom([
      [30, 4, 60, 9],
      [30, 9, 60, 14],
    ])
    fill(2, 31, 5, 45, 13)
    const glazed = seen.glazed.map(() => 200)
    settleWalls({ map, barrier }, { ...seen, glazed }, ink, thick)
    expect([barrier[at(55, 7)], barrier[at(55, 12)], barrier[at(20, 8)]]).toEqual([2, 2, WALL])
  })
})
