import { describe, expect, it } from 'vitest'
import type { Raster } from '#kernels/raster.ts'
import { copyOf } from '#kernels/relight/copy.ts'
import type { RelightSettings } from '#kernels/relight/looks.ts'
import { relight } from '#kernels/relight/relight.ts'
import { readScene } from '#kernels/relight/scene.ts'
import { findSky } from '#kernels/relight/sky.ts'
import { readWindows } from '#kernels/relight/windows.ts'
import type { NamedPlaces } from '#kernels/seeing/name-places.ts'
import { NAMES } from '#kernels/segmentation/names.ts'
import { type WhiteScene, whiteBuilding } from '#tests/support/white-building.ts'

const WIDTH = 160
const HEIGHT = 120
const ROOF = 60
const grain = (n: number) => ((Math.imul(n ^ (n >>> 7), 0x9e3779b1) >>> 16) % 9) - 4

const KEEP: RelightSettings = {
  time: 'keep',
  weather: 'keep',
  season: 'keep',
  strength: 1,
  windows: 1,
  scene: 'auto',
}

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

const numberOf = (name: string) => NAMES.findIndex((one) => one.name === name)

/** The places of a picture outdoors, each pixel's name by its index. */
function placesOf({ width, height }: Raster, nameAt: (i: number) => string): NamedPlaces {
  const names = Uint8Array.from({ length: width * height }, (_, i) => numberOf(nameAt(i)))
  const skies = Float32Array.from(names, (name) => (name === numberOf('sky') ? 1 : 0))
  const windows = Float32Array.from(names, (name) => (name === numberOf('window') ? 1 : 0))
  const roofs = Float32Array.from(names, (name) => (name === numberOf('roof') ? 1 : 0))
  return { width, height, names, skies, windows, roofs, setting: 'outdoors', sure: 1 }
}

const inStreet = (i: number) => (i < WIDTH * ROOF ? 'sky' : 'building')
const streetPlaces = () => placesOf(street(), inStreet)

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
  const isSky = (places: NamedPlaces) => ({
    ...places,
    data: Float32Array.from(places.names, (name) => (name === numberOf('sky') ? 1 : 0)),
  })

  it('is found above a wall, to the row', () => {
    const sky = findSky(street(), copyOf(street()), isSky(streetPlaces()))
    expect(sky.part).toBeGreaterThan(0.47)
    expect(sky.part).toBeLessThan(0.53)
    expect(Math.abs(sky.horizon * HEIGHT - ROOF)).toBeLessThanOrEqual(3)
  })

  it('ends where its colours end where it is likely beyond them', () => {
    const likely = isSky(streetPlaces()).data.map((value, i) =>
      i < WIDTH * (ROOF + 12) ? Math.max(value, 0.5) : value,
    )
    const sky = findSky(street(), copyOf(street()), { width: WIDTH, height: HEIGHT, data: likely })
    expect(Math.abs(sky.horizon * HEIGHT - ROOF)).toBeLessThanOrEqual(3)
  })

  it('goes on behind what would hang in it, and not before a tower that is parted with it', () => {
    const isCloud = (x: number, y: number) => x > 20 && x < 40 && y > 15 && y < 35
    const isTower = (x: number, y: number) => x > 90 && x < 120 && y > 20 && y < ROOF
    const picture = street()
    const places = streetPlaces()
    for (let i = 0; i < WIDTH * ROOF; i++) {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      if (isCloud(x, y) || isTower(x, y)) places.skies[i] = 0.05
      // Its panes mirror the sky.
      if (isTower(x, y) && x % 4 > 1) picture.data.set([70, 75, 80], 4 * i)
    }
    const { cover } = readScene(picture, { ...KEEP, time: 'night' }, places).sky
    expect(cover.data[25 * WIDTH + 30]).toBeGreaterThan(0.95)
    expect(cover.data[25 * WIDTH + 60]).toBeGreaterThan(0.95)
    expect(cover.data[40 * WIDTH + 105]).toBeLessThan(0.05)
    expect(cover.data[40 * WIDTH + 107]).toBeLessThan(0.05)
  })

  it('is not found where nothing is named so', () => {
    const none = { width: WIDTH, height: HEIGHT, data: new Float32Array(WIDTH * HEIGHT) }
    expect(findSky(street(), copyOf(street()), none).part).toBe(0)
  })
})

