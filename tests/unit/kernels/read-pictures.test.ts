import { initializeCanvas, writePsdUint8Array } from 'ag-psd'
import createHeif from 'libheif-js/libheif-wasm/libheif-bundle.mjs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readStand, sourceOf, standingSize } from '#kernels/orientation.ts'
import type { Raster } from '#kernels/raster.ts'
import { readConverted } from '#kernels/read/convert.ts'
import type { HeifLibrary } from '#kernels/read/heic.ts'
import { sniff } from '#kernels/sniff.ts'
import { BITMAPS, SHOWN } from '#tests/support/bitmaps.ts'
import { heicPhoto, QUARTERS } from '#tests/support/heic.ts'

const heif = createHeif() as HeifLibrary
const read = (kind: 'bmp' | 'heic' | 'psd', bytes: Uint8Array) => readConverted(kind, bytes, async () => heif)
const noHeif = () => Promise.reject(new Error('not asked for'))

const rgb = ({ data }: Raster) => Buffer.from(data.filter((_, i) => i % 4 !== 3))
const pixel = ({ width, data }: Raster, x: number, y: number) => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
]
const largest = (a: Buffer, b: Buffer) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? 0))), 0)

describe('bitmaps', () => {
  it.each(Object.keys(BITMAPS))('%s', async (name) => {
    const bytes = BITMAPS[name]!
    expect(sniff(bytes, bytes.length)).toMatchObject({
      kind: 'bmp',
      width: SHOWN.width,
      height: SHOWN.height,
    })
    const raster = await readConverted('bmp', bytes, noHeif)
    expect([raster.width, raster.height]).toEqual([SHOWN.width, SHOWN.height])
    // Five bits a channel are within one of their steps.
    expect(largest(rgb(raster), SHOWN.data)).toBeLessThanOrEqual(name.startsWith('16') ? 8 : 0)
    const alphas = raster.data.filter((_, i) => i % 4 === 3)
    expect(alphas[0]).toBe(name.endsWith('alpha') ? 0 : 255)
    expect(alphas.filter((alpha) => alpha === 255)).toHaveLength(
      SHOWN.width * SHOWN.height - (name.endsWith('alpha') ? SHOWN.height : 0),
    )
  })

  it.each(Object.keys(BITMAPS))('%s, broken off, is refused or read, never worse', async (name) => {
    const bytes = BITMAPS[name]!
    for (let length = 60; length < bytes.length - 40; length += 23)
      await expect(read('bmp', bytes.subarray(0, length))).rejects.toMatchObject({
        errorName: 'FILE_DAMAGED',
      })
  })
})

describe('HEIC photos', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i, from Display P3 to sRGB', async (orientation) => {
    const bytes = await heicPhoto(orientation)
    const { kind, width, height } = sniff(bytes, bytes.length)
    const stand = await readStand(sourceOf(bytes), kind)
    expect([kind, stand.orientation]).toEqual(['heic', orientation])
    const raster = await read('heic', bytes)
    expect(standingSize({ width, height }, orientation)).toEqual({
      width: raster.width,
      height: raster.height,
    })
    const stored = Buffer.alloc(3 * 120 * 80)
    for (let i = 0; i < 120 * 80; i++)
      stored.set(QUARTERS[(i % 120 < 60 ? 0 : 1) + (i < 120 * 40 ? 0 : 2)]!, 3 * i)
    const tagged = await sharp(stored, { raw: { width: 120, height: 80, channels: 3 } })
      .withMetadata({ orientation })
      .png()
      .toBuffer()
    const expected = await sharp(tagged).autoOrient().raw().toBuffer()
    const { width: w, height: h } = raster
    for (const [x, y] of [
      [0.2, 0.2],
      [0.8, 0.2],
      [0.2, 0.8],
      [0.8, 0.8],
    ] as const) {
      const [px, py] = [Math.floor(x * w), Math.floor(y * h)]
      const at = 3 * (py * w + px)
      const found = pixel(raster, px, py)
      for (const c of [0, 1, 2]) expect(Math.abs(found[c]! - expected[at + c]!)).toBeLessThanOrEqual(3)
      expect(found[3]).toBe(255)
    }
  })

  it('broken off are refused', async () => {
    const bytes = await heicPhoto()
    for (const length of [100, 500, 900]) {
      const broken = read('heic', bytes.subarray(0, length))
      await expect(broken).rejects.toMatchObject({ errorName: 'FILE_DAMAGED' })
    }
  })
})

