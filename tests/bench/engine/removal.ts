import sharp from 'sharp'
import { fillHoles } from '#kernels/inpaint/fill.ts'
import type { Raster } from '#kernels/raster.ts'
import { ssim } from '../pixel-quality.ts'
import { atLeast, atMost, type Figures } from './figure.ts'
import { opencvFills } from './opencv-inpaint.ts'
import {
  cutRgb,
  maskOf,
  openPicture,
  type RemovalCase,
  STRUCTURES,
  TEXTURES,
  withHole,
} from './removal-cases.ts'
import { slicedDistance } from './sliced-distance.ts'

/** Most that the distance of a texture may be, as a part of the better of OpenCV's two. */
const MOST_DISTANCE = 0.5
/** Least that the similarity of a structure must be above the better of OpenCV's two. */
const LEAST_GAIN = 0.05
const MOST_SECONDS = 8
/** Half the window of the similarity, px: with it around a hole, every window is centred in the hole. */
const WINDOW = 5

/** The true picture, what the engine makes of its hole, and what OpenCV does. */
async function fillsOf({
  file,
  hole,
}: RemovalCase): Promise<{ truth: Raster; own: Raster; theirs: Raster[] }> {
  const truth = await openPicture(file)
  const mask = maskOf(truth, hole)
  const damaged = withHole(truth, mask)
  return { truth, own: fillHoles(damaged, mask), theirs: await opencvFills(damaged, mask) }
}

/** Distance of the fill's patches from the true ones, as a part of the better of OpenCV's. */
async function distanceRatio(place: RemovalCase): Promise<number> {
  const { truth, own, theirs } = await fillsOf(place)
  const { hole } = place
  const distance = (fill: Raster) =>
    slicedDistance(cutRgb(fill, hole), cutRgb(truth, hole), hole.width, hole.height)
  return distance(own) / Math.min(...theirs.map(distance))
}

/** By how much the fill is more like the truth than the better of OpenCV's. */
async function similarityGain(place: RemovalCase): Promise<number> {
  const { truth, own, theirs } = await fillsOf(place)
  const { hole } = place
  const [width, height] = [hole.width + 2 * WINDOW, hole.height + 2 * WINDOW]
  const alike = (fill: Raster) => ssim(cutRgb(fill, hole, WINDOW), cutRgb(truth, hole, WINDOW), width, height)
  return alike(own) - Math.max(...theirs.map(alike))
}

/** Seconds of a core that a picture of 1024 × 1024 px takes, a round hole being a tenth of it. */
async function seconds(): Promise<number> {
  const { data } = await sharp(TEXTURES[0]?.file)
    .resize(1024, 1024)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const picture: Raster = { width: 1024, height: 1024, data: new Uint8ClampedArray(data) }
  const radius = Math.sqrt((0.1 * 1024 * 1024) / Math.PI)
  const mask = Uint8Array.from({ length: 1024 * 1024 }, (_, i) =>
    Math.hypot((i % 1024) - 512, Math.floor(i / 1024) - 512) < radius ? 255 : 0,
  )
  const damaged = withHole(picture, mask)
  const start = process.cpuUsage()
  fillHoles(damaged, mask)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

/**
 * Object removal on holes cut in photographs, renders and materials: `distance.NAME` of each texture, `gain.NAME`
 * of each structure, and the seconds that a large hole takes.
 */
export async function removal(): Promise<Figures> {
  const figures: Figures = {}
  for (const place of TEXTURES)
    figures[`distance.${place.name}`] = atMost(await distanceRatio(place), MOST_DISTANCE)
  for (const place of STRUCTURES)
    figures[`gain.${place.name}`] = atLeast(await similarityGain(place), LEAST_GAIN)
  return { ...figures, seconds1024: atMost(await seconds(), MOST_SECONDS) }
}
