import { describe, expect, it } from 'vitest'
import type { Raster } from '#kernels/raster.ts'
import { type Corners, isPlane, type Point } from '#kernels/retexture/plane.ts'
import { pyramidOf } from '#kernels/retexture/pyramid.ts'
import { type Laying, layMaterial, prepareSurface } from '#kernels/retexture/retexture.ts'
import { correlation, crossing, luma } from '#tests/support/checker.ts'

const WIDTH = 480
const HEIGHT = 360
const WALL = { width: 4000, height: 2800 }

function paint(
  width: number,
  height: number,
  at: (x: number, y: number) => number | readonly number[],
): Raster {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const value = at(x, y)
      const rgb = typeof value === 'number' ? [value, value, value] : value
      data.set([...rgb, 255], 4 * (y * width + x))
    }
  return { width, height, data }
}

/** A wall that runs away to the right, seen by a camera at eye level: mm on it to px in the picture. */
function see(x: number, y: number): Point {
  const turn = 0.85
  const wallX = x * Math.cos(turn) - 1500
  const depth = 2600 + x * Math.sin(turn)
  const focal = 420
  return { x: WIDTH / 2 + (focal * wallX) / depth, y: HEIGHT / 2 + (focal * (y - 1500)) / depth }
}

const CORNERS: Corners = [see(0, 0), see(WALL.width, 0), see(WALL.width, WALL.height), see(0, WALL.height)]
const LAYING: Laying = {
  places: [{ corners: CORNERS, widthMm: WALL.width, heightMm: WALL.height }],
  tileMm: 800,
  scale: 1,
  turn: 0,
  keepLight: 1,
}

const placedAt = (corners: Corners): Laying => ({
  ...LAYING,
  places: [{ ...LAYING.places[0]!, corners }],
})

const everywhere = new Uint8Array(WIDTH * HEIGHT).fill(255)
const checker = pyramidOf(paint(128, 128, (x, y) => (x < 64 === y < 64 ? 235 : 25)))
const at = ({ data, width }: Raster, x: number, y: number) =>
  data[4 * (Math.round(y) * width + Math.round(x)) + 1]!

