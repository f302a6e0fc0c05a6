import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readInk } from '#kernels/plan/ink.ts'
import { addOpenings, type Opening } from '#kernels/plan/openings.ts'
import { readPlan } from '#kernels/plan/read-plan.ts'
import { readRaster } from '#tests/support/read-raster.ts'

const [WIDTH, HEIGHT] = [600, 400]

/** Furniture of thin lines: most of what is drawn. */
const shelves = Array.from({ length: 10 }, (_, k) => `M${70 + 16 * k} 280V330M${340 + 16 * k} 100V260`).join(
  '',
)

/** Two rooms of walls of one stroke each, some px wide, with a door between them: its path, and its leaf where it is closed. */
async function strokedPlan(wall: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#fff"/>
    <g fill="none" stroke="#111">
      <path stroke-width="${wall}" stroke-linecap="square" d="M50 50H550V350H50ZM300 50V150M300 210V350"/>
      <path stroke-width="2" d="M300 150V210A60 60 0 0 1 240 150${shelves}"/>
    </g>
  </svg>`
  return readRaster(await sharp(Buffer.from(svg)).png().toBuffer(), WIDTH)
}

describe('walls of heavy strokes in a picture', () => {
  it('are as wide as they are drawn, and doors between them open', async () => {
    const plan = readPlan(await strokedPlan(5))
    expect(plan.rooms).toHaveLength(2)
    expect(plan.doors).toHaveLength(1)
    expect(plan.doors[0]).toMatchObject({ kind: 'door', swing: expect.anything() })
    const wide = Array.from({ length: 31 }, (_, k) => plan.walls[300 * WIDTH + 285 + k]!)
    expect(wide.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(7)
  })

  it('are none where all lines are as heavy', async () => {
    const picture = await strokedPlan(2)
    expect(readInk(picture).pen).toBe(2)
    expect(readPlan(picture).rooms).toHaveLength(0)
  })
})

describe('openings that are added', () => {
  const opening = (x0: number, x1: number, y: number, half: number): Opening => ({
    ...{ kind: 'door', width: x1 - x0 },
    corners: [
      [x0, y - half],
      [x1, y - half],
      [x1, y + half],
      [x0, y + half],
    ],
  })

  it('are left out where one is that takes a thinner part of the same wall', () => {
    const barrier = new Uint8Array(200 * 60)
    const told = opening(40, 90, 30, 2)
    const openings = [told]
    const map = new Uint8Array(barrier.length)
    for (const [n, [x0, x1]] of [
      [36, 92],
      [120, 170],
    ].entries())
      for (let y = 24; y < 36; y++) map.fill(n + 1, y * 200 + x0!, y * 200 + x1!)
    const other = opening(120, 170, 30, 6)
    addOpenings({ openings, barrier }, { openings: [opening(36, 92, 30, 6), other], map }, 200, 12)
    expect(openings).toEqual([told, other])
  })
})
