import { deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeIndexedPng, encodePng } from '#kernels/compress/png.ts'
import { decodeAlphaPng } from '#kernels/compress/png-decode.ts'
import { indexExactly, quantise } from '#kernels/compress/quantise.ts'
import { crc32 } from '#kernels/crc32.ts'
import type { Raster } from '#kernels/raster.ts'

const deflate = async (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes))

function raster(
  width: number,
  height: number,
  at: (x: number, y: number) => [number, number, number, number],
): Raster {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(at(x, y), 4 * (y * width + x))
  return { width, height, data }
}

async function decode(png: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await sharp(png).ensureAlpha().toColourspace('srgb').raw().toBuffer())
}

/** Peak signal to noise over all four channels, dB. */
function psnr(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2
  return 10 * Math.log10(255 ** 2 / (sum / a.length))
}

const gradient = raster(96, 64, (x, y) => [x * 2, y * 3, (x + y) & 255, 255])
const cutOut = raster(64, 64, (x, y) => {
  const distance = Math.hypot(x - 32, y - 32)
  return distance > 30
    ? [9, 9, 9, 0]
    : [200 + (x & 31), 120, y * 3, Math.min(255, Math.round((30 - distance) * 60))]
})

describe('PNG encoder', () => {
  it('knows the check value of CRC-32', () => {
    expect(crc32(new TextEncoder().encode('6789'), crc32(new TextEncoder().encode('12345')))).toBe(0xcbf43926)
  })

  it.each([
    ['grey', raster(7, 5, (x) => [x * 9, x * 9, x * 9, 255]), 'b-w', false],
    ['grey with alpha', raster(7, 5, (x, y) => [x, x, x, 250 - y]), 'b-w', true],
    ['colour', gradient, 'srgb', false],
    ['colour with alpha', cutOut, 'srgb', true],
  ] as const)(
    'keeps every pixel of a %s picture in the leanest colour type',
    async (_, image, space, alpha) => {
      const png = await encodePng(image, deflate)
      const meta = await sharp(png).metadata()
      expect(meta.space).toBe(space)
      expect(meta.hasAlpha).toBe(alpha)
      expect(await decode(png)).toEqual(new Uint8Array(image.data))
    },
  )

  it('packs palettes of 2, 4, 16 and 256 colours into 1, 2, 4 and 8 bits', async () => {
    for (const [colours, bits] of [
      [2, 1],
      [4, 2],
      [16, 4],
      [200, 8],
    ] as const) {
      const image = raster(37, 29, (x, y) => {
        const c = (x * 7 + y * 13) % colours
        return [c, 255 - c, c ^ 77, c % 3 ? 255 : 100]
      })
      const exact = indexExactly(image)!
      const png = await encodeIndexedPng(exact, deflate)
      expect(png[24]).toBe(bits)
      expect(await decode(png)).toEqual(new Uint8Array(image.data))
    }
  })

  it('is lossless for any picture', async () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 19 }), fc.integer({ min: 1, max: 19 }))
    const property = fc.asyncProperty(
      sizes,
      fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
      async ([w, h], bytes) => {
        const next = () => bytes.next().value as number
        const image = raster(w, h, () => [next(), next(), next(), 255])
        expect(await decode(await encodePng(image, deflate))).toEqual(new Uint8Array(image.data))
      },
    )
    await fc.assert(property, { numRuns: 40 })
  })
})

describe('PNG decoder', () => {
  const inflate = async (bytes: Uint8Array) => new Uint8Array(inflateSync(bytes))

  it('gives every bit of a picture with alpha, whoever wrote it', async () => {
    const faint = raster(33, 21, (x, y) => [x * 7, y * 11, (x * y) & 255, (x * 5 + y) & 255])
    const theirs = sharp(faint.data, { raw: { width: 33, height: 21, channels: 4 } })
    for (const png of [
      await encodePng(faint, deflate),
      await theirs.png({ adaptiveFiltering: true }).toBuffer(),
    ])
      expect(await decodeAlphaPng(png, inflate)).toEqual(faint)
  })

  it('leaves other PNGs and damaged ones to the platform', async () => {
    const opaque = await encodePng(gradient, deflate)
    expect(await decodeAlphaPng(opaque, inflate)).toBeNull()
    const whole = await encodePng(cutOut, deflate)
    for (let length = 0; length < whole.length - 1; length += 11)
      expect(await decodeAlphaPng(whole.subarray(0, length), inflate)).toBeNull()
    const wide = await sharp(cutOut.data, { raw: { width: 64, height: 64, channels: 4 } })
      .withIccProfile('p3')
      .png()
    expect(await decodeAlphaPng(await wide.toBuffer(), inflate)).toBeNull()
  })
})