describe('layMaterial', () => {
  it('lands within 2 px of where a checker on the wall would be seen', () => {
    const picture = layMaterial(
      prepareSurface(
        paint(WIDTH, HEIGHT, () => 150),
        everywhere,
      ),
      checker,
      LAYING,
    )
    let met = 0
    for (let wallX = 400; wallX < WALL.width; wallX += 400)
      for (let wallY = 400; wallY < WALL.height; wallY += 400) {
        const truth = see(wallX, wallY)
        const isInside = truth.x > 12 && truth.x < WIDTH - 12 && truth.y > 12 && truth.y < HEIGHT - 12
        if (!isInside) continue
        let best = { score: -1, far: 99 }
        for (let dy = -5; dy <= 5; dy++)
          for (let dx = -5; dx <= 5; dx++) {
            const score = crossing(picture, truth.x - 0.5 + dx, truth.y - 0.5 + dy)
            if (score > best.score) best = { score, far: Math.hypot(dx, dy) }
          }
        expect(best.far).toBeLessThanOrEqual(2)
        met++
      }
    expect(met).toBeGreaterThan(30)
  })

  it('keeps the light: shadow edges and falls of light correlate at 0.9 or more', () => {
    const shade = (x: number, y: number) => (x + 0.4 * y > 330 ? 0.42 : 1) * (1 - 0.45 * (y / HEIGHT))
    const source = paint(WIDTH, HEIGHT, (x, y) => 215 * shade(x, y))
    const grain = pyramidOf(paint(96, 96, (x, y) => [150 + 14 * Math.sin(x), 110 + 10 * Math.sin(x + y), 70]))
    const picture = layMaterial(prepareSurface(source, everywhere), grain, { ...LAYING, tileMm: 600 })
    const inside = Array.from({ length: WIDTH * HEIGHT }, (_, i) => i)
    expect(
      correlation(
        inside.map((i) => luma(source, i)),
        inside.map((i) => luma(picture, i)),
      ),
    ).toBeGreaterThan(0.95)
  })

  it('does not carry the old joints over', () => {
    const tiled = paint(WIDTH, HEIGHT, (x, y) => (x % 24 < 2 || y % 24 < 2 ? 140 : 185))
    const plain = pyramidOf(paint(8, 8, () => 128))
    const picture = layMaterial(prepareSurface(tiled, everywhere), plain, LAYING)
    const values = Array.from({ length: WIDTH * HEIGHT }, (_, i) => luma(picture, i))
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
    // The joints' own spread is 17.
    expect(spread).toBeLessThan(5)
  })

  it('does not shimmer where the pattern is finer than a pixel', () => {
    const fine = { ...LAYING, tileMm: 8 }
    const picture = layMaterial(
      prepareSurface(
        paint(WIDTH, HEIGHT, () => 150),
        everywhere,
      ),
      checker,
      fine,
    )
    const row = Array.from({ length: 100 }, (_, k) => at(picture, WIDTH - 120 + k, HEIGHT / 2))
    expect(Math.max(...row) - Math.min(...row)).toBeLessThan(8)
  })

  it('leaves what is not covered, and mixes along a soft border', () => {
    const source = paint(WIDTH, HEIGHT, () => 150)
    const mask = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
      const x = i % WIDTH
      return x < 200 ? 0 : x < 220 ? (255 * (x - 200)) / 20 : 255
    })
    const dark = pyramidOf(paint(4, 4, () => 20))
    const picture = layMaterial(prepareSurface(source, mask), dark, LAYING)
    const line = Array.from({ length: 60 }, (_, k) => at(picture, 180 + k, 180))
    expect(line.slice(0, 20).every((value) => value === 150)).toBe(true)
    for (let k = 21; k < 40; k++) expect(line[k]!).toBeLessThanOrEqual(line[k - 1]!)
    expect(line[50]!).toBeLessThan(60)
  })

  it('turns about the middle, and keeps nothing of the light when told so', () => {
    const source = paint(WIDTH, HEIGHT, (x) => 60 + (150 * x) / WIDTH)
    const half = pyramidOf(paint(64, 64, (x) => (x < 32 ? 220 : 60)))
    const flat: Corners = [
      { x: 0, y: 0 },
      { x: WIDTH, y: 0 },
      { x: WIDTH, y: HEIGHT },
      { x: 0, y: HEIGHT },
    ]
    const places = [{ corners: flat, widthMm: WIDTH, heightMm: HEIGHT }]
    const laying = { ...LAYING, places, tileMm: 120, keepLight: 0 }
    const surface = prepareSurface(source, everywhere)
    const upright = layMaterial(surface, half, laying)
    const lying = layMaterial(surface, half, { ...laying, turn: 90 })
    expect(at(upright, 250, 40)).toBe(at(upright, 250, 200))
    expect(at(lying, 40, 190)).toBe(at(lying, 300, 190))
    expect(at(upright, 20, 100)).toBeGreaterThan(215)
  })

  it('gives a large picture the light of its small copy: to the border, and none of what is beside', () => {
    const [width, height, border] = [4800, 60, 2401]
    const shade = (x: number) => 120 + (80 * x) / width
    const source = paint(width, height, (x) => (x < border ? shade(x) : 4))
    const mask = Uint8Array.from({ length: width * height }, (_, i) => (i % width < border ? 255 : 0))
    const plain = pyramidOf(paint(8, 8, () => 128))
    const flat: Corners = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ]
    const surface = prepareSurface(source, mask)
    expect(surface.shading.width).toBe(2400)
    const picture = layMaterial(surface, plain, placedAt(flat))
    const line = Array.from({ length: border }, (_, x) => at(picture, x, 30))
    const source1 = Array.from({ length: border }, (_, x) => shade(x))
    expect(correlation(line, source1)).toBeGreaterThan(0.98)
    expect(Math.abs(line[border - 1]! - line[border - 40]!)).toBeLessThan(6)
    expect(at(picture, border, 30)).toBe(4)
  })

  it('refuses corners that are no plane, and a mask of another size', () => {
    const [a, b, c, d] = CORNERS
    expect(isPlane(CORNERS)).toBe(true)
    expect(isPlane([a, c, b, d])).toBe(false)
    expect(isPlane([a, a, c, d])).toBe(false)
    const surface = prepareSurface(
      paint(WIDTH, HEIGHT, () => 150),
      everywhere,
    )
    expect(() => layMaterial(surface, checker, placedAt([a, c, b, d]))).toThrow(RangeError)
    expect(() =>
      prepareSurface(
        paint(8, 8, () => 1),
        new Uint8Array(3),
      ),
    ).toThrow(RangeError)
  })
})
