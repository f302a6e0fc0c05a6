import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { randomFrom } from '#contracts/random.ts'
import { labOfBytes } from '#kernels/lab.ts'
import type { Raster } from '#kernels/raster.ts'
import { sampleColours } from '#kernels/stylize/colour-map.ts'
import { stylize as carryOver, type StylizeSettings } from '#kernels/stylize/stylize.ts'
import { slicedDistance } from '#kernels/stylize/transport.ts'
import { ssim } from '#tests/bench/pixel-quality.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { atLeast, atMost, type Figures, rounded } from './figure.ts'

const SAMPLES = resolve(import.meta.dirname, '../../../public/samples')
const render = (name: string) => join(SAMPLES, `${name}-final.webp`)

/** Pictures and whose style they take. */
const PAIRS = {
  houseAsRoom: [PHOTOS.house, PHOTOS.room],
  roomAsHouse: [PHOTOS.room, PHOTOS.house],
  houseAsLiving: [PHOTOS.house, render('living')],
  roomAsShop: [PHOTOS.room, render('shop')],
  roomAsGarden: [PHOTOS.room, render('garden')],
  chairAsLiving: [PHOTOS.chair, render('living')],
  gardenAsHouse: [render('garden'), PHOTOS.house],
  renderAsShop: [render('house'), render('shop')],
} as const
const SIDE = 768
const SETTINGS: StylizeSettings = { method: 'fine', strength: 0.75, colour: 1, scale: 1, lock: 1 }

const coloursOf = ({ data, width, height }: Raster) =>
  sampleColours(labOfBytes(data, width, height, 4), null, randomFrom(1))

/** By which part the colours of a picture come nearer to those of another. */
export function fallOf(source: Raster, made: Raster, style: Raster): number {
  const wanted = coloursOf(style)
  const away = (one: Raster) => slicedDistance(coloursOf(one), wanted, randomFrom(3))
  return 1 - away(made) / away(source)
}

/** Structural similarity when the contrast of both is made alike, so that only lines and shapes count. */
async function structure(a: Raster, b: Raster): Promise<number> {
  const { width, height } = a
  const level = ({ data }: Raster) =>
    sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .greyscale()
      .clahe({ width: 64, height: 64 })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer()
  return ssim(await level(a), await level(b), width, height)
}

/** The style op: how much nearer colours come, whether structure stays, and the time of a square of 1024 px. */
export async function stylize(): Promise<Figures> {
  const figures: Figures = {}
  const falls: number[] = []
  let alike = 1
  for (const [name, [from, to]] of Object.entries(PAIRS)) {
    const [source, style] = [await readRaster(from, SIDE), await readRaster(to, SIDE)]
    const made = carryOver(source, style, null, SETTINGS)
    const fall = fallOf(source, made, style)
    falls.push(fall)
    figures[name] = rounded(fall)
    alike = Math.min(alike, await structure(source, made))
  }
  const square = await readRaster(await sharp(PHOTOS.room).resize(1024, 1024).toBuffer())
  const style = await readRaster(render('shop'), 1024)
  const before = process.cpuUsage()
  carryOver(square, style, null, { ...SETTINGS, strength: 0.3 })
  const { user, system } = process.cpuUsage(before)
  return {
    ...figures,
    meanFall: atLeast(falls.reduce((sum, fall) => sum + fall, 0) / falls.length, 0.6),
    leastStructure: rounded(alike),
    seconds1024: atMost((user + system) / 1e6, 15),
  }
}
