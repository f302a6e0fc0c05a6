import { describe, expect, it } from 'vitest'
import { analyse } from '#kernels/grade/analyse.ts'
import { applyGrade } from '#kernels/grade/apply.ts'
import { parseCube } from '#kernels/grade/cube.ts'
import { colourTable } from '#kernels/grade/cube-apply.ts'
import { makeLook } from '#kernels/grade/look.ts'
import type { GradePreset, GradeSettings } from '#kernels/grade/settings.ts'
import type { Raster } from '#kernels/raster.ts'
import { addNoise, facade, grey, picture } from '#tests/support/line-pictures.ts'

const settings = (preset: GradePreset, other: Partial<GradeSettings> = {}): GradeSettings => ({
  preset,
  exposure: 0,
  contrast: 0,
  clarity: 0,
  dehaze: 0,
  temperature: 0,
  tint: 0,
  vibrance: 0,
  noise: 0,
  sharpen: 0,
  straighten: false,
  ...other,
})

const PRESETS: GradePreset[] = ['building', 'interior', 'night', 'snow']
const HOUSE = picture(200, 140, facade)

function mean({ data }: Raster, channel: number): number {
  let sum = 0
  for (let i = channel; i < data.length; i += 4) sum += data[i]!
  return sum / (data.length / 4)
}

/** Every channel of every pixel changed, alpha left. */
function changed(image: Raster, change: (v: number, channel: number) => number): Raster {
  const data = image.data.map((v, i) => (i % 4 === 3 ? v : change(v, i % 4)))
  return { ...image, data }
}

const grade = (image: Raster, s: GradeSettings): Raster => applyGrade(image, analyse(image), s)

/** Standard deviation of the green channel in a rectangle. */
function deviation({ width, data }: Raster, x0: number, y0: number, x1: number, y1: number): number {
  const values: number[] = []
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) values.push(data[(y * width + x) * 4 + 1]!)
  const m = values.reduce((a, b) => a + b, 0) / values.length
  return Math.sqrt(values.reduce((a, b) => a + (b - m) ** 2, 0) / values.length)
}

describe('applyGrade', () => {
  it.each(PRESETS)('keeps a one-coloured picture one colour, its alpha and the input: %s', (preset) => {
    const flat = picture(64, 40, () => grey(128))
    flat.data[3] = 7
    const before = flat.data.slice()
    const out = grade(flat, settings(preset))
    expect(out).toMatchObject({ width: 64, height: 40 })
    expect(deviation(out, 0, 0, 64, 40)).toBeLessThan(0.6)
    expect(out.data[3]).toBe(7)
    expect(flat.data).toEqual(before)
  })

  it.each([
    [1, 1],
    [1, 40],
    [40, 1],
    [3, 2],
  ])('takes a picture of %i × %i', (width, height) => {
    expect(grade(picture(width, height, facade), settings('building'))).toMatchObject({ width, height })
  })

  it('brightens an underexposed picture and leaves a bright one about as it is', () => {
    const dark = changed(HOUSE, (v) => v * 0.4)
    const gain = mean(grade(dark, settings('building')), 1) - mean(dark, 1)
    const light = mean(grade(HOUSE, settings('building')), 1) - mean(HOUSE, 1)
    expect(gain).toBeGreaterThan(30)
    expect(Math.abs(light)).toBeLessThan(25)
  })

  it('takes most of a tungsten cast away and keeps clipped white white', () => {
    const hall = picture(240, 160, (x, y) => (y < 0.1 ? grey(255) : grey(60 + 140 * x)))
    const warm = changed(hall, (v, c) => (v === 255 ? 255 : v * [1, 0.85, 0.6][c]!))
    const out = grade(warm, settings('building'))
    const at = (120 * 240 + 120) * 4
    const cast = (r: Raster): number => r.data[at]! - r.data[at + 2]!
    expect(cast(out)).toBeLessThan(0.4 * cast(warm))
    const [red, green, blue] = out.data
    expect(green).toBeGreaterThan(245)
    expect([red, blue]).toEqual([green, green])
  })

  it('takes haze away where there is some, and only there', () => {
    const hazy = changed(HOUSE, (v) => 0.45 * v + 0.55 * 215)
    const look = (image: Raster): number => makeLook(analyse(image), settings('building')).haze
    expect(look(hazy)).toBeGreaterThan(0.5)
    expect(look(HOUSE)).toBeLessThan(0.1)
    expect(deviation(grade(hazy, settings('building')), 25, 25, 175, 108)).toBeGreaterThan(
      1.4 * deviation(hazy, 25, 25, 175, 108),
    )
  })

  it('takes noise away on even ground and keeps edges', () => {
    const step = picture(200, 120, (x) => grey(x < 0.5 ? 90 : 170))
    const noisy = addNoise({ ...step, data: step.data.slice() }, 8, 4)
    const out = grade(noisy, settings('building'))
    const raw = grade(noisy, settings('building', { noise: -100 }))
    expect(deviation(out, 12, 12, 80, 108)).toBeLessThan(0.5 * deviation(raw, 12, 12, 80, 108))
    const green = (x: number): number => out.data[(60 * 200 + x) * 4 + 1]!
    expect(green(103) - green(96)).toBeGreaterThan(60)
  })

  it('sees grain whose finest part a camera has already smoothed away', () => {
    const noisy = addNoise(
      picture(200, 120, (x) => grey(x < 0.5 ? 90 : 170)),
      14,
      4,
    )
    const grain = { ...noisy, data: noisy.data.slice() }
    for (let y = 0; y < 119; y++) {
      for (let x = 0; x < 199; x++) {
        for (let c = 0; c < 3; c++) {
          const at = (dx: number, dy: number) => noisy.data[((y + dy) * 200 + x + dx) * 4 + c]!
          grain.data[(y * 200 + x) * 4 + c] = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4
        }
      }
    }
    const out = grade(grain, settings('building'))
    const raw = grade(grain, settings('building', { noise: -100 }))
    expect(deviation(out, 12, 12, 80, 108)).toBeLessThan(0.6 * deviation(raw, 12, 12, 80, 108))
  })

  it('looks the same on a smaller copy', () => {
    const analysis = analyse(HOUSE)
    const full = applyGrade(HOUSE, analysis, settings('building'))
    const small = applyGrade(picture(100, 70, facade), analysis, settings('building'))
    for (let c = 0; c < 3; c++) expect(Math.abs(mean(full, c) - mean(small, c))).toBeLessThan(2)
  })

  it.each([
    ['exposure', (a: Raster, b: Raster) => mean(b, 1) - mean(a, 1)],
    ['contrast', (a: Raster, b: Raster) => deviation(b, 0, 0, 200, 140) - deviation(a, 0, 0, 200, 140)],
    ['temperature', (a: Raster, b: Raster) => mean(b, 0) - mean(b, 2) - mean(a, 0) + mean(a, 2)],
    ['tint', (a: Raster, b: Raster) => mean(b, 0) - mean(b, 1) - mean(a, 0) + mean(a, 1)],
  ] as const)('the %s slider goes both ways', (key, rise) => {
    const at = (value: number): Raster => grade(HOUSE, settings('building', { [key]: value }))
    const plain = at(0)
    expect(rise(at(-60), plain)).toBeGreaterThan(1)
    expect(rise(plain, at(60))).toBeGreaterThan(1)
  })

  it('aims at four different pictures', () => {
    const dark = changed(HOUSE, (v) => v * 0.5)
    const [building, interior, night, snow] = PRESETS.map((p) => mean(grade(dark, settings(p)), 1))
    expect(night!).toBeLessThan(building! - 15)
    expect(building!).toBeLessThan(interior! - 3)
    expect(interior!).toBeLessThan(snow!)
  })
})