describe('quantiser', () => {
  it('keeps pictures of at most 256 colours exactly', () => {
    const image = raster(32, 32, (x, y) => [x * 8, y < 16 ? 0 : 255, 0, 255])
    const { indices, palette } = quantise(image, { quality: 30 })
    const back = Uint8Array.from(indices, (i) => i).reduce<number[]>((all, i) => {
      all.push(...palette.subarray(4 * i, 4 * i + 4))
      return all
    }, [])
    expect(back).toEqual([...image.data])
  })

  it('comes nearer to the picture with more quality, and needs no more colours than allowed', async () => {
    const results = await Promise.all(
      [20, 50, 80, 95].map(async (quality) => {
        const indexed = quantise(gradient, { quality, dither: false })
        const pixels = await decode(await encodeIndexedPng(indexed, deflate))
        return { colours: indexed.palette.length / 4, psnr: psnr(pixels, gradient.data) }
      }),
    )
    for (let i = 1; i < results.length; i++) {
      expect(results[i]!.psnr).toBeGreaterThanOrEqual(results[i - 1]!.psnr)
      expect(results[i]!.colours).toBeGreaterThanOrEqual(results[i - 1]!.colours)
    }
    expect(results.at(-1)!.psnr).toBeGreaterThan(32)
    expect(results.at(-1)!.colours).toBeLessThanOrEqual(256)
    expect(results[0]!.colours).toBeLessThan(100)
  })

  it('is about as near as libimagequant with the same number of colours', async () => {
    const mine = await decode(await encodeIndexedPng(quantise(gradient, { quality: 95 }), deflate))
    const source = sharp(gradient.data, { raw: { width: 96, height: 64, channels: 4 } })
    const theirs = await decode(await source.png({ palette: true, quality: 100, dither: 1 }).toBuffer())
    expect(psnr(mine, gradient.data)).toBeGreaterThan(psnr(theirs, gradient.data) - 3)
  })

  it('keeps the mean colour of an area when it dithers', () => {
    const image = raster(128, 128, (x, y) => [
      100 + (x >> 5),
      90 + (y >> 5) + (x & 1),
      80 + ((x * y) & 15),
      255,
    ])
    const { indices, palette } = quantise(image, { quality: 90, colours: 8 })
    const mean = (channel: number, of: (i: number) => number) => {
      let sum = 0
      for (let i = 0; i < indices.length; i++) sum += of(4 * i + channel)
      return sum / indices.length
    }
    for (const channel of [0, 1, 2]) {
      const got = mean(channel, (o) => palette[4 * indices[o >> 2]! + (o & 3)]!)
      expect(Math.abs(got - mean(channel, (o) => image.data[o]!))).toBeLessThan(1.5)
    }
  })

  it('leaves transparent areas transparent, without specks, and edges in their colour', async () => {
    const indexed = quantise(cutOut, { quality: 60 })
    const pixels = await decode(await encodeIndexedPng(indexed, deflate))
    for (let i = 3; i < pixels.length; i += 4) {
      if (cutOut.data[i] === 0) expect(pixels[i]).toBe(0)
      if (cutOut.data[i] === 255) expect(pixels[i]!).toBeGreaterThan(245)
    }
    const alphas = Array.from({ length: indexed.palette.length / 4 }, (_, k) => indexed.palette[4 * k + 3]!)
    expect(alphas).toEqual([...alphas].sort((a, b) => a - b))
  })
})
