import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'

const ROOT = resolve(import.meta.dirname, '../..')
const FIXTURES = ['room', 'house', 'chair'] as const

export const PHOTO_WIDTH = 6000
export const PHOTO_HEIGHT = 4000

/** The fixture blown up to the whole size: smooth, like a lens at rest. */
function enlarge(name: string, turned: boolean): Sharp {
  const size = { width: PHOTO_WIDTH, height: PHOTO_HEIGHT, fit: 'cover', kernel: 'lanczos3' } as const
  const image = sharp(join(ROOT, 'tests/fixtures', `${name}.jpg`)).resize(size)
  return turned ? image.flop() : image
}

/** Detail at the level of single pixels: another fixture at a fifth of the size, tiled, around mid-grey. */
async function detail(name: string): Promise<Buffer> {
  const tile = await sharp(join(ROOT, 'tests/fixtures', `${name}.jpg`))
    .resize(1200, 800, { fit: 'cover' })
    .greyscale()
    .linear(0.3, 90)
    .toColourspace('srgb')
    .png()
    .toBuffer()
  return sharp({ create: { width: PHOTO_WIDTH, height: PHOTO_HEIGHT, channels: 3, background: '#808080' } })
    .composite([{ input: tile, tile: true }])
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Grain as of a sensor, around mid-grey. */
function grain(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const
  const size = { width: PHOTO_WIDTH, height: PHOTO_HEIGHT }
  return sharp({ create: { ...size, channels: 3, noise, background: '#808080' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

async function draw(index: number, path: string): Promise<void> {
  const base = FIXTURES[index % FIXTURES.length] ?? 'room'
  const other = FIXTURES[(index + 1) % FIXTURES.length] ?? 'house'
  const pixels = await enlarge(base, index >= FIXTURES.length)
    .png({ compressionLevel: 1 })
    .toBuffer()
  const unfinished = `${path}.part`
  await sharp(pixels)
    .composite([
      { input: await detail(other), blend: 'soft-light' },
      { input: await grain(), blend: 'soft-light' },
    ])
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toFile(unfinished)
  renameSync(unfinished, path)
}

/**
 * Detailed photos of 24 megapixels (6000 × 4000, JPEG quality 90), made once of the fixtures and kept.
 * @param count 1..6 different ones
 * @returns their absolute paths
 */
export async function largePhotos(count: number): Promise<string[]> {
  const folder = join(ROOT, '.cache/bench/photos')
  mkdirSync(folder, { recursive: true })
  const paths = Array.from({ length: count }, (_, i) => join(folder, `photo-${i}.jpg`))
  for (const [index, path] of paths.entries()) if (!existsSync(path)) await draw(index, path)
  return paths
}