const IDENTITY = ['LUT_3D_SIZE 2', '0 0 0', '1 0 0', '0 1 0', '1 1 0', '0 0 1', '1 0 1', '0 1 1', '1 1 1']

describe('colour tables', () => {
  it('leave colours where the table is the identity, and mix by strength', () => {
    const colour = Float32Array.of(0.2, 0.7, 0.45)
    colourTable(parseCube(IDENTITY.join('\r\n')), 1)(colour, 0)
    for (const [c, v] of [0.2, 0.7, 0.45].entries()) expect(colour[c]).toBeCloseTo(v, 5)
    const inverse = IDENTITY.map((line) =>
      line.startsWith('LUT') ? line : line.replace(/[01]/g, (v) => (v === '0' ? '1' : '0')),
    )
    colourTable(parseCube(inverse.join('\n')), 0.5)(colour, 0)
    for (let c = 0; c < 3; c++) expect(colour[c]).toBeCloseTo(0.5, 5)
  })

  it('read 1D tables with a domain', () => {
    const cube = parseCube('TITLE "夜"\nLUT_1D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 2 2 2\n0 0 0\n1 1 1\n')
    expect(cube.title).toBe('夜')
    const colour = Float32Array.of(0.5, 1, 2)
    colourTable(cube, 1)(colour, 0)
    expect([...colour]).toEqual([0.25, 0.5, 1])
  })

  it.each([
    ['', 'LUT_3D_SIZE'],
    ['hello', 'LUT_3D_SIZE'],
    ['LUT_3D_SIZE 999', '过大'],
    ['LUT_3D_SIZE x', '第 1 行'],
    [IDENTITY.slice(0, -1).join('\n'), '不完整'],
    [[...IDENTITY, '1 1 1'].join('\n'), '比声明的多'],
    ['LUT_1D_SIZE 2\n0 0 0\n0 nan 1', '第 3 行'],
    ['LUT_1D_SIZE 2\nDOMAIN_MIN 1 1 1\n0 0 0\n1 1 1', 'DOMAIN_MIN'],
  ])('refuse %j and say why', (text, why) => {
    expect(() => parseCube(text)).toThrow(expect.objectContaining({ errorName: 'LUT_INVALID' }))
    expect(() => parseCube(text)).toThrow(why)
  })
})
