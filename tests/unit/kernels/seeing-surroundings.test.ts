import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Raster } from '#kernels/raster.ts'
import { sightOf } from '#kernels/seeing/regions-sight.ts'
import type { Named } from '#kernels/seeing/scene.ts'
import {
  backdropOf,
  type Frame,
  isNamed,
  nameOverlays,
  sceneFrame,
  surroundingsOf,
} from '#kernels/seeing/surroundings.ts'
import { usualView } from '#kernels/seeing/view.ts'
import { KINDS, NAMES } from '#kernels/segmentation/names.ts'
import { invertLightness, type Segmentation, segmentEither } from '#kernels/segmentation/segment.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'
import { segmentPicture } from '#tests/support/segment.ts'

const [WIDTH, HEIGHT] = [320, 240]
const WHOLE: Frame = { left: 0, top: 0, right: WIDTH, bottom: HEIGHT }

function drawn(of: (x: number, y: number) => readonly [number, number, number]): Raster {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) data.set([...of(i % WIDTH, Math.floor(i / WIDTH)), 255], 4 * i)
  return { width: WIDTH, height: HEIGHT, data }
}

const [GREY, FACE, LINE, PANEL, BAR, MARK] = [
  [200, 200, 205],
  [210, 170, 120],
  [30, 30, 30],
  [40, 42, 46],
  [60, 60, 64],
  [230, 230, 230],
] as const
const isBox = (x: number, y: number) => x >= 120 && x < 220 && y >= 80 && y < 170
/** A house in one colour with outlines, on a plain ground with a grid of faint lines. */
const onPlain = (x: number, y: number) => {
  if (isBox(x, y)) return isBox(x - 2, y - 2) && isBox(x + 2, y + 2) ? FACE : LINE
  return x % 40 === 20 || y % 40 === 20 ? ([194, 194, 199] as const) : GREY
}

/** What a network says that sees one name and one kind. */
function saying(name: string, kind: (typeof KINDS)[number]): Segmentation {
  const [width, height] = [WIDTH / 4, HEIGHT / 4]
  const shares = new Float32Array(NAMES.length * width * height)
  const at = NAMES.findIndex((one) => one.name === name) * width * height
  shares.fill(1, at, at + width * height)
  return { width, height, shares, setting: [0, 1, 0], kind: KINDS.map((one) => (one === kind ? 1 : 0)) }
}

