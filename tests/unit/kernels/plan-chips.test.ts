import { describe, expect, it } from 'vitest'
import { fillChips, WALL } from '#kernels/plan/barrier.ts'
import type { Ink } from '#kernels/plan/ink.ts'

const [WIDTH, HEIGHT] = [120, 60]
const THICK = 20
const [PAPER, STONE, LINE] = [255, 140, 20]

/** A wall of grey stone from 20 to 40 px below the upper edge, with lines as its faces, and a shelf below it. */
function wallWith(chip: { left: number; right: number; deep: number }) {
  const grey = new Uint8Array(WIDTH * HEIGHT).fill(PAPER)
  const barrier = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++) {
      if (y >= 20 && y < 40) [grey[i], barrier[i]] = [STONE, WALL]
      if (y === 19 || y === 40) grey[i] = LINE
      // A shelf of 10 px before the wall.
      if (x >= 70 && x <= 100 && (y === 51 || ((x === 70 || x === 100) && y > 40 && y < 51))) grey[i] = LINE
      if (y >= 40 - chip.deep && y < 40 && x >= chip.left && x < chip.right) [grey[i], barrier[i]] = [200, 0]
    }
  const dark = grey.map((value) => (value < 0.7 * PAPER ? 1 : 0))
  const ink: Ink = { width: WIDTH, height: HEIGHT, grey, dark, pen: 1 }
  return { ink, barrier, at: (x: number, y: number) => barrier[y * WIDTH + x] }
}

describe('chips in walls', () => {
  it('are filled up to the line that is the face of the wall; what stands before it is not', () => {
    const { ink, barrier, at } = wallWith({ left: 20, right: 44, deep: 6 })
    fillChips(barrier, ink, THICK)
    expect([at(20, 39), at(30, 34), at(43, 39)]).toEqual([WALL, WALL, WALL])
    expect([at(30, 41), at(85, 45)], 'the room and the shelf').toEqual([0, 0])
  })

  it('stay where they are as deep as half of the wall, as niches are', () => {
    const { ink, barrier, at } = wallWith({ left: 20, right: 44, deep: 10 })
    fillChips(barrier, ink, THICK)
    expect(at(30, 35)).toBe(0)
  })
})