describe('Photoshop documents', () => {
  const [width, height] = [37, 23]
  initializeCanvas(
    () => {
      throw new Error('no canvas here')
    },
    (w, h) => ({ width: w, height: h, data: new Uint8ClampedArray(4 * w * h), colorSpace: 'srgb' }),
  )
  const shown = (alpha = 255) => {
    const data = new Uint8ClampedArray(4 * width * height)
    for (let i = 0; i < width * height; i++)
      data.set([7 * (i % width), 11 * Math.floor(i / width), 90, alpha], 4 * i)
    return { width, height, data, colorSpace: 'srgb' as const }
  }
  const write = (real: boolean, imageData = shown()) =>
    writePsdUint8Array({
      ...{ width, height, imageData, children: [{ name: '图层', imageData: shown(), left: 0, top: 0 }] },
      imageResources: {
        versionInfo: { hasRealMergedData: real, writerName: 'a', readerName: 'b', fileVersion: 1 },
      },
    })

  it('show their flattened picture', async () => {
    const bytes = write(true)
    expect(sniff(bytes, bytes.length)).toMatchObject({ kind: 'psd', width, height })
    const raster = await read('psd', bytes)
    expect([raster.width, raster.height]).toEqual([width, height])
    expect(Buffer.from(raster.data)).toEqual(Buffer.from(shown().data))
  })

  it('without one, or in CMYK, are refused with the remedy', async () => {
    const cmyk = Buffer.from(write(true))
    cmyk.writeUInt16BE(4, 24)
    for (const bytes of [write(false), cmyk])
      await expect(read('psd', bytes)).rejects.toMatchObject({
        errorName: 'FILE_PSD',
        remedy: expect.stringContaining('最大兼容'),
      })
  })

  it('broken off are refused', async () => {
    const bytes = write(true)
    for (let length = 30; length < bytes.length - 60; length += 97)
      await expect(read('psd', bytes.subarray(0, length))).rejects.toMatchObject({
        errorName: expect.stringMatching(/FILE_DAMAGED|FILE_PSD/),
      })
  })

  it.each([8, 16, 32])('of %i bits a channel, grey, packed or not', async (depth) => {
    const size = depth / 8
    const head = Buffer.alloc(26)
    head.write('8BPS', 0, 'latin1')
    for (const [at, value] of [
      [4, 1],
      [12, 1],
      [22, depth],
      [24, 1],
    ] as const)
      head.writeUInt16BE(value, at)
    head.writeUInt32BE(2, 14)
    head.writeUInt32BE(4, 18)
    const values = [0, 0.25, 0.5, 1, 1, 0.5, 0.25, 0]
    const plane = Buffer.alloc(8 * size)
    for (const [i, value] of values.entries()) {
      if (depth === 8) plane[i] = Math.round(255 * value)
      else if (depth === 16) plane.writeUInt16BE(Math.round(65_535 * value), 2 * i)
      else plane.writeFloatBE(value, 4 * i)
    }
    const raw = await read('psd', Buffer.concat([head, Buffer.alloc(12), Buffer.from([0, 0]), plane]))
    // Each row as it is, behind the lengths of the rows.
    const row = (y: number) => [4 * size - 1, ...plane.subarray(4 * size * y, 4 * size * (y + 1))]
    const lengths = [0, 4 * size + 1, 0, 4 * size + 1]
    const runs = Buffer.from([0, 1, ...lengths, ...row(0), ...row(1)])
    const packed = await read('psd', Buffer.concat([head, Buffer.alloc(12), runs]))
    expect(packed.data).toEqual(raw.data)
    const light = (v: number) =>
      Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055))
    const expected = values.map((value) => (depth === 32 ? light(value) : Math.round(255 * value)))
    expect(values.map((_, i) => raw.data[4 * i])).toEqual(expected)
  })
})