describe('windows', () => {
  const BLUE: WhiteScene['sky'] = [
    [92, 142, 205],
    [190, 212, 232],
  ]
  const { picture, glass } = whiteBuilding(
    { sky: BLUE, front: [246, 243, 236], side: [178, 186, 198], height: 9 },
    960,
    640,
  )
  const copy = copyOf(picture)
  const none = { width: copy.width, height: copy.height, data: new Float32Array(copy.luma.length) }
  const likely = Float32Array.from(glass, (value) => (value > 127 ? 0.4 : 0.05))

  it('are lit where they are likely and darker than the wall around them', () => {
    const { panes } = readWindows(copy, none, likely, none)
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

  it('are lit as a whole where they are likely in the mean', () => {
    const weak = likely.map((value, i) => (value > 0.3 && (i % copy.width) % 3 === 0 ? 0.2 : value))
    expect(readWindows(copy, none, weak, none).part).toBeGreaterThan(
      0.9 * readWindows(copy, none, likely, none).part,
    )
    const unsure = likely.map((value) => Math.min(0.2, value))
    expect(readWindows(copy, none, unsure, none).part).toBe(0)
  })

  it('are not lit where a wall of the same brightness is as likely one', () => {
    const moved = likely.map((_, i) => likely[(i + 40) % likely.length]!)
    const onWalls = moved.map((value, i) => (glass[i]! > 0 ? 0.05 : value))
    expect(readWindows(copy, none, onWalls, none).part).toBeLessThan(
      0.25 * readWindows(copy, none, likely, none).part,
    )
  })
})

describe('what is lit of a wall', () => {
  type Colour = readonly [number, number, number]
  type Box = readonly [readonly [left: number, top: number, right: number, bottom: number], Colour, number]
  const WALL: Colour = [200, 200, 195]
  const GLASS: Colour = [70, 84, 92]
  const BROWN: Colour = [120, 108, 90]
  const RED: Colour = [110, 50, 40]
  /** Whether the middle of each box of a colour and a likelihood is lit, in a wall that stands on ground from row 100 on. */
  function litOf(boxes: readonly Box[]): boolean[] {
    const picture: Raster = { width: WIDTH, height: HEIGHT, data: new Uint8ClampedArray(4 * WIDTH * HEIGHT) }
    const likely = new Float32Array(WIDTH * HEIGHT).fill(0.02)
    for (let i = 0; i < likely.length; i++) picture.data.set([...WALL, 255], 4 * i)
    for (const [[left, top, right, bottom], colour, chance] of boxes)
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) {
          likely[y * WIDTH + x] = chance
          picture.data.set(colour, 4 * (y * WIDTH + x))
        }
    const plane = (data: Float32Array) => ({ width: WIDTH, height: HEIGHT, data })
    const none = plane(new Float32Array(likely.length))
    const ground = plane(none.data.map((_, i) => (i >= WIDTH * 100 ? 1 : 0)))
    const { panes } = readWindows(copyOf(picture), none, likely, ground)
    return boxes.map(([[left, top, right, bottom]]) => {
      const middle = Math.floor((top + bottom) / 2) * WIDTH + Math.floor((left + right) / 2)
      return panes.data[middle]! > 0.3
    })
  }

  it('is glass, not a garage door on the ground, a painted door or a gap', () => {
    const boxes: Box[] = [
      [[20, 30, 36, 50], GLASS, 0.4],
      [[64, 78, 80, 100], GLASS, 0.4],
      [[110, 40, 126, 60], RED, 0.6],
      [[20, 80, 50, 81], GLASS, 0.5],
    ]
    expect(litOf(boxes)).toEqual([true, false, false, false])
  })

  it.each([0, 2])('is a window and not its shutters, with %i px between them', (gap) => {
    const boxes: Box[] = [
      [[45 - gap, 30, 50 - gap, 44], BROWN, 0.33],
      [[50, 30, 60, 44], GLASS, 0.6],
      [[60 + gap, 30, 65 + gap, 44], BROWN, 0.33],
    ]
    expect(litOf(boxes)).toEqual([false, true, false])
  })
})

const change = (
  picture: Raster,
  wish: Partial<RelightSettings>,
  mask: Uint8Array | null = null,
  places: NamedPlaces = streetPlaces(),
) => relight(picture, mask, { ...KEEP, ...wish }, places)

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
    const green = (i: number) => {
      const y = Math.floor(i / WIDTH)
      if (y > 80) return 'grass'
      return y >= ROOF - 30 && y < ROOF && i % WIDTH < 60 ? 'plant' : inStreet(i)
    }
    const { picture, notes } = change(source, { season: 'autumn' }, null, placesOf(source, green))
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
    const walls = placesOf(street(), () => 'wall')
    const notesOf = (wish: Partial<RelightSettings>, places: Partial<NamedPlaces>) =>
      change(street(), wish, null, { ...walls, ...places }).notes
    expect(notesOf({ time: 'noon' }, { setting: 'indoors', sure: 0.7 })).toEqual(['unsure'])
    expect(notesOf({ time: 'noon' }, { setting: 'indoors' })).toEqual([])
    expect(notesOf({ time: 'noon' }, {})).toEqual(['noSky'])
    expect(notesOf({ season: 'autumn' }, {})).toEqual(['noLeaves'])
    expect(change(street(), { time: 'night' }).notes).toEqual(['noWindows'])
  })

  it('snow lies on the ground and not on the wall', () => {
    const ground = placesOf(street(), (i) => (i >= WIDTH * 100 ? 'ground' : inStreet(i)))
    const { picture } = change(street(), { weather: 'snow' }, null, ground)
    const bare = change(street(), { weather: 'snow' }).picture
    expect(meanLight(picture, 105, HEIGHT)).toBeGreaterThan(meanLight(bare, 105, HEIGHT) + 40)
    expect(Math.abs(meanLight(picture, 75, 95) - meanLight(bare, 75, 95))).toBeLessThan(2)
  })

  it('rain wets the ground: close by it is darker, and the wall stays', () => {
    const ground = placesOf(street(), (i) => (i >= WIDTH * 100 ? 'ground' : inStreet(i)))
    const { picture } = change(street(), { weather: 'rain' }, null, ground)
    const bare = change(street(), { weather: 'rain' }).picture
    expect(meanLight(picture, 110, HEIGHT)).toBeLessThan(meanLight(bare, 110, HEIGHT) - 4)
    expect(Math.abs(meanLight(picture, 75, 95) - meanLight(bare, 75, 95))).toBeLessThan(2)
  })

  it('gives the same picture for the same input', () => {
    const rain = { weather: 'rain', strength: 0.8 } as const
    expect(change(street(), rain).picture.data).toEqual(change(street(), rain).picture.data)
  })
})
