import { describe, expect, test } from 'vitest'
import { SCENE_IDS } from '#contracts/scenes.ts'
import {
  compose,
  frameOf,
  makeGround,
  noteOf,
  placingFor,
  prepareSubject,
} from '#kernels/composite/compose.ts'
import { cutByMask, isCutOut } from '#kernels/composite/cut.ts'
import { findFooting } from '#kernels/composite/footing.ts'
import { plainGround } from '#kernels/composite/ground.ts'
import { layOut } from '#kernels/composite/layer.ts'
import { gradeBetween, readAmbience } from '#kernels/composite/light.ts'
import { boxOf, rectOf, stand, stay } from '#kernels/composite/placing.ts'
import { SCENE_FACTS } from '#kernels/composite/scenes.ts'
import type { Raster } from '#kernels/raster.ts'
import { paramsOf } from '#ops/index.ts'
import { SAMPLES } from '#src/tools/samples.ts'

const WIDTH = 240
const HEIGHT = 180
type Paint = (x: number, y: number) => readonly [number, number, number, number]

function paint(colour: Paint, width = WIDTH, height = HEIGHT): Raster {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0, at = 0; y < height; y++) for (let x = 0; x < width; x++, at += 4) data.set(colour(x, y), at)
  return { width, height, data }
}

const within = (x: number, y: number, l: number, t: number, r: number, b: number) =>
  x >= l && x < r && y >= t && y < b
const CLEAR = [0, 0, 0, 0] as const

/** A table seen from above the floor: a top, two legs in front and two further back, which end higher. */
const isTable = (x: number, y: number) =>
  within(x, y, 60, 60, 180, 90) ||
  within(x, y, 60, 90, 68, 150) ||
  within(x, y, 172, 90, 180, 150) ||
  within(x, y, 90, 90, 96, 138) ||
  within(x, y, 144, 90, 150, 138)
const table = () => paint((x, y) => (isTable(x, y) ? [150, 90, 60, 255] : CLEAR))
/** A crate whose base lies on the ground. */
const crate = () => paint((x, y) => (within(x, y, 80, 70, 160, 150) ? [150, 90, 60, 255] : CLEAR))

const pixel = ({ data, width }: Raster, x: number, y: number) => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
]
const params = (patch: Record<string, unknown>) => paramsOf('composite').parse(patch)
const NO_LIGHT = { x: 0, y: 0.1, soft: 0.5 }

function alphaOf(picture: Raster) {
  const box = boxOf(picture)!
  const data = new Float32Array(box.width * box.height)
  for (let y = 0, i = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++, i++)
      data[i] = picture.data[4 * ((box.top + y) * picture.width + box.left + x) + 3]! / 255
  return { width: box.width, height: box.height, data }
}

describe('where a cut-out stands', () => {
  test('feet are found in front and further back, and what hangs over the ground is not', () => {
    const { contact, bottom } = findFooting(alphaOf(table()))
    const stands = (x: number) => contact[x - 60]! >= 0.5
    for (const x of [63, 176, 93, 147]) expect(stands(x), `leg at ${x}`).toBe(true)
    for (const x of [80, 120, 160]) expect(stands(x), `top over ${x}`).toBe(false)
    expect(bottom[63 - 60]! - bottom[93 - 60]!).toBe(12)
  })

  test('a base that lies on the ground touches it along its whole length', () => {
    const { contact, clearance } = findFooting(alphaOf(crate()))
    expect(contact.slice(3, -3).every((share) => share > 0.5)).toBe(true)
    expect(clearance).toBeLessThan(1)
  })

  test('every built-in scene has a sample, its place is free of the border, and a cut-out fits into it', () => {
    for (const id of SCENE_IDS) {
      expect(SAMPLES.some((sample) => sample.id === id)).toBe(true)
      const placing = stand(
        { left: 0, top: 0, width: 300, height: 400 },
        { width: 1440, height: 960 },
        SCENE_FACTS[id],
      )
      const rect = rectOf(placing, { width: 300, height: 400 }, { width: 1440, height: 960 })
      expect(rect.left).toBeGreaterThan(0)
      expect(rect.left + rect.width).toBeLessThan(1440)
      expect(rect.top).toBeGreaterThan(0)
      expect(rect.top + rect.height).toBeLessThan(960)
    }
  })
})

