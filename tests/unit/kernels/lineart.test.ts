import { describe, expect, it } from 'vitest'
import { drawLines, type LineOptions } from '#kernels/lineart/draw-lines.ts'
import type { Raster } from '#kernels/raster.ts'
import {
  addNoise,
  type Colour,
  facade,
  foliage,
  grey,
  picture,
  random,
} from '#tests/support/line-pictures.ts'

/** The drawing as pixels. */
const draw = (...given: Parameters<typeof drawLines>): Raster => drawLines(...given).raster

const PLAIN: LineOptions = { style: 'line', detail: 0.5, weight: 0.5, transparent: false }
const STYLES = ['line', 'pencil', 'ink', 'contour'] as const

/** Darkness 0..1 of one pixel of an opaque drawing. */
const inkAt = (r: Raster, x: number, y: number): number => 1 - r.data[(y * r.width + x) * 4]! / 255

/** Mean darkness of an opaque drawing. */
function inkShare(r: Raster): number {
  let sum = 0
  for (let i = 0; i < r.data.length; i += 4) sum += 1 - r.data[i]! / 255
  return sum / (r.width * r.height)
}

/** Centres of the dark runs in a row. */
function linesInRow(r: Raster, y: number): number[] {
  const centres: number[] = []
  let weight = 0
  let moment = 0
  for (let x = 0; x <= r.width; x++) {
    const ink = x < r.width ? inkAt(r, x, y) : 0
    if (ink > 0.1) {
      weight += ink
      moment += ink * (x + 0.5)
    } else if (weight > 0) {
      centres.push(moment / weight)
      weight = 0
      moment = 0
    }
  }
  return centres
}

