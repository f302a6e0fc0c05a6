import { describe, expect, it } from 'vitest'
import { thickParts } from '#kernels/mask/thick-parts.ts'
import { ISNET_SIDE } from '#kernels/matting/isnet.ts'
import { maskPointed } from '#kernels/matting/pointed.ts'
import { findChunk, insertChunk } from '#kernels/png-chunks.ts'
import type { Raster } from '#kernels/raster.ts'
import { paramsOf } from '#ops/index.ts'
import { findingOf } from '#ops/matting/finding.ts'
import { hugePng } from '#tests/support/pictures.ts'

const WIDTH = 240
const HEIGHT = 160
const isBrown = (x: number, y: number) => y >= 40 && y < 120 && ((x >= 30 && x < 90) || (x >= 150 && x < 210))

/** Two brown squares on green. */
function scene(): Raster {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const grain = (Math.imul(i, 0x9e3779b1) >>> 28) - 8
    const [r, g, b] = isBrown(i % WIDTH, Math.floor(i / WIDTH)) ? [150, 90, 50] : [70, 140, 80]
    data.set([r + grain, g + grain, b + grain, 255], 4 * i)
  }
  return { width: WIDTH, height: HEIGHT, data }
}

/** A network that takes everything brown for the subject, or one that sees nothing. */
const seesBrown = async (rgb: Uint8Array) =>
  Uint8Array.from({ length: ISNET_SIDE ** 2 }, (_, i) =>
    (rgb[3 * i] ?? 0) > (rgb[3 * i + 1] ?? 0) ? 255 : 0,
  )
const seesNothing = async () => new Uint8Array(ISNET_SIDE ** 2)

const at = (mask: Uint8Array, x: number, y: number) => mask[y * WIDTH + x] as number
const box = { left: 140, top: 30, right: 220, bottom: 130 }
const boxed = { points: [], lines: [], box }

describe('a subject that is pointed at', () => {
  it.each([
    ['the network', seesBrown],
    ['colours where the network sees nothing', seesNothing],
  ])('is what %s finds in the box, and nothing outside it', async (_by, look) => {
    const mask = await maskPointed(scene(), [boxed], null, look)
    expect([at(mask, 180, 80), at(mask, 155, 45), at(mask, 204, 114)]).toEqual([255, 255, 255])
    expect([at(mask, 60, 80), at(mask, 145, 80), at(mask, 120, 10)]).toEqual([0, 0, 0])
  })

  it('is the whole thing that was clicked on, from the window that holds it, and nothing alike elsewhere', async () => {
    const seen: number[] = []
    const counting = (rgb: Uint8Array) => {
      seen.push(rgb.length)
      return seesBrown(rgb)
    }
    const click = (x: number, y: number) => [{ points: [{ x, y, keep: true }], lines: [] }]
    const mask = await maskPointed(scene(), click(60, 80), null, counting)
    expect([at(mask, 33, 43), at(mask, 86, 43), at(mask, 60, 116)]).toEqual([255, 255, 255])
    expect([at(mask, 180, 80), at(mask, 20, 80)]).toEqual([0, 0])
    expect(seen).toHaveLength(1)
    // From its corner the first window shows a part of it.
    const other = await maskPointed(scene(), click(34, 44), null, counting)
    expect([at(other, 33, 43), at(other, 86, 116), at(other, 180, 80)]).toEqual([255, 255, 0])
    expect(seen).toHaveLength(3)
  })

  it('is the clear thing alone where a fainter one hangs together with it and goes on beyond the window', async () => {
    const picture = scene()
    for (let y = 40; y < 120; y++)
      for (let x = 90; x < WIDTH; x++) picture.data.set([150, 90, 120, 255], 4 * (y * WIDTH + x))
    let looks = 0
    // The network sees nothing in the three windows around the click.
    const seesMore = async (rgb: Uint8Array) =>
      looks++ < 3
        ? new Uint8Array(ISNET_SIDE ** 2)
        : (await seesBrown(rgb)).map((value, i) => (rgb[3 * i + 2]! > 90 ? Math.min(value, 110) : value))
    const click = [{ points: [{ x: 60, y: 80, keep: true }], lines: [] }]
    const mask = await maskPointed(picture, click, null, seesMore)
    expect([at(mask, 33, 43), at(mask, 86, 116)]).toEqual([255, 255])
    expect([at(mask, 100, 80), at(mask, 180, 80)]).toEqual([0, 0])
    expect(looks).toBe(4)
  })

  it('is what was scribbled on, and not what was scribbled out', async () => {
    const line = (x: number, keep: boolean) => ({
      keep,
      points: [
        { x, y: 60 },
        { x, y: 100 },
      ],
    })
    const mask = await maskPointed(
      scene(),
      [{ points: [], lines: [line(60, true), line(180, false)] }],
      null,
      seesBrown,
    )
    expect([at(mask, 60, 80), at(mask, 180, 80)]).toEqual([255, 0])
  })

  it('keeps what was corrected by hand, and its own finer edge elsewhere', async () => {
    const painted = new Uint8Array(WIDTH * HEIGHT)
    for (let i = 0; i < painted.length; i++) {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      const isBoxed = isBrown(x, y) && x > 120
      const isAdded = x < 20 && y < 20
      const isErased = x >= 150 && x < 170
      // One px too wide, as colours alone may find it.
      painted[i] = ((isBoxed && !isErased) || isAdded || (x === 210 && y >= 40 && y < 120) ? 1 : 0) * 255
    }
    const mask = await maskPointed(scene(), [boxed], painted, seesBrown)
    expect([at(mask, 10, 10), at(mask, 160, 80), at(mask, 190, 80)]).toEqual([255, 0, 255])
    expect(at(mask, 212, 80)).toBe(0)
  })
})

describe('steps of it', () => {
  it('finds parts that are thick somewhere, whole', () => {
    const rows = ['########.', '......#..', '.###..#..', '.###..#..', '.###.....']
    const set = Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 1 : 0))
    const thick = thickParts(set, 9, 5, 1)
    expect([...thick].flatMap((value, i) => (value ? [i] : []))).toEqual([19, 20, 21, 28, 29, 30, 37, 38, 39])
  })

  it('asks the network unless all was painted by hand', () => {
    const params = paramsOf('matting').parse({})
    const things = [boxed]
    expect(findingOf({ ...params, things }, true)).toBe('network')
    expect(findingOf({ ...params, mode: 'box', things }, true)).toBe('pointed')
    expect(findingOf({ ...params, mode: 'scribble' }, true)).toBe('painted')
    expect(findingOf({ ...params, mode: 'scribble' }, false)).toBe('network')
  })

  it('lays a chunk into a PNG and finds it again', () => {
    const png = hugePng(8, 8)
    const data = Uint8Array.from([1, 2, 3, 250])
    const more = insertChunk(png, 'zhMk', data)
    expect(findChunk(png, 'zhMk')).toBeNull()
    expect(findChunk(more, 'zhMk')).toEqual(data)
    expect(findChunk(more.slice(0, 40), 'zhMk')).toBeNull()
    expect(findChunk(data, 'zhMk')).toBeNull()
  })
})