describe('laying out', () => {
  test('a subject that stays is not touched, pixel by pixel', () => {
    const cut = table()
    const layer = layOut(cut, boxOf(cut)!, stay(boxOf(cut)!, cut), cut)
    expect([layer.left, layer.top, layer.width, layer.height]).toEqual([60, 60, 120, 90])
    for (const [x, y] of [
      [60, 60],
      [100, 80],
      [65, 149],
      [120, 120],
    ] as const)
      expect(pixel(layer, x - 60, y - 60)).toEqual(pixel(cut, x, y))
  })

  test('flipping, scaling and turning keep colours free of the emptiness around them', () => {
    const cut = paint((x, y) => (within(x, y, 40, 40, 120, 100) ? [x < 80 ? 200 : 40, 120, 80, 255] : CLEAR))
    const box = boxOf(cut)!
    const layer = layOut(cut, box, { x: 0.5, y: 0.9, size: 0.22, turn: 30, flip: true }, cut)
    let solid = 0
    for (let at = 0; at < layer.data.length; at += 4) {
      const alpha = layer.data[at + 3]!
      if (alpha > 250) solid++
      // Green is the same everywhere: an edge mixed with transparent black would be darker.
      if (alpha > 64) expect(Math.abs(layer.data[at + 1]! - 120)).toBeLessThan(14)
    }
    const area = 0.22 ** 2 * WIDTH * HEIGHT
    expect(solid).toBeGreaterThan(0.85 * area)
    expect(solid).toBeLessThan(1.1 * area)
    // Turned by 30° and flipped: what was red on the left is on the right.
    expect(pixel(layer, Math.round(layer.width * 0.7), Math.round(layer.height * 0.6))[0]).toBeGreaterThan(
      150,
    )
  })
})

describe('light', () => {
  test('a red thing is not taken for red light, and a warm room is', () => {
    const grey = paint((x) => (x < 80 ? [200, 30, 20, 255] : [128, 128, 128, 255]))
    const warm = paint((x) => (x < 80 ? [200, 30, 20, 255] : [150, 125, 95, 255]))
    expect(Math.abs(readAmbience(grey).warmth)).toBeLessThan(0.1)
    expect(readAmbience(warm).warmth).toBeGreaterThan(0.6)
    const { gain } = gradeBetween(readAmbience(grey), readAmbience(warm), 0.6)
    expect(gain[0]).toBeGreaterThan(gain[1])
    expect(gain[1]).toBeGreaterThan(gain[2])
    expect(gradeBetween(readAmbience(grey), readAmbience(warm), 0).gain).toEqual([1, 1, 1])
  })
})

