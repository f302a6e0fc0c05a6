import { describe, expect, it } from 'vitest'
import type { Raster } from '#kernels/raster.ts'
import { copyOf } from '#kernels/relight/copy.ts'
import type { RelightSettings } from '#kernels/relight/looks.ts'
import { relight } from '#kernels/relight/relight.ts'
import { findSky } from '#kernels/relight/sky.ts'
import { findWindows } from '#kernels/relight/windows.ts'
import { type WhiteScene, whiteBuilding } from '#tests/support/white-building.ts'

const WIDTH = 160
const HEIGHT = 120
const ROOF = 60
const grain = (n: number) => ((Math.imul(n ^ (n >>> 7), 0x9e3779b1) >>> 16) % 9) - 4

/** A blue sky over a brick wall. */
function street(): Raster {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const i = y * WIDTH + x
      const colour = y < ROOF ? [120 + y / 2, 165 + y / 3, 225] : [150 + 4 * grain(i), 96 + 3 * grain(i), 72]
      data.set([...colour, 230], 4 * i)
    }
  }
  return { width: WIDTH, height: HEIGHT, data }
}

function meanLight({ data }: Raster, from: number, to: number): number {
  let sum = 0
  for (let i = from * WIDTH; i < to * WIDTH; i++) sum += data[4 * i + 1] ?? 0
  return sum / ((to - from) * WIDTH)
}

/** Mean change of a column. */
function meanStep(a: Raster, b: Raster, x: number): number {
  let sum = 0
  for (let y = 0; y < HEIGHT; y++)
    sum += Math.abs((a.data[4 * (y * WIDTH + x)] ?? 0) - (b.data[4 * (y * WIDTH + x)] ?? 0))
  return sum / HEIGHT
}

describe('sky', () => {
  it('is found above a wall, to the row', () => {
    const sky = findSky(street(), copyOf(street()))
    expect(sky.part).toBeGreaterThan(0.47)
    expect(sky.part).toBeLessThan(0.53)
    expect(Math.abs(sky.horizon * HEIGHT - ROOF)).toBeLessThanOrEqual(3)
  })

  it('is not found in a white room', () => {
    const room = street()
    for (let i = 0; i < WIDTH * ROOF; i++) room.data.set([236, 235, 232, 255], 4 * i)
    expect(findSky(room, copyOf(room)).part).toBe(0)
  })
})

const SUN: Pick<WhiteScene, 'front' | 'side'> = { front: [246, 243, 236], side: [178, 186, 198] }
const SHADE: typeof SUN = { front: [188, 196, 208], side: [240, 236, 228] }
const DULL: typeof SUN = { front: [222, 224, 226], side: [206, 209, 213] }
const BLUE: WhiteScene['sky'] = [
  [92, 142, 205],
  [190, 212, 232],
]
const PALE: WhiteScene['sky'] = [
  [168, 196, 224],
  [226, 232, 236],
]
const GREY: WhiteScene['sky'] = [
  [196, 198, 201],
  [222, 223, 224],
]

describe('a white building', () => {
  it.each([
    ['in the sun under a blue sky', BLUE, SUN, false],
    ['in shade under a blue sky', BLUE, SHADE, false],
    ['in dull light under a blue sky', BLUE, DULL, false],
    ['in the sun under a pale sky', PALE, SUN, false],
    ['in dull light under a pale sky', PALE, DULL, false],
    ['in the sun under a grey sky, said to be outdoors', GREY, SUN, true],
  ] as const)('is not taken for the sky: %s', (_, sky, walls, outdoors) => {
    const { picture, sky: truth } = whiteBuilding({ sky, ...walls, pattern: 'windows', height: 9 }, 480, 320)
    const { cover } = findSky(picture, copyOf(picture), outdoors)
    let [found, wrong, there] = [0, 0, 0]
    for (const [i, value] of truth.entries()) {
      const isSky = cover.data[i]! > 0.5
      if (value > 127) there++
      if (isSky && value > 127) found++
      else if (isSky) wrong++
    }
    expect(found / there).toBeGreaterThan(0.65)
    expect(wrong / truth.length).toBeLessThan(0.03)
  })

  it.each(['joints', 'pilasters'] as const)('has no windows where it has only %s', (pattern) => {
    const { picture } = whiteBuilding({ sky: BLUE, ...SUN, pattern, height: 9 }, 480, 320)
    const copy = copyOf(picture)
    expect(findWindows(copy, findSky(picture, copy)).part).toBeLessThan(0.001)
  })

  it('is lit in its windows, and hardly in the wall between them', () => {
    const { picture, glass } = whiteBuilding({ sky: BLUE, ...SUN, pattern: 'windows', height: 9 }, 960, 640)
    const copy = copyOf(picture)
    const { panes } = findWindows(copy, findSky(picture, copy))
    let [found, wrong, there] = [0, 0, 0]
    for (const [i, value] of glass.entries()) {
      const isLit = panes.data[i]! > 0.4
      if (value > 127) there++
      if (isLit && value > 127) found++
      else if (isLit) wrong++
    }
    expect(found / there).toBeGreaterThan(0.6)
    expect(wrong / glass.length).toBeLessThan(0.015)
  })
})

