import { describe, expect, it } from 'vitest'
import type { Raster } from '#kernels/raster.ts'
import { factsOf } from '#kernels/seeing/labels-facts.ts'
import { addLeaves, leavesOf } from '#kernels/seeing/labels-leaves.ts'
import { findParts } from '#kernels/seeing/regions.ts'
import { sightOf } from '#kernels/seeing/regions-sight.ts'
import { segmentsOf } from '#kernels/seeing/see.ts'
import { usualView } from '#kernels/seeing/view.ts'

const [WIDTH, HEIGHT] = [600, 450]

/** A wall of a model that gets darker to the right, with what `shadeAt` puts before it (null: nothing). */
function modelOf(shadeAt: (x: number, y: number) => number | null): Raster {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(255)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    data.fill(shadeAt(x, y) ?? 150 - x / 20, 4 * i, 4 * i + 3)
  }
  return { width: WIDTH, height: HEIGHT, data }
}

/** Leaves that hang in all directions around a stem over a pot: where their middles are, and how they are turned. */
const LEAVES = Array.from({ length: 44 }, (_, k) => ({
  x: 300 + 34 * Math.sin(2.4 * k),
  y: 90 + 4.6 * k,
  turn: 1.1 * Math.sin(1.7 * k),
}))

function plantAt(x: number, y: number): number | null {
  if (y > 300 && y < 360 && Math.abs(x - 300) < 34) return 175
  for (const leaf of LEAVES) {
    const [dx, dy] = [x - leaf.x, y - leaf.y]
    const along = dx * Math.cos(leaf.turn) + dy * Math.sin(leaf.turn)
    const across = dy * Math.cos(leaf.turn) - dx * Math.sin(leaf.turn)
    if (Math.abs(along) < 15 && Math.abs(across) < 4 * Math.sqrt(1 - Math.abs(along) / 15)) return 190
  }
  return null
}

/** Books of a shelf: uprights close beside each other. */
const booksAt = (x: number, y: number) =>
  x > 220 && x < 380 && y > 80 && y < 300 && x % 16 < 9 ? 150 + 12 * (Math.floor(x / 16) % 4) : null

function look(image: Raster) {
  const sight = sightOf(image)
  const found = findParts(sight)
  const parts = { map: Uint16Array.from(found.map), count: found.count }
  const segments = segmentsOf(sight)
  const facts = factsOf(parts, sight, usualView(WIDTH, HEIGHT, 'indoors'), segments)
  return { parts, leaves: leavesOf(sight, parts, facts, segments) }
}

describe('leaves of a potted plant', () => {
  const { leaves } = look(modelOf(plantAt))

  it('are found without what is behind them and without the pot', () => {
    expect(leaves).not.toBeNull()
    let [right, wrong, all] = [0, 0, 0]
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      const isLeaf = plantAt(x, y) === 190
      if (isLeaf) all++
      if (!leaves![i]) continue
      if (isLeaf) right++
      else wrong++
    }
    expect(right).toBeGreaterThan(0.6 * all)
    expect(wrong).toBeLessThan(0.2 * right)
    expect(leaves![330 * WIDTH + 300]).toBe(0)
  })

  it('are not found in books, nor in an empty room', () => {
    expect(look(modelOf(booksAt)).leaves).toBeNull()
    expect(look(modelOf(() => null)).leaves).toBeNull()
  })

  it('become a region of their own; what was nothing else is gone, and what is behind is the wall', () => {
    const parts = { map: Uint16Array.of(0, 0, 1, 2, 2, 2), count: 3 }
    const names = (['wall', 'furniture', 'vegetation'] as const).map((label) => ({ label, sure: 0.3 }))
    const made = addLeaves({ parts, names }, Uint8Array.of(0, 0, 1, 1, 0, 0))
    expect([...made.parts.map]).toEqual([0, 0, 2, 2, 1, 1])
    expect(made.parts.count).toBe(3)
    expect(made.names.map(({ label }) => label)).toEqual(['wall', 'wall', 'vegetation'])
  })
})
