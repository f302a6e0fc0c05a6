import { describe, expect, it } from 'vitest'
import { prepareDress } from '#kernels/dress/prepare.ts'
import type { Raster } from '#kernels/raster.ts'
import { type EditSource, editPrepared } from '#kernels/render/edit.ts'
import { paramsOf } from '#ops/index.ts'
import { HEIGHT, inBox, isGreen, isRed, sceneOf, WIDTH } from '#tests/support/dressed.ts'

interface Place {
  x: number
  y: number
}

/** A room's wall with a cabinet and, to the right of it, the wall's narrow rest; the floor below. */
const WALL: Place = { x: 60, y: 100 }
const CABINET: Place = { x: 190, y: 100 }
const REST: Place = { x: 280, y: 100 }
const ROOM = sceneOf('indoors', [
  { label: 'wall', is: () => true },
  { label: 'furniture', is: inBox(160, 60, 260, 150) },
  { label: 'wall', is: inBox(260, 0, WIDTH, 150) },
  { label: 'floor', is: (_, y) => y >= 150 },
])

/** The library without its pictures: everything in it is grey. */
const open: EditSource['open'] = async (ids) =>
  new Map(ids.map((id) => [id, { picture: null, colour: '#8a8a88', gloss: 0 }]))

/** What places look like after what lies in a box was edited. */
async function edited(
  [left, top, right, bottom]: readonly [number, number, number, number],
  params: Record<string, unknown>,
  { image, seen } = ROOM,
) {
  const isIn = inBox(left, top, right, bottom)
  const mask = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    isIn(i % WIDTH, Math.floor(i / WIDTH)) ? 255 : 0,
  )
  const { picture } = await editPrepared(
    { image, mask, style: null, open },
    prepareDress(image, seen),
    paramsOf('render').parse({ ...params, strength: 1 }),
    () => undefined,
  )
  const bytesAt = ({ data }: Raster, { x, y }: Place) => {
    const [r, g, b] = data.subarray(4 * (y * WIDTH + x))
    return { r: r!, g: g!, b: b! }
  }
  return {
    colourOf: (place: Place) => bytesAt(picture, place),
    isRed: (place: Place) => isRed(bytesAt(picture, place)),
    isAsBefore: (place: Place) =>
      JSON.stringify(bytesAt(picture, place)) === JSON.stringify(bytesAt(image, place)),
  }
}

describe('an edit of what is marked', () => {
  const along = [40, 90, WIDTH, 110] as const

  it('changes what the words name, wherever the mark meets it, and nothing beside it', async () => {
    const { isRed, isAsBefore } = await edited(along, { prompt: '墙面刷成朱红' })
    expect(isRed(WALL)).toBe(true)
    expect(isRed(REST)).toBe(true)
    expect(isAsBefore(CABINET)).toBe(true)
    expect(isAsBefore({ x: 60, y: 40 })).toBe(true)
  })

  it('changes what is mostly marked, whatever it was taken for', async () => {
    const { isRed, isAsBefore } = await edited([150, 70, 250, 140], { prompt: '墙面刷成朱红' })
    expect(isRed(CABINET)).toBe(true)
    expect(isAsBefore(REST)).toBe(true)
  })

  it('leaves what the mark only brushes as it is where nothing is said of it', async () => {
    const { isRed, isAsBefore } = await edited([20, 80, 175, 120], { prompt: '朱红' })
    expect(isRed(WALL)).toBe(true)
    expect(isAsBefore({ x: 168, y: 100 })).toBe(true)
  })

  it('gives a style to the furniture of a photograph, which a render would leave as it is', async () => {
    const photo = sceneOf('indoors', [
      { label: 'wall', is: () => true, colour: [205, 200, 190] },
      { label: 'furniture', is: inBox(160, 60, 260, 150), colour: [60, 140, 70] },
      { label: 'floor', is: (_, y) => y >= 150, colour: [150, 110, 70] },
    ])
    const { colourOf, isAsBefore } = await edited([150, 50, 270, 150], { style: 'industrial' }, photo)
    expect(isGreen(colourOf(CABINET))).toBe(false)
    expect(isAsBefore(WALL)).toBe(true)
  })

  it('makes a wall of what was taken for sky', async () => {
    const street = sceneOf('outdoors', [
      { label: 'sky', is: () => true },
      { label: 'ground', is: (_, y) => y >= 150 },
    ])
    const { isRed } = await edited([20, 20, 280, 130], { prompt: '朱红' }, street)
    expect(isRed(WALL)).toBe(true)
  })

  it('changes all of the mark for a style', async () => {
    const { isAsBefore } = await edited(along, { style: 'industrial' })
    for (const place of [WALL, CABINET, REST]) expect(isAsBefore(place)).toBe(false)
  })
})
