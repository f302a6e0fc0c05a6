import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '#contracts/random.ts'
import { labOfBytes } from '#kernels/lab.ts'
import type { Raster } from '#kernels/raster.ts'
import { sampleColours } from '#kernels/stylize/colour-map.ts'
import { NothingMarkedError, type StylizeSettings, stylize } from '#kernels/stylize/stylize.ts'
import { slicedDistance } from '#kernels/stylize/transport.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { readRaster } from '#tests/support/read-raster.ts'

/** A render of the project, in warm light. */
const RENDER = resolve(import.meta.dirname, '../../../public/samples/living-final-480.webp')
const FINE: StylizeSettings = { method: 'fine', strength: 0.75, colour: 1, scale: 1, lock: 1 }

const coloursOf = ({ data, width, height }: Raster) =>
  sampleColours(labOfBytes(data, width, height, 4), null, randomFrom(1))

const distance = (a: Raster, b: Raster) => slicedDistance(coloursOf(a), coloursOf(b), randomFrom(3))

/** Correlation of the slopes of brightness, which is 1 where every edge is where it was. */
function edgesAlike(a: Raster, b: Raster): number {
  let [ab, aa, bb] = [0, 0, 0]
  const slope = ({ data, width }: Raster, i: number) => {
    const light = (p: number) => 0.3 * data[p]! + 0.6 * data[p + 1]! + 0.1 * data[p + 2]!
    return Math.hypot(light(4 * i + 4) - light(4 * i), light(4 * i + 4 * width) - light(4 * i))
  }
  for (let i = 0; i < (a.height - 1) * a.width - 1; i++) {
    const [u, v] = [slope(a, i), slope(b, i)]
    ab += u * v
    aa += u * u
    bb += v * v
  }
  return ab / Math.sqrt(aa * bb)
}

const [house, room, living] = await Promise.all([
  readRaster(PHOTOS.house, 130),
  readRaster(PHOTOS.room, 110),
  readRaster(RENDER, 110),
])

describe('style of another picture', () => {
  test.each([
    ['a house like a room', house, room],
    ['a room like a render', room, living],
  ])('%s: its colours come at least 60 % nearer and its edges stay', (_what, source, style) => {
    const made = stylize(source, style, null, FINE)
    expect(distance(made, style)).toBeLessThan(0.4 * distance(source, style))
    expect(edgesAlike(source, made)).toBeGreaterThan(0.85)
  })

  test('the less structure holds, the more texture there is; locked edges stay longer', () => {
    const soft = stylize(house, room, null, { ...FINE, strength: 0.1 })
    const free = stylize(house, room, null, { ...FINE, strength: 0.1, lock: 0 })
    const firm = stylize(house, room, null, { ...FINE, strength: 1 })
    const away = (made: Raster) =>
      made.data.reduce((sum, value, i) => sum + Math.abs(value - firm.data[i]!), 0) / made.data.length
    expect(edgesAlike(house, firm)).toBeGreaterThan(edgesAlike(house, free))
    expect(away(soft)).toBeGreaterThan(2)
    expect(away(free)).toBeGreaterThan(1.05 * away(soft))
  })

  test('the quick way brings colours nearer too, and colour 0 of it changes nothing', () => {
    const quick = stylize(house, room, null, { ...FINE, method: 'fast' })
    expect(distance(quick, room)).toBeLessThan(0.7 * distance(house, room))
    const none = stylize(house, room, null, { ...FINE, method: 'fast', colour: 0 })
    expect(none.data.every((value, i) => Math.abs(value - house.data[i]!) <= 1)).toBe(true)
  })

  test('a smooth sky stays without bands', () => {
    const width = 256
    const sky: Raster = { width, height: 64, data: new Uint8ClampedArray(4 * width * 64) }
    for (let i = 0; i < width * 64; i++) {
      const part = (i % width) / width
      sky.data.set([90 + 60 * part, 140 + 60 * part, 210 + 30 * part, 255], 4 * i)
    }
    const made = stylize(sky, room, null, { ...FINE, strength: 1 })
    for (let i = 1; i < width; i++)
      for (let c = 0; c < 3; c++)
        expect(Math.abs(made.data[4 * i + c]! - made.data[4 * i - 4 + c]!)).toBeLessThan(10)
  })

  test('the texture of a material comes to what is masked, and nothing else changes', () => {
    const size = 128
    const wall: Raster = { width: size, height: size, data: new Uint8ClampedArray(4 * size * size).fill(200) }
    const bricks: Raster = {
      width: size,
      height: size,
      data: new Uint8ClampedArray(4 * size * size).fill(255),
    }
    for (let i = 0; i < size * size; i++) {
      wall.data[4 * i + 3] = 255
      const [x, y] = [i % size, Math.floor(i / size)]
      const mortar = y % 16 < 3 || (x + (Math.floor(y / 16) % 2) * 16) % 32 < 3
      bricks.data.set(mortar ? [190, 185, 175] : [150, 60, 40], 4 * i)
    }
    const mask = Uint8Array.from({ length: size * size }, (_, i) => (i % size < size / 2 ? 255 : 0))
    const made = stylize(wall, bricks, mask, { ...FINE, strength: 0.2 })
    let [inside, square, count] = [0, 0, 0]
    for (let i = 0; i < size * size; i++) {
      const x = i % size
      if (x >= size / 2) expect(made.data[4 * i]).toBe(wall.data[4 * i])
      if (x >= size / 2 - 20) continue
      inside += made.data[4 * i + 1]!
      square += made.data[4 * i + 1]! ** 2
      count++
    }
    expect(Math.sqrt(square / count - (inside / count) ** 2)).toBeGreaterThan(20)
  })

  test('alpha stays, what is transparent does not count, and a mask of nothing is refused', () => {
    const clear: Raster = { ...house, data: house.data.slice() }
    for (let i = 0; i < clear.data.length / 8; i++) clear.data[4 * i + 3] = 0
    const made = stylize(clear, room, null, { ...FINE, method: 'fast' })
    expect(made.data.every((value, i) => i % 4 !== 3 || value === clear.data[i])).toBe(true)
    expect(() => stylize(house, room, new Uint8Array(house.width * house.height), FINE)).toThrow(
      NothingMarkedError,
    )
  })
})
