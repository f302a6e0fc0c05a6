import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { gaussianOf, mixKeeping } from '#kernels/materials/histogram-blend.ts'
import { makeTileable } from '#kernels/materials/make-tileable.ts'
import { cutSeam } from '#kernels/materials/seam.ts'
import type { Raster } from '#kernels/raster.ts'
import { edgeRatio } from '#tests/support/tiles.ts'

function paint(width: number, height: number, at: (x: number, y: number) => number): Raster {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set([at(x, y), at(x, y) * 0.9, at(x, y) * 0.8, 255], 4 * (y * width + x))
  return { width, height, data }
}

const speck = (x: number, y: number) => {
  const h = Math.imul(Math.imul(x + 1, 0x27d4eb2d) ^ Math.imul(y + 1, 0x165667b1), 0x85ebca6b)
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296
}

/** Running bond with a light that falls from left to right. */
const bricks = (fall: number) =>
  paint(600, 500, (x, y) => {
    const row = Math.floor(y / 32)
    const isJoint = y % 32 < 4 || (x + (row % 2) * 48) % 96 < 4
    return ((isJoint ? 190 : 110) + 24 * speck(x, y)) * (1 + fall * (x / 600 - 0.5))
  })

const rgbOf = ({ data }: Raster) => data.filter((_, i) => i % 4 !== 3)

describe('makeTileable', () => {
  it('keeps whole courses and whole bricks', () => {
    const tile = makeTileable(bricks(0))
    expect(tile.width % 96).toBeLessThanOrEqual(1)
    expect(tile.height % 64).toBeLessThanOrEqual(1)
    const { across, down } = edgeRatio(rgbOf(tile), tile.width, tile.height)
    expect(across).toBeLessThan(1.15)
    expect(down).toBeLessThan(1.15)
  })

  it('evens out light that falls over the picture', () => {
    const tile = makeTileable(bricks(0.6))
    const mean = (from: number, to: number) => {
      let sum = 0
      for (let y = 0; y < tile.height; y++)
        for (let x = from; x < to; x++) sum += tile.data[4 * (y * tile.width + x)]!
      return sum / (tile.height * (to - from))
    }
    expect(mean(0, 96) / mean(tile.width - 96, tile.width)).toBeGreaterThan(0.96)
    expect(mean(0, 96) / mean(tile.width - 96, tile.width)).toBeLessThan(1.04)
  })

  it('leaves no seam in a photograph of a surface, and no band without contrast', async () => {
    const { data, info } = await sharp('public/materials/floor-gravel.webp')
      .extract({ left: 100, top: 60, width: 600, height: 520 })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const tile = makeTileable({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })
    const { across, down } = edgeRatio(rgbOf(tile), tile.width, tile.height)
    expect(across).toBeLessThan(1.25)
    expect(down).toBeLessThan(1.25)
    const spread = (from: number, to: number) => {
      let sum = 0
      let squares = 0
      const count = (to - from) * tile.height
      for (let y = 0; y < tile.height; y++)
        for (let x = from; x < to; x++) {
          const v = tile.data[4 * (y * tile.width + x) + 1]!
          sum += v
          squares += v * v
        }
      return Math.sqrt(squares / count - (sum / count) ** 2)
    }
    const joined = spread(0, Math.round(tile.width * 0.14))
    expect(joined / spread(Math.round(tile.width * 0.3), tile.width)).toBeGreaterThan(0.85)
  })

  it('gives the same tile for the same picture, and refuses crumbs', () => {
    expect(makeTileable(bricks(0.2))).toEqual(makeTileable(bricks(0.2)))
    expect(() => makeTileable(paint(20, 400, () => 9))).toThrow(RangeError)
    const flat = makeTileable(paint(64, 64, () => 120))
    expect(new Set(rgbOf(flat)).size).toBeLessThanOrEqual(6)
  })
})

describe('the parts of makeTileable', () => {
  it('cuts where the strips differ least, and closes the line when asked', () => {
    const length = 40
    const band = 12
    const cost = Float32Array.from({ length: length * band }, (_, i) => {
      const row = Math.floor(i / band)
      return i % band === Math.round(2 + (row / length) * 8) ? 0 : 1 + speck(i, 3)
    })
    const open = cutSeam(cost, length, band, false)
    expect(Math.abs(open[0]! - 2)).toBeLessThanOrEqual(1)
    expect(Math.abs(open[length - 1]! - 10)).toBeLessThanOrEqual(1)
    const closed = cutSeam(cost, length, band, true)
    for (let row = 0; row < length; row++)
      expect(Math.abs(closed[row]! - closed[(row + 1) % length]!)).toBeLessThanOrEqual(1)
  })

  it('mixes two pictures without losing their spread', () => {
    const values = Float32Array.from({ length: 20_000 }, (_, i) => 40 + 170 * speck(i, 7) ** 2)
    const tables = gaussianOf(values, 0, 1)
    const half = values.length / 2
    const spread = (list: Float32Array) => {
      const mean = list.reduce((a, b) => a + b, 0) / list.length
      return Math.sqrt(list.reduce((a, b) => a + (b - mean) ** 2, 0) / list.length)
    }
    const kept = Float32Array.from({ length: half }, (_, i) =>
      mixKeeping(tables, values[i]!, values[i + half]!, 0.5),
    )
    const plain = Float32Array.from({ length: half }, (_, i) => (values[i]! + values[i + half]!) / 2)
    expect(spread(kept) / spread(values)).toBeGreaterThan(0.95)
    expect(spread(plain) / spread(values)).toBeLessThan(0.8)
    expect(mixKeeping(tables, 77, 200, 0)).toBe(77)
    expect(mixKeeping(tables, 77, 200, 1)).toBe(200)
  })
})