describe('a plain backdrop', () => {
  it('is what runs on around a model, across the lines of a grid', () => {
    const backdrop = backdropOf(sightOf(drawn(onPlain), 'model'), WHOLE)!
    let wrong = 0
    for (let i = 0; i < backdrop.length; i++)
      if (backdrop[i] === (isBox(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0)) wrong++
    expect(wrong / backdrop.length).toBeLessThan(0.01)
  })

  it('may change slowly, and goes on behind coloured axes', () => {
    const picture = drawn((x, y) => {
      if (isBox(x, y)) return FACE
      const grey = 150 + Math.round(y / 6)
      return x === 60 || y === 30 ? [200, 60, 60] : [grey, grey, grey]
    })
    const backdrop = backdropOf(sightOf(picture, 'model'), WHOLE)!
    const at = (x: number, y: number) => backdrop[y * WIDTH + x]
    expect([at(20, 15), at(300, 15), at(20, 220), at(300, 220), at(60, 120), at(200, 30)]).not.toContain(0)
    expect(at(160, 120)).toBe(0)
  })

  it('goes on across the lines of a site and what compression leaves around them, but not across a coloured board', () => {
    const picture = drawn((x, y) => {
      if (isBox(x, y)) return FACE
      if (x >= 40 && x < 46 && y > 40 && y < 180) return [170, 60, 60]
      const away = x > 60 && x < 260 ? Math.abs(y - 200) : 9
      if (away < 1) return [170, 60, 60]
      return away < 4 ? [195 + 3 * (x % 2), 195, 200] : GREY
    })
    const backdrop = backdropOf(sightOf(picture, 'model'), WHOLE)!
    const at = (x: number, y: number) => backdrop[y * WIDTH + x]
    expect([at(80, 198), at(81, 198), at(80, 202), at(80, 200), at(81, 200)]).not.toContain(0)
    expect([at(43, 60), at(43, 120), at(160, 120)]).toEqual([0, 0, 0])
  })

  it('keeps what a program lays over it, and nothing that touches what stands there', () => {
    const names: Named[] = [
      { label: 'sky', own: 'backdrop', sure: 1 },
      { label: 'other', sure: 0.4 },
      { label: 'other', sure: 0.4 },
      { label: 'wall', sure: 0.4 },
    ]
    const beside = (...ids: number[]) =>
      new Map(ids.map((id) => [id, { part: 1 / ids.length, step: 9, open: 0 }]))
    const facts = [beside(1, 2, 3), beside(0), beside(0, 3), beside(0, 2)].map((around) => ({
      around,
      outline: 40,
    }))
    const named = nameOverlays(names, [false, true, true, false], facts)
    expect(named.map(({ label, own }) => [label, own])).toEqual([
      ['sky', 'backdrop'],
      ['sky', 'overlay'],
      ['other', undefined],
      ['wall', undefined],
    ])
  })

  it('is none in a photograph, and none where wall and floor fill the picture', () => {
    expect(backdropOf(sightOf(drawn(onPlain), 'photo'), WHOLE)).toBeNull()
    const room = drawn((x, y) => (y > 150 ? FACE : x > 100 ? GREY : [170, 170, 176]))
    expect(backdropOf(sightOf(room, 'model'), WHOLE)).toBeNull()
  })

  it('is none in a room of white paper, nor where the network knows walls', () => {
    const { image } = renderScene(304, 'indoors', 'line')
    const sight = sightOf(image, 'drawing')
    expect(backdropOf(sight, { ...WHOLE, right: sight.width, bottom: sight.height })).toBeNull()
    const all = new Uint8Array(WIDTH * HEIGHT).fill(1)
    expect(isNamed(all, WIDTH, saying('wall', 'model'))).toBe(true)
    expect(isNamed(all, WIDTH, saying('other', 'viewport')), 'the wall around a room cut open').toBe(false)
  })

  it('is sky above the horizon and ground below it, all ground from above, and nothing in a room', () => {
    const backdrop = new Uint8Array(WIDTH * HEIGHT).fill(1)
    for (let i = 0; i < backdrop.length; i++) if (isBox(i % WIDTH, Math.floor(i / WIDTH))) backdrop[i] = 0
    const labelsAt = (setting: 'indoors' | 'outdoors' | 'above') => {
      const { of, known } = surroundingsOf(WHOLE, backdrop, setting, usualView(WIDTH, HEIGHT, setting))
      return [20, 220].map((y) => known(of[y * WIDTH + 10]!)?.label)
    }
    expect(labelsAt('outdoors')).toEqual(['sky', 'ground'])
    expect(labelsAt('above')).toEqual(['ground', 'ground'])
    expect(labelsAt('indoors')).toEqual(['other', 'other'])
  })
})

describe("a program's window", () => {
  const isPanel = (x: number, y: number) => x < 70 || y < 24
  const picture = drawn((x, y) => {
    if (!isPanel(x, y)) return onPlain(x, y)
    return x % 16 < 4 && y % 12 < 5 ? MARK : y < 24 ? BAR : PANEL
  })
  const sight = sightOf(picture, 'model')

  it('shows its scene beside toolbar and panel', () => {
    expect(sceneFrame(sight, saying('building', 'viewport'))).toEqual({ ...WHOLE, left: 70, top: 24 })
  })

  it('is the whole picture where it is no viewport, or where what is parted off is sky', () => {
    expect(sceneFrame(sight, saying('building', 'model'))).toEqual(WHOLE)
    expect(sceneFrame(sight, saying('sky', 'viewport'))).toEqual(WHOLE)
  })
})

describe('a dark drawing', () => {
  const sample = (name: string) =>
    readRaster(join(resolve(import.meta.dirname, '../../../public/samples'), `${name}-480.webp`))

  it('is seen with its lightness turned over, and a bright one as it is', async () => {
    const bright = await sample('house-line')
    const dark = await segmentEither(invertLightness(bright), segmentPicture)
    expect(dark.inverted).toBe(true)
    expect(dark.image.data).toEqual(bright.data)
    expect((await segmentEither(bright, segmentPicture)).inverted).toBe(false)
  })
})
