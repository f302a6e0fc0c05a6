import { describe, expect, it } from 'vitest'
import { keepEdges } from '#kernels/dress/edges.ts'
import type { Source } from '#kernels/dress/source.ts'

const [WIDTH, HEIGHT] = [160, 40]
const EDGE = 80

/** A wall beside something dark, made as dark as that is: what comes of its lightness, row by row across the edge. */
function acrossEdge(kind: Source['kind'], wall: number, made: number): number[] {
  const plane = (at: (x: number) => number) =>
    Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => at(i % WIDTH))
  const luma = plane((x) => (x < EDGE ? wall : 0.04))
  const ink = plane((x) => (Math.abs(x - EDGE) < 2 ? 1 : 0))
  const source: Source = {
    kind,
    luma,
    plain: luma,
    shade: luma,
    ink,
    range: 0.8,
    exposure: 1,
    coloured: kind === 'photo',
  }
  const rgb = new Float32Array(3 * luma.length).map((_, c) => (Math.floor(c / 3) % WIDTH < EDGE ? made : 0.2))
  const image = { width: WIDTH, height: HEIGHT, data: new Uint8ClampedArray(0) }
  const near = new Float32Array(luma.length)
  keepEdges(rgb, { source, map: new Uint16Array(luma.length), near, image }, [1], [false])
  const row = 3 * WIDTH * (HEIGHT / 2)
  return Array.from({ length: WIDTH }, (_, x) => rgb[row + 3 * x]!)
}

describe('edges of the source', () => {
  it.each(['photo', 'model'] as const)('are no bright rim along a dark finish of a %s', (kind) => {
    const row = acrossEdge(kind, 0.8, 0.25)
    expect(row[20]).toBeCloseTo(0.25, 3)
    expect(Math.max(...row) - 0.25).toBeLessThan(0.16)
  })

  it('still show where both sides were made alike', () => {
    const row = acrossEdge('photo', 0.8, 0.2)
    expect(row[EDGE - 2]! - row[EDGE + 1]!).toBeGreaterThan(0.08)
  })

  it('keep the contrast of a photograph that stays as it is, and gain none', () => {
    const row = acrossEdge('photo', 0.64, 0.8)
    expect(Math.max(...row)).toBeLessThan(0.83)
    expect(Math.min(...row)).toBeGreaterThan(0.17)
    expect(row[EDGE - 2]! - row[EDGE + 1]!).toBeGreaterThan(0.5)
  })
})