describe('drawLines', () => {
  it.each(STYLES)('draws nothing on a blank picture: %s', (style) => {
    for (const colour of [grey(255), [190, 205, 180] as Colour]) {
      const drawing = draw(
        picture(120, 90, () => colour),
        { ...PLAIN, style },
      )
      expect(drawing).toMatchObject({ width: 120, height: 90 })
      expect(drawing.data.every((v) => v === 255)).toBe(true)
    }
  })

  it('draws one unbroken line within a pixel of a black and white step', () => {
    const drawing = draw(
      picture(200, 160, (x) => grey(x < 0.5 ? 0 : 255)),
      PLAIN,
    )
    for (let y = 0; y < 160; y++) {
      const lines = linesInRow(drawing, y)
      expect(lines, `row ${y}`).toHaveLength(1)
      expect(Math.abs(lines[0]! - 100), `row ${y}`).toBeLessThanOrEqual(1)
      expect(Math.max(inkAt(drawing, 98, y), inkAt(drawing, 99, y), inkAt(drawing, 100, y))).toBeGreaterThan(
        0.5,
      )
    }
  })

  it.each([7, 22, 45, 68])('draws an edge turned by %d° as one unbroken line', (degrees) => {
    const angle = (degrees * Math.PI) / 180
    const nx = Math.cos(angle)
    const ny = Math.sin(angle)
    const size = 240
    const drawing = draw(
      picture(size, size, (x, y) => grey((x - 0.5) * nx + (y - 0.5) * ny < 0 ? 60 : 200)),
      PLAIN,
    )
    // Walk along the true edge and look across it: ink nearby everywhere, none further off.
    for (let s = -100; s <= 100; s++) {
      const across = (d: number): number => {
        const px = Math.round(size / 2 - 0.5 - s * ny + d * nx)
        const py = Math.round(size / 2 - 0.5 + s * nx + d * ny)
        return inkAt(drawing, px, py)
      }
      const near = Math.max(across(-2), across(-1), across(0), across(1))
      expect(near, `at ${s}`).toBeGreaterThan(0.4)
      for (const d of [-8, -6, -5, 4, 6, 8]) expect(across(d), `at ${s}, ${d} px off`).toBe(0)
    }
  })

  it('draws the same lines at twice the size', () => {
    // In smaller pictures lines are as thin as lines can be.
    const small = draw(picture(800, 240, facade), PLAIN)
    const large = draw(picture(1600, 480, facade), PLAIN)
    for (const y of [40, 100, 120, 168, 224]) {
      const a = linesInRow(small, y)
      const b = linesInRow(large, 2 * y)
      expect(b, `row ${y}`).toHaveLength(a.length)
      for (const [i, x] of a.entries()) expect(Math.abs(b[i]! / 2 - x)).toBeLessThan(2)
    }
    expect(inkShare(large) / inkShare(small)).toBeGreaterThan(0.8)
    expect(inkShare(large) / inkShare(small)).toBeLessThan(1.25)
  })

  it('outlines every window of a facade with closed corners', () => {
    const drawing = draw(picture(400, 300, facade), PLAIN)
    const left = 400 * (0.1 + 0.8 * (0.25 / 4))
    const right = 400 * (0.1 + 0.8 * (0.75 / 4))
    const top = 300 * (0.15 + 0.67 * (0.25 / 3))
    for (const [x, y] of [
      [left, top],
      [right, top],
    ] as const) {
      let corner = 0
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          corner = Math.max(corner, inkAt(drawing, Math.round(x) + dx, Math.round(y) + dy))
        }
      }
      expect(corner).toBeGreaterThan(0.5)
    }
    const middle = linesInRow(drawing, Math.round(300 * (0.15 + 0.67 * (0.5 / 3))))
    expect(middle).toHaveLength(10)
  })

  it.each(STYLES)('draws at least as much of a texture with more detail: %s', (style) => {
    // The longest lines alone are contours: leaves have some where they are large.
    const leaves = foliage(style === 'contour' ? 300 : 200)
    const shares = [0, 0.5, 1].map((detail) => inkShare(draw(leaves, { ...PLAIN, style, detail })))
    for (let i = 1; i < shares.length; i++) expect(shares[i]!).toBeGreaterThan(0.98 * shares[i - 1]!)
    expect(shares[2]!).toBeGreaterThan(1.05 * shares[0]! + 0.005)
  })

  it.each(STYLES)('draws heavier with more weight: %s', (style) => {
    const building = picture(140, 105, facade)
    const shares = [0, 0.5, 1].map((weight) => inkShare(draw(building, { ...PLAIN, style, weight })))
    for (let i = 1; i < shares.length; i++) expect(shares[i]!).toBeGreaterThan(shares[i - 1]!)
  })

  it.each(STYLES)('gives the same picture on a transparent ground: %s', (style) => {
    const building = picture(150, 110, facade)
    const opaque = draw(building, { ...PLAIN, style })
    const clear = draw(building, { ...PLAIN, style, transparent: true })
    let worst = 0
    for (let i = 0; i < clear.data.length; i += 4) {
      expect(clear.data[i]! + clear.data[i + 1]! + clear.data[i + 2]!).toBe(0)
      worst = Math.max(worst, Math.abs(255 - clear.data[i + 3]! - opaque.data[i]!))
      expect(opaque.data[i + 3]).toBe(255)
    }
    expect(worst).toBeLessThanOrEqual(1)
    expect(inkShare(opaque)).toBeGreaterThan(0.01)
  })

  it('sees transparent parts as white paper', () => {
    const cut = picture(160, 120, (x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.3 ? grey(40) : grey(255)))
    const holed = { ...cut, data: cut.data.slice() }
    for (let i = 0; i < holed.data.length; i += 4) {
      if (holed.data[i] === 255) holed.data.set([0, 0, 0, 0], i)
    }
    expect(draw(holed, PLAIN).data).toEqual(draw(cut, PLAIN).data)
  })

  const SIZES = [
    [1, 1],
    [1, 40],
    [40, 1],
    [2, 3],
    [3, 2],
    [16, 16],
    [17, 31],
    [129, 65],
    [1500, 4],
  ] as const
  it.each(SIZES)('takes a %d × %d picture in every style', (width, height) => {
    const next = random(width * 100 + height)
    const image = picture(width, height, () => grey(255 * next()))
    for (const style of STYLES) {
      const drawing = draw(image, { ...PLAIN, style, detail: 1 })
      expect(drawing.data).toHaveLength(width * height * 4)
    }
  })

  it('finds an edge between two colours of the same lightness', () => {
    // L* 53.2 and 53.6: in a grey copy they differ by one step of 255.
    const drawing = draw(
      picture(200, 120, (x) => (x < 0.5 ? [255, 0, 0] : [127, 127, 127])),
      PLAIN,
    )
    for (let y = 4; y < 116; y++) {
      const lines = linesInRow(drawing, y)
      expect(lines, `row ${y}`).toHaveLength(1)
      expect(Math.abs(lines[0]! - 100)).toBeLessThan(2.5)
    }
  })

  it.each(STYLES)('stays quiet on noise: %s', (style) => {
    const noisy = addNoise(
      picture(200, 150, () => grey(128)),
      6,
      1,
    )
    for (const detail of [0.5, 1]) {
      expect(inkShare(draw(noisy, { ...PLAIN, style, detail })), `detail ${detail}`).toBeLessThan(0.005)
    }
  })

  it('still finds the building under noise', () => {
    const clean = draw(picture(240, 180, facade), PLAIN)
    const noisy = draw(addNoise(picture(240, 180, facade), 6, 2), PLAIN)
    expect(inkShare(noisy) / inkShare(clean)).toBeGreaterThan(0.85)
    expect(inkShare(noisy) / inkShare(clean)).toBeLessThan(1.15)
  })

  it('finds the soft corner between two walls of nearly the same white', () => {
    // 12 grey levels over a dozen pixels: no single step between neighbours is visible.
    const wall = (x: number): Colour => grey(226 + 6 * Math.tanh((x - 0.5) / 0.024))
    const drawing = draw(picture(200, 400, wall), { ...PLAIN, detail: 0.9 })
    const found = [60, 130, 200, 270, 340].filter((y) =>
      linesInRow(drawing, y).some((x) => Math.abs(x - 100) < 14),
    )
    expect(found.length).toBeGreaterThanOrEqual(4)
  })

  it('draws every line of a pale clay model of the building', () => {
    const clay = picture(400, 300, (x, y) => {
      const [r, g, b] = facade(x, y)
      return grey(165 + 0.35 * (0.3 * r + 0.59 * g + 0.11 * b))
    })
    const drawing = draw(clay, PLAIN)
    for (const row of [0.5, 1.5, 2.5]) {
      expect(linesInRow(drawing, Math.round(300 * (0.15 + (0.67 * row) / 3))), `storey ${row}`).toHaveLength(
        10,
      )
    }
  })

  it('is deterministic, leaves its input alone and reports rising progress', () => {
    const building = picture(150, 110, facade)
    const before = building.data.slice()
    for (const style of STYLES) {
      const heard: number[] = []
      const first = draw(building, { ...PLAIN, style }, (p) => heard.push(p))
      expect(draw(building, { ...PLAIN, style }).data).toEqual(first.data)
      expect(building.data).toEqual(before)
      expect(heard[0]).toBe(0)
      expect(heard.at(-1)).toBe(1)
      expect(heard).toEqual(heard.toSorted((a, b) => a - b))
      expect(heard.length).toBeGreaterThan(6)
    }
  })

  it('fills the darkest parts in ink and shades them in pencil', () => {
    const building = picture(300, 225, facade)
    const glass: [number, number] = [
      Math.round(300 * (0.1 + 0.8 * 0.125)),
      Math.round(225 * (0.15 + 0.67 / 6)),
    ]
    expect(inkAt(draw(building, { ...PLAIN, style: 'line' }), ...glass)).toBe(0)
    expect(inkAt(draw(building, { ...PLAIN, style: 'ink' }), ...glass)).toBe(1)
    const pencil = draw(building, { ...PLAIN, style: 'pencil' })
    let tone = 0
    for (let dy = -7; dy <= 7; dy++) {
      for (let dx = -7; dx <= 7; dx++) tone += inkAt(pencil, glass[0] + dx, glass[1] + dy) / 225
    }
    expect(tone).toBeGreaterThan(0.15)
    expect(tone).toBeLessThan(0.9)
  })

  it('refuses data that does not fit its size', () => {
    expect(() => draw({ width: 4, height: 4, data: new Uint8ClampedArray(60) }, PLAIN)).toThrow(RangeError)
    expect(() => draw({ width: 0, height: 4, data: new Uint8ClampedArray(0) }, PLAIN)).toThrow(RangeError)
  })
})
