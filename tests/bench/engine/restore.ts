import sharp from 'sharp'
import type { Raster } from '#kernels/raster.ts'
import { restore as clean } from '#kernels/restore/restore.ts'
import { psnr } from '#tests/bench/pixel-quality.ts'
import { random } from '#tests/support/line-pictures.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { atLeast, type Figures } from './figure.ts'

const PICTURES = [PHOTOS.room, PHOTOS.house, PHOTOS.chair]
const SIDE = 800
const SETTINGS = { strength: 0.75, deblock: 0.75, sharpen: 0 }

const rgbOf = ({ data }: Raster): Uint8Array => Uint8Array.from(data.filter((_, i) => i % 4 !== 3))

function noisy(picture: Raster, deviation: number): Raster {
  const next = random(5)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return { ...picture, data: picture.data.map((v, i) => (i % 4 === 3 ? v : v + deviation * normal())) }
}

async function compressed(picture: Raster, quality: number): Promise<Raster> {
  const { width, height } = picture
  return readRaster(
    await sharp(rgbOf(picture), { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer(),
  )
}

/** The cleaning op: what noise and JPEG lose by it, dB of PSNR against the unspoilt picture. */
export async function restore(): Promise<Figures> {
  const figures: Figures = {}
  const measure = async (name: string, limit: number, spoil: (one: Raster) => Raster | Promise<Raster>) => {
    let gain = 0
    for (const path of PICTURES) {
      const truth = await readRaster(path, SIDE)
      const bad = await spoil(truth)
      const made = clean(bad, SETTINGS).picture
      gain += (psnr(rgbOf(made), rgbOf(truth)) - psnr(rgbOf(bad), rgbOf(truth))) / PICTURES.length
    }
    figures[name] = atLeast(gain, limit)
  }
  await measure('noise10Db', 3, (one) => noisy(one, 10))
  await measure('noise25Db', 5, (one) => noisy(one, 25))
  await measure('jpeg15Db', 0.3, (one) => compressed(one, 15))
  await measure('jpeg40Db', 0.2, (one) => compressed(one, 40))
  const untouched = await readRaster(PHOTOS.chair, SIDE)
  const kept = clean(untouched, SETTINGS).picture
  figures.isCleanKept = psnr(rgbOf(kept), rgbOf(untouched)) > 50
  return figures
}
