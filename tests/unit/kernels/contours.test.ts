import { describe, expect, it } from 'vitest'
import { drawLines, type LineOptions } from '#kernels/lineart/draw-lines.ts'
import { compareEdges, renderClay } from '#tests/support/clay-scene.ts'
import { facade, foliage, picture } from '#tests/support/line-pictures.ts'

const FINE: LineOptions = { style: 'contour', detail: 0.5, weight: 0, transparent: false }

describe('the outline style', () => {
  it('draws nine of ten known edges of a clay render, and hardly anything else', () => {
    const { image, edges } = renderClay(600, 400)
    const { data } = drawLines(image, FINE).raster
    const drawn = Uint8Array.from({ length: edges.length }, (_, i) => (data[4 * i]! < 150 ? 1 : 0))
    const { recall, precision } = compareEdges(drawn, edges, image, 2)
    expect(recall).toBeGreaterThanOrEqual(0.9)
    expect(precision).toBeGreaterThanOrEqual(0.9)
  })

  it('draws the lines of a building beside a tree, and little of the tree', () => {
    const size = 480
    const leaves = foliage(size / 2)
    const image = picture(size, size, facade)
    for (let y = 0; y < size / 2; y++) {
      const row = leaves.data.subarray(y * size * 2, (y + 1) * size * 2)
      image.data.set(row, ((y + size / 2) * size + size / 2) * 4)
    }
    const { data } = drawLines(image, FINE).raster
    const inkIn = (x0: number, y0: number): number => {
      let sum = 0
      for (let y = y0; y < y0 + size / 2; y++) {
        for (let x = x0; x < x0 + size / 2; x++) sum += 1 - data[(y * size + x) * 4]! / 255
      }
      return sum
    }
    expect(inkIn(0, 0)).toBeGreaterThan(500)
    expect(inkIn(size / 2, size / 2)).toBeLessThan(0.35 * inkIn(0, 0))
  })
})