const KEEP: RelightSettings = {
  time: 'keep',
  weather: 'keep',
  season: 'keep',
  strength: 1,
  windows: 1,
  scene: 'auto',
}
const change = (picture: Raster, wish: Partial<RelightSettings>, mask: Uint8Array | null = null) =>
  relight(picture, mask, { ...KEEP, ...wish })

describe('atmosphere', () => {
  it('is darker by night than at dusk, and at dusk than at noon', () => {
    const light = (['noon', 'dusk', 'night'] as const).map((time) =>
      meanLight(change(street(), { time }).picture, ROOF + 8, HEIGHT),
    )
    expect(light[0]).toBeGreaterThan((light[1] ?? 0) + 15)
    expect(light[1]).toBeGreaterThan((light[2] ?? 0) + 15)
  })

  it('changes nothing at strength 0, nor when nothing is wished', () => {
    const source = street()
    expect(change(source, { weather: 'fog', strength: 0 }).picture.data).toEqual(source.data)
    expect(change(source, {}).picture.data).toEqual(source.data)
  })

  it('changes nothing outside the mask, fades in within it, and keeps alpha', () => {
    const source = street()
    const mask = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i % WIDTH < 80 ? 255 : 0))
    const masked = change(source, { time: 'night', weather: 'snow' }, mask).picture
    const whole = change(source, { time: 'night', weather: 'snow' }).picture
    let same = 0
    for (let i = 0; i < mask.length; i++) {
      expect(masked.data[4 * i + 3]).toBe(230)
      if (mask[i] === 0) expect(masked.data[4 * i]).toBe(source.data[4 * i])
      if (i % WIDTH < 60 && masked.data[4 * i] === whole.data[4 * i]) same++
    }
    expect(same).toBe(60 * HEIGHT)
    const edge = meanStep(masked, source, 79)
    expect(edge).toBeLessThan(0.3 * meanStep(masked, source, 40))
  })

  it('keeps the sky when only the season changes', () => {
    const source = street()
    const { picture } = change(source, { season: 'autumn' })
    let most = 0
    for (let i = 0; i < 4 * WIDTH * (ROOF - 6); i++)
      most = Math.max(most, Math.abs((picture.data[i] ?? 0) - (source.data[i] ?? 0)))
    expect(most).toBeLessThanOrEqual(1)
  })

  it('turns trees in autumn and leaves the lawn mostly green', () => {
    const source = street()
    for (let y = ROOF - 30; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++) {
        const i = y * WIDTH + x
        if (y < ROOF ? x < 60 : y > 80)
          source.data.set([60 + 4 * grain(i), 120 + 5 * grain(i), 40, 255], 4 * i)
      }
    const { picture, notes } = change(source, { season: 'autumn' })
    const lead = (row: number, to: number) => {
      let [red, green] = [0, 0]
      for (let y = row; y < row + 15; y++)
        for (let x = 10; x < to; x++) {
          red += picture.data[4 * (y * WIDTH + x)] ?? 0
          green += picture.data[4 * (y * WIDTH + x) + 1] ?? 0
        }
      return red / green
    }
    expect(notes).toEqual([])
    expect(lead(ROOF - 22, 50)).toBeGreaterThan(1.15)
    expect(lead(95, 150)).toBeLessThan(0.9)
  })

  it('says what it could not do', () => {
    const room = street()
    for (let i = 0; i < WIDTH * ROOF; i++) room.data.set([236, 235, 232, 255], 4 * i)
    expect(change(room, { time: 'noon' }).notes).toEqual(['unsure'])
    expect(change(room, { time: 'noon', scene: 'indoors' }).notes).toEqual(['noSky'])
    expect(change(room, { time: 'noon', scene: 'outdoors' }).notes).toEqual([])
    expect(change(street(), { time: 'night' }).notes).toEqual(['noWindows'])
  })

  it('gives the same picture for the same input', () => {
    const rain = { weather: 'rain', strength: 0.8 } as const
    expect(change(street(), rain).picture.data).toEqual(change(street(), rain).picture.data)
  })
})