describe('composing', () => {
  const subjectOf = (cut: Raster) =>
    prepareSubject(
      cut,
      paint(() => [128, 128, 128, 255]),
    )

  test('shade is darkest at the feet, fades away from them and leaves the rest of the ground alone', () => {
    const subject = subjectOf(table())
    const settings = params({ ground: 'colour', shadow: 0.6, wrap: 0 })
    const frame = frameOf(settings, subject.cut, null)
    const placing = placingFor(settings, subject, frame, null)
    const light = { x: 0.6, y: 0.2, soft: 0.5 }
    const made = compose(subject, plainGround('#C8C8C8', frame), light, placing, settings)
    const shade = (x: number, y: number) => 200 - pixel(made, x, y)[0]!
    expect(shade(64, 151)).toBeGreaterThan(50)
    expect(shade(120, 142), 'under the table').toBeGreaterThan(12)
    expect(shade(120, 142)).toBeLessThan(shade(64, 151))
    expect(shade(200, 150), 'where the light casts it').toBeGreaterThan(shade(40, 150) + 8)
    for (const [x, y] of [
      [10, 10],
      [120, 30],
      [5, 170],
    ] as const)
      expect(pixel(made, x, y)).toEqual([200, 200, 200, 255])
  })

  test('shadow, harmony and edge light at 0 leave both pictures as they are', () => {
    const subject = subjectOf(crate())
    const settings = params({ shadow: 0, harmonise: 0, wrap: 0 })
    const scene = paint((x) => [x, 60, 255 - x, 255])
    const frame = frameOf(settings, subject.cut, scene)
    const placing = placingFor(settings, subject, frame, null)
    const made = compose(subject, makeGround(settings, scene, frame), NO_LIGHT, placing, settings)
    expect(pixel(made, 20, 20)).toEqual([20, 60, 235, 255])
    for (const [c, code] of [150, 90, 60].entries())
      expect(Math.abs(pixel(made, 120, 110)[c]! - code)).toBeLessThanOrEqual(1)
  })

  test('a subject that its picture cuts off below casts no shadow', () => {
    const bust = paint((x, y) => (within(x, y, 80, 60, 160, HEIGHT) ? [90, 90, 90, 255] : CLEAR))
    const settings = params({ ground: 'colour', colour: '#FFFFFF', frame: 'scene', wrap: 0 })
    const subject = subjectOf(bust)
    expect(subject.cropped).toBe(true)
    expect(placingFor(settings, subject, subject.cut, null).y).toBe(1)
    expect(noteOf(subject, settings)).toContain('截断')
    expect(noteOf(subject, { shadow: 0 })).toBe('')
    const placing = { x: 0.5, y: 0.7, size: 0.3, turn: 0, flip: false }
    const made = compose(subject, plainGround('#FFFFFF', subject.cut), NO_LIGHT, placing, settings)
    expect(pixel(made, 120, 128)).toEqual([255, 255, 255, 255])
  })

  test('crumbs beside the subject go, and what is thin or apart of it stays', () => {
    const isLamp = (x: number, y: number) =>
      within(x, y, 100, 60, 140, 100) || within(x, y, 119, 100, 121, 160)
    const isRing = (x: number, y: number) => within(x, y, 150, 150, 170, 160)
    const isCrumb = (x: number, y: number) => within(x, y, 20, 40, 23, 43)
    const cut = paint((x, y) => (isLamp(x, y) || isRing(x, y) || isCrumb(x, y) ? [90, 90, 90, 255] : CLEAR))
    const { box } = subjectOf(cut)
    expect(box).toEqual({ left: 100, top: 60, width: 70, height: 100 })
    expect(pixel(cut, 21, 41)[3]).toBe(0)
    expect(pixel(cut, 120, 159)[3]).toBe(255)
  })

  test('an empty cut-out is refused', () => {
    expect(() => subjectOf(paint(() => CLEAR))).toThrow(expect.objectContaining({ errorName: 'NO_SUBJECT' }))
  })
})

describe('what is cut out', () => {
  test('a picture with its own transparency is a cut-out already, one with a soft corner is not', () => {
    expect(isCutOut(crate())).toBe(true)
    expect(isCutOut(paint((x, y) => [90, 90, 90, x < 8 && y < 8 ? 0 : 255]))).toBe(false)
  })

  test('a rough mask finds the edge, and the old ground is gone from it', () => {
    const photo = paint((x, y) => (within(x, y, 80, 70, 160, 150) ? [180, 40, 30, 255] : [40, 120, 220, 255]))
    const mask = new Uint8Array(WIDTH * HEIGHT)
    for (let y = 68; y < 152; y++) mask.fill(255, y * WIDTH + 78, y * WIDTH + 162)
    cutByMask(photo, mask)
    expect(pixel(photo, 120, 110)).toEqual([180, 40, 30, 255])
    expect(pixel(photo, 40, 40)[3]).toBe(0)
    for (let at = 0; at < photo.data.length; at += 4)
      if (photo.data[at + 3]! > 128) expect(photo.data[at + 2]!).toBeLessThan(140)
  })

  test('a slit like the ground stays where it was painted over', () => {
    const isSlit = (x: number, y: number) => within(x, y, 86, 90, 88, 130)
    const isWall = (x: number, y: number) => !within(x, y, 80, 70, 160, 150) || isSlit(x, y)
    const photo = paint((x, y) => (isWall(x, y) ? [40, 120, 220, 255] : [180, 40, 30, 255]))
    const mask = new Uint8Array(WIDTH * HEIGHT)
    for (let y = 70; y < 150; y++) mask.fill(255, y * WIDTH + 80, y * WIDTH + 160)
    cutByMask(photo, mask)
    expect(pixel(photo, 87, 110)).toEqual([40, 120, 220, 255])
  })

  test('an empty mask is refused', () => {
    expect(() => cutByMask(crate(), new Uint8Array(WIDTH * HEIGHT))).toThrow(
      expect.objectContaining({ errorName: 'NO_SUBJECT' }),
    )
  })
})
