import { describe, expect, it } from 'vitest'
import type { Raster } from '#kernels/raster.ts'
import { GridCut, NEIGHBOURS } from '#kernels/segment/max-flow.ts'
import { naturalReaches } from '#kernels/segment/natural-reach.ts'
import { boxesAt } from '#kernels/segment/point-at.ts'
import { selectThing } from '#kernels/segment/select.ts'

const SIDE = 120
const noise = (n: number) => ((Math.imul(n ^ (n >>> 7), 0x9e3779b1) >>> 16) % 17) - 8

/** A brown square with grain on a green ground with grain, and another brown square far away. */
function scene(): Raster {
  const data = new Uint8ClampedArray(4 * SIDE * SIDE)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const i = y * SIDE + x
      const brown = inside(x, y) || (x > 95 && x < 112 && y > 95 && y < 112)
      const [r, g, b] = brown ? [150, 90, 50] : [70, 140, 80]
      data.set([r + noise(i), g + noise(i + 1), b + noise(i + 2), 255], 4 * i)
    }
  }
  return { width: SIDE, height: SIDE, data }
}
const inside = (x: number, y: number) => x >= 30 && x < 75 && y >= 35 && y < 80

function overlap(mask: Uint8Array): number {
  let [both, either] = [0, 0]
  mask.forEach((value, i) => {
    const [is, found] = [inside(i % SIDE, Math.floor(i / SIDE)), value > 127]
    if (is && found) both++
    if (is || found) either++
  })
  return both / either
}

describe('selection of a thing', () => {
  it('by one click: the thing, and not another of its colour', () => {
    expect(overlap(selectThing(scene(), { points: [{ x: 50, y: 60, keep: true }] }))).toBeGreaterThan(0.95)
  })

  it('by one click where its colour is all around: as far as the edges let it reach', () => {
    const panes = scene()
    for (let i = 0; i < SIDE * SIDE; i++) {
      const bar = (i % SIDE) % 40 < 3 || Math.floor(i / SIDE) % 40 < 3
      panes.data.set(bar ? [90, 92, 96, 255] : [240 + noise(i) / 4, 243, 246, 255], 4 * i)
    }
    const mask = selectThing(panes, { points: [{ x: 62, y: 62, keep: true }] })
    const covered = (x: number, y: number) => (mask[y * SIDE + x] as number) > 127
    expect([covered(50, 50), covered(75, 75), covered(48, 76)]).toEqual([true, true, true])
    expect([covered(20, 62), covered(100, 62), covered(62, 20)]).toEqual([false, false, false])
  })

  it('by a box around it', () => {
    const box = { left: 20, top: 25, right: 88, bottom: 90 }
    expect(overlap(selectThing(scene(), { points: [], box }))).toBeGreaterThan(0.95)
  })

  it('keeps to what was painted', () => {
    const scribbles = new Uint8Array(SIDE * SIDE)
    for (let x = 35; x < 70; x++) scribbles[60 * SIDE + x] = 1
    for (let x = 5; x < 115; x++) scribbles[10 * SIDE + x] = 2
    const mask = selectThing(scene(), { points: [], scribbles })
    expect(overlap(mask)).toBeGreaterThan(0.9)
    expect(mask[10 * SIDE + 60]).toBe(0)
  })
})

describe('what stands out around a place', () => {
  /** Heights of a picture of 1000 px, as many of each as is said. */
  const heights = (counts: readonly (readonly [count: number, height: number])[]) =>
    Float32Array.from(counts.flatMap(([count, height]) => Array<number>(count).fill(height)))

  it('is the smallest part that costs far more to be joined than it cost itself, then what that is a part of', () => {
    const parts = heights([
      [10, 0],
      [10, 4],
      [180, 20],
      [800, 60],
    ])
    // Joined at 4 ΔE, parted from the rest by 20: a third of the way; the larger one by 60.
    expect(naturalReaches(parts, 0).map((reach) => Math.round(10 * reach))).toEqual([88, 320])
    // A scribble over more than the smaller part means the larger one.
    expect(naturalReaches(parts, 0.05).map(Math.round)).toEqual([32])
  })

  it('has a box in the full picture, each within the next one', () => {
    const panel = scene()
    for (let y = 20; y < 100; y++)
      for (let x = 15; x < 90; x++)
        if (!inside(x, y)) panel.data.set([200, 200, 190, 255], 4 * (y * SIDE + x))
    const pointing = { points: [{ x: 100, y: 120, keep: true }], lines: [] }
    const boxes = boxesAt(panel, pointing, 2 * SIDE, 2 * SIDE)
    const near = boxes.map(({ left, top, right, bottom }) =>
      [left, top, right, bottom].map((v) => Math.round(v / 8)),
    )
    expect(near[0]).toEqual([60, 70, 150, 160].map((v) => Math.round(v / 8)))
  })
})

describe('cut of a grid', () => {
  it('costs as little as the best of all labellings', () => {
    const [width, height] = [3, 3]
    for (let trial = 0; trial < 40; trial++) {
      const random = (n: number) => Math.abs(noise(trial * 971 + n * 131))
      const cut = new GridCut(width, height)
      const terminals = Array.from({ length: 9 }, (_, i) => [random(i), random(i + 50)] as const)
      for (const [i, [source, sink]] of terminals.entries()) cut.addTerminal(i, source, sink)
      const links: [number, number, number][] = []
      for (let i = 0; i < 9; i++) {
        for (let direction = 0; direction < 8; direction += 2) {
          const [dx, dy] = NEIGHBOURS[direction] as readonly [number, number]
          const [x, y] = [(i % width) + dx, Math.floor(i / width) + dy]
          if (x < 0 || y < 0 || x >= width || y >= height) continue
          const cost = random(i * 8 + direction + 200)
          cut.setLink(i, direction, cost)
          links.push([i, y * width + x, cost])
        }
      }
      const price = (label: (i: number) => number) =>
        terminals.reduce((sum, [source, sink], i) => sum + (label(i) ? sink : source), 0) +
        links.reduce((sum, [i, j, cost]) => sum + (label(i) === label(j) ? 0 : cost), 0)
      const found = cut.solve()
      let best = Number.POSITIVE_INFINITY
      for (let bits = 0; bits < 512; bits++)
        best = Math.min(
          best,
          price((i) => (bits >> i) & 1),
        )
      expect(price((i) => found[i] ?? 0)).toBeCloseTo(best, 4)
    }
  })
})
