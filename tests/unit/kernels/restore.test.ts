import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '#contracts/random.ts'
import type { Raster } from '#kernels/raster.ts'
import { repairPhoto } from '#kernels/render/repair.ts'
import { blockStep } from '#kernels/restore/blocks.ts'
import { restoreBlock, transformBlock } from '#kernels/restore/dct.ts'
import { restore } from '#kernels/restore/restore.ts'
import { takeTilted } from '#tests/support/keystone.ts'
import { facade } from '#tests/support/line-pictures.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { readRaster } from '#tests/support/read-raster.ts'

const CLEAN = { strength: 0.75, deblock: 0.75, sharpen: 0 }

function psnr(a: Raster, b: Raster): number {
  let sum = 0
  for (let i = 0; i < a.data.length; i++) if (i % 4 !== 3) sum += (a.data[i]! - b.data[i]!) ** 2
  return 10 * Math.log10((255 * 255 * 0.75 * a.data.length) / sum)
}

function noisy(picture: Raster, deviation: number): Raster {
  const random = randomFrom(4)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const data = picture.data.map((value, i) => (i % 4 === 3 ? value : value + deviation * normal()))
  return { ...picture, data }
}

const compressed = ({ width, height, data }: Raster, quality: number) =>
  sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality })
    .toBuffer()

const house = await readRaster(PHOTOS.house, 400)

describe('cleaning of photographs', () => {
  test.each([
    [10, 3],
    [25, 5],
  ])('noise of %i goes by at least %i dB', (deviation, gain) => {
    const bad = noisy(house, deviation)
    const { picture, note } = restore(bad, CLEAN)
    expect(psnr(picture, house)).toBeGreaterThan(psnr(bad, house) + gain)
    expect(note).toContain('噪点')
  })

  test.each([15, 30])('a JPEG of quality %i comes nearer to what it was', async (quality) => {
    const bad = await readRaster(await compressed(house, quality))
    expect(blockStep(bad)).toBeGreaterThan(0)
    const { picture, note } = restore(bad, CLEAN)
    expect(psnr(picture, house)).toBeGreaterThan(psnr(bad, house) + 0.2)
    expect(blockStep(picture)).toBeLessThan(0.5 * blockStep(bad))
    expect(note).toContain('压缩块')
  })

  test('a clean picture stays nearly as it is, and is said to be clean', () => {
    const width = 200
    const data = Uint8ClampedArray.from({ length: 4 * width * width }, (_, i) =>
      i % 4 === 3 ? 255 : 60 + 0.5 * (Math.floor(i / 4) % width) + (Math.floor(i / 4 / width) > 90 ? 60 : 0),
    )
    const plain: Raster = { width, height: width, data }
    const { picture, note } = restore(plain, CLEAN)
    expect(psnr(picture, plain)).toBeGreaterThan(50)
    expect(note).toContain('没有发现')
  })

  test('sharpening makes edges steeper without rims', () => {
    const width = 64
    const edge = (x: number) => 60 + 120 / (1 + Math.exp(-(x - 32) / 1.5))
    const data = Uint8ClampedArray.from({ length: 4 * width * width }, (_, i) =>
      i % 4 === 3 ? 128 : edge(Math.floor(i / 4) % width),
    )
    const { picture } = restore({ width, height: width, data }, { strength: 0, deblock: 0, sharpen: 1 })
    const at = (x: number) => picture.data[4 * (32 * width + x)]!
    expect(at(33) - at(31)).toBeGreaterThan(1.1 * (edge(33) - edge(31)))
    expect(Math.max(...picture.data.filter((_, i) => i % 4 !== 3))).toBeLessThan(186)
    expect(picture.data[3]).toBe(128)
  })

  test('the transform of a block comes back', () => {
    const block = Float32Array.from({ length: 64 }, (_, i) => (i * 37) % 101)
    const copy = block.slice()
    transformBlock(copy)
    // Parseval: an orthonormal transform keeps the energy.
    const energy = (values: Float32Array) => values.reduce((sum, value) => sum + value * value, 0)
    expect(energy(copy) / energy(block)).toBeCloseTo(1, 4)
    restoreBlock(copy)
    for (let i = 0; i < 64; i++) expect(copy[i]).toBeCloseTo(block[i]!, 2)
  })
})

test('a photograph is cleaned and set upright before it is rendered; a sound one keeps its size', () => {
  const tilted = takeTilted(facade, { width: 420, height: 280, focal: 0.8, pitch: 8, roll: 2 })
  const { picture, note } = repairPhoto(noisy(tilted.image, 8))
  expect(note).toMatch(/噪点.*扶正竖线/)
  expect(picture.width).toBeLessThan(420)
  expect(picture.width / picture.height).toBeCloseTo(1.5, 1)
  expect(repairPhoto(house).picture).toMatchObject({ width: house.width, height: house.height })
})
