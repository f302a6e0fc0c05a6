import { describe, expect, it } from 'vitest'
import type { Opening } from '#kernels/plan/openings.ts'
import { straightWalls } from '#kernels/plan/straight-walls.ts'
import { takeUnlikelyWalls } from '#kernels/plan/wall-odds.ts'

const [WIDTH, HEIGHT, THICK] = [260, 160, 12]
type Box = readonly [x0: number, y0: number, x1: number, y1: number]

function maskOf(...boxes: Box[]): Uint8Array {
  const mask = new Uint8Array(WIDTH * HEIGHT)
  for (const [x0, y0, x1, y1] of boxes)
    for (let y = y0; y < y1; y++) mask.fill(1, y * WIDTH + x0, y * WIDTH + x1)
  return mask
}

/** A room of 20..240 × 20..140 px with walls of 12 px, whose lower one has an opening from 100 to 160 px. */
const ROOM: Box[] = [
  [20, 20, 240, 32],
  [20, 20, 32, 140],
  [228, 20, 240, 140],
  [20, 128, 100, 140],
  [160, 128, 240, 140],
]

/** The room as a network sees it: walls ragged by up to 2 px, a bit of furniture at the upper one, and panes thinner than the wall. */
function seenRoom() {
  const mask = maskOf(...ROOM, [120, 32, 126, 37])
  const ragged = Uint8Array.from(mask)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const by = Math.round(1 + Math.sin(x / 5) + Math.cos(y / 7) / 2)
      if (mask[y * WIDTH + x] && y + by < HEIGHT && x > 32 && x < 228) ragged[(y + by) * WIDTH + x] = 1
    }
  const map = maskOf([100, 131, 160, 136])
  for (let i = 0; i < map.length; i++) if (ragged[i]) map[i] = 0
  const opening: Opening = {
    ...{ kind: 'window', width: 60 },
    corners: [
      [99.5, 131],
      [159.5, 131],
      [159.5, 136],
      [99.5, 136],
    ],
  }
  const walls = { mask: ragged, thickness: THICK, stubs: new Uint16Array(mask.length) }
  return { walls, openings: [opening], map }
}

/** The room's ink: the outlines of its walls. */
function ink() {
  const solid = maskOf(...ROOM)
  const dark = solid.map((wall, i) => {
    const isEdge = [1, -1, WIDTH, -WIDTH].some((step) => !solid[i + step])
    return wall && isEdge ? 1 : 0
  })
  return { width: WIDTH, height: HEIGHT, dark, grey: dark.map((line) => (line ? 0 : 255)), pen: 1 }
}

describe('walls that the network sees', () => {
  const straight = straightWalls(seenRoom(), ink())
  const at = (x: number, y: number) => straight.walls.mask[y * WIDTH + x]

  it('are straight between the lines that are drawn at them, with square corners', () => {
    const drawn = maskOf(...ROOM)
    const differing = drawn.reduce((sum, wall, i) => sum + (wall === straight.walls.mask[i] ? 0 : 1), 0)
    expect(differing).toBeLessThan(20)
    expect([at(20, 20), at(239, 20), at(239, 139), at(20, 139)]).toEqual([1, 1, 1, 1])
  })

  it('have no bits of furniture at them', () => {
    expect(at(122, 34)).toBe(0)
  })

  it('have openings as wide as they are', () => {
    const [{ corners, width }] = straight.openings as [Opening]
    expect(width).toBeCloseTo(60, -0.5)
    expect(corners[0][1]).toBeCloseTo(127.5, 0)
    expect(corners[2][1]).toBeCloseTo(139.5, 0)
    expect(straight.map[129 * WIDTH + 130]).toBe(1)
  })
})

describe('walls within one room', () => {
  /** Whether a bar that ends free in the room, of 12 px or of 3, is still wall, and whose room its place is. */
  function barOf(wide: number, sure: number, hasRoomBeyond = false, right = 180) {
    const mask = maskOf([20, 20, 240, 32], [20, 20, 32, 140], [228, 20, 240, 140], [20, 128, 240, 140])
    const bar: Box = hasRoomBeyond ? [32, 80, 228, 80 + wide] : [90, 80, right, 80 + wide]
    const barrier = mask.map((wall, i) => wall | maskOf(bar)[i]!)
    const walls = { mask: barrier, thickness: THICK, stubs: new Uint16Array(mask.length) }
    const straight = straightWalls({ walls, openings: [], map: new Uint8Array(mask.length) }, ink())
    const map = new Uint16Array(mask.length)
    for (let y = 32; y < 128; y++)
      for (let x = 32; x < 228; x++)
        if (!straight.walls.mask[y * WIDTH + x]) map[y * WIDTH + x] = hasRoomBeyond && y > 80 ? 2 : 1
    const closed = { map, barrier: straight.walls.mask }
    const walled = mask.map((wall) => (wall ? 250 : sure))
    takeUnlikelyWalls(straight.stretches, closed, walled, straight.walls.thickness)
    const i = 81 * WIDTH + 130
    return { wall: closed.barrier[i], room: closed.map[i], outer: closed.barrier[81 * WIDTH + 234] }
  }

  it('go where they are thin and meet no others, and stay where they are as thick as walls', () => {
    expect(barOf(3, 120)).toEqual({ wall: 0, room: 1, outer: 1 })
    expect(barOf(12, 240)).toEqual({ wall: 1, room: 0, outer: 1 })
  })

  it('leave the wall whole that they run into', () => {
    expect(barOf(3, 120, false, 240)).toEqual({ wall: 0, room: 1, outer: 1 })
  })

  it('stay between two rooms, however thin and unsure', () => {
    expect(barOf(3, 120, true)).toEqual({ wall: 1, room: 0, outer: 1 })
  })
})
