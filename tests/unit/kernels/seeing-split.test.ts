import { describe, expect, it } from 'vitest'
import type { PixelLabels } from '#kernels/seeing/pixel-labels.ts'
import { splitAtNames } from '#kernels/seeing/regions-names.ts'
import type { PictureKind, Sight } from '#kernels/seeing/regions-sight.ts'
import { LABELS, type Label } from '#kernels/seeing/scene.ts'

const [WIDTH, HEIGHT] = [160, 100]

/** Labels of a quarter of the size: a name at each place, with this share. */
function named(at: (x: number, y: number) => readonly [Label, number]): PixelLabels {
  const [width, height] = [WIDTH / 4, HEIGHT / 4]
  const shares = new Float32Array(LABELS.length * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [label, share] = at(4 * x + 2, 4 * y + 2)
      shares[LABELS.indexOf(label) * width * height + y * width + x] = share
    }
  return { width, height, shares, border: new Float32Array(width * height) }
}

/** How many regions a picture of two, the left and the right half, falls into. */
function split(pixels: PixelLabels | null, kind: PictureKind = 'model') {
  const map = Int32Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i % WIDTH < WIDTH / 2 ? 0 : 1))
  return splitAtNames({ map, count: 2 }, { kind, width: WIDTH, height: HEIGHT, pixels } as Sight)
}

describe('a region that runs on from a wall into the ground', () => {
  const meeting = named((x, y) => (x < 80 && y < 60 ? ['wall', 0.9] : ['ground', 0.9]))

  it('is parted where its pixels are named so, and others stay whole', () => {
    const { map, count } = split(meeting)
    expect(count).toBe(3)
    expect(map[10 * WIDTH + 20]).not.toBe(map[90 * WIDTH + 20])
    expect(map[10 * WIDTH + 120]).toBe(map[90 * WIDTH + 120])
    expect(map[57 * WIDTH + 20]).toBe(map[10 * WIDTH + 20])
    expect(map[63 * WIDTH + 20]).toBe(map[90 * WIDTH + 20])
  })

  it('stays whole where that is unsure, where a few pixels say so, in a drawing, and without names', () => {
    expect(split(named((_, y) => [y < 60 ? 'wall' : 'ground', 0.45])).count).toBe(2)
    expect(
      split(named((x, y) => [x > 24 && x < 28 && y > 24 && y < 28 ? 'wall' : 'ground', 0.9])).count,
    ).toBe(2)
    expect(split(meeting, 'drawing').count).toBe(2)
    expect(split(null).count).toBe(2)
  })
})

describe('plants in a region of something else', () => {
  const growing = (right: number) =>
    named((x, y) => (y > 60 && x < right ? ['vegetation', 0.8] : ['other', 0.8]))

  it('are a piece of its own where they are the smaller part: grass before a boulder', () => {
    const { map, count } = split(growing(24))
    expect(count).toBe(3)
    expect(map[90 * WIDTH + 10]).not.toBe(map[10 * WIDTH + 10])
    expect(map[90 * WIDTH + 60]).toBe(map[10 * WIDTH + 10])
    const mostly = named((x, y) => (y < 60 && x < 80 ? ['vegetation', 0.8] : ['other', 0.8]))
    expect(split(mostly).count).toBe(2)
    const speck = named((x, y) => [x > 24 && x < 28 && y > 24 && y < 28 ? 'vegetation' : 'other', 0.8])
    expect(split(speck).count).toBe(2)
  })
})
