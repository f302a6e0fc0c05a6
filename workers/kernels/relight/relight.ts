import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE, toEncoded } from '#kernels/srgb.ts'
import type { NamedPlaces } from '../seeing/name-places.ts'
import { type Colour, lumaOf } from './colour.ts'
import { softMask } from './feather.ts'
import type { RelightSettings } from './looks.ts'
import { hash } from './noise.ts'
import { Rows } from './rows.ts'
import { type RelightNote, readScene, type Scene } from './scene.ts'
import { starAt } from './skies.ts'
import { type Pixel, relightThing } from './thing.ts'
import { addRain, addSnow } from './weather.ts'

/** A picture in another light, and what could not be done for it. */
export interface Relit {
  picture: Raster
  notes: RelightNote[]
}

const STEPS = 8192
const TO_SRGB = Uint8ClampedArray.from({ length: STEPS + 1 }, (_, step) => {
  return 255 * toEncoded(step / STEPS)
})

/** 8-bit sRGB of linear light; what is brighter than white is pressed together, not cut. */
function toSrgb(light: number): number {
  const v = light <= 0.8 ? light : 0.8 + 0.2 * (1 - Math.exp(-(light - 0.8) / 0.2))
  return TO_SRGB[Math.max(0, Math.min(STEPS, Math.round(v * STEPS)))]!
}

/** Colour of the new sky at a pixel, with the grain that keeps it from banding. */
function newSkyAt(into: Colour, { x, y }: Pixel, scene: Scene, rows: Rows, height: number): void {
  const stars = scene.look.sky?.stars ?? 0
  const star = stars > 0 ? starAt(x, y, stars, 3) * Math.max(0, 1 - y / height / scene.sky.horizon) : 0
  const grain = 1 + 0.012 * (hash(x, y, 77) - 0.5)
  for (let c = 0; c < 3; c++) into[c] = rows.newSky![c]!.values[x]! * grain + star
}

/** Rows at a time between two reports. */
const ROWS = 32

function changeRow(
  y: number,
  picture: Raster,
  out: Raster,
  scene: Scene,
  rows: Rows,
  allowed: Allowed,
): void {
  const { width, height, data } = picture
  const light: Colour = [0, 0, 0]
  const above: Colour = [0, 0, 0]
  const pixel: Pixel = { x: 0, y, cover: 0, old: [0, 0, 0], bare: [0, 0, 0] }
  for (let x = 0; x < width; x++) {
    const i = y * width + x
    out.data[4 * i + 3] = data[4 * i + 3]!
    const share = allowed(i)
    const [r, g, b] = [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!]
    pixel.x = x
    pixel.old = [LINEAR_OF_BYTE[r]!, LINEAR_OF_BYTE[g]!, LINEAR_OF_BYTE[b]!]
    pixel.cover = rows.old.coverAt(x, [r / 255, g / 255, b / 255], pixel.old)
    if (pixel.cover < 0.995) relightThing(light, pixel, scene, rows)
    else pixel.bare = [light[0], light[1], light[2]]
    if (pixel.cover > 0) {
      const part = scene.look.skyShare
      if (rows.newSky) newSkyAt(above, pixel, scene, rows, height)
      for (const c of [0, 1, 2] as const) {
        if (rows.newSky) {
          const old = pixel.cover > 0.98 ? pixel.old[c]! : rows.old.lightOf(c)
          light[c] = light[c]! * (1 - pixel.cover) + (old + (above[c]! - old) * part) * pixel.cover
        } else {
          // Where the sky stays, only what stands before it changes.
          light[c] = pixel.old[c]! + (light[c]! - pixel.bare[c]!) * (1 - pixel.cover)
        }
      }
    }
    for (let c = 0; c < 3; c++) {
      const old = data[4 * i + c]!
      out.data[4 * i + c] = share > 0 ? old + (toSrgb(light[c]!) - old) * share : old
    }
  }
}

type Allowed = (i: number) => number

/**
 * Gives a picture another time of day, weather or season: the sky is found and replaced by a procedural one,
 * the light and the colours of the scene follow, windows are lit, haze, rain, snow and leaves are added.
 * Rooms are lit by their lamps while it gets dark outside their windows.
 * @param places what the places of the picture are
 * @param mask width·height values, 0..255; only what is above 0 changes, softly from its edge; everything when left out
 */
export function relight(
  picture: Raster,
  mask: Uint8Array | null,
  settings: RelightSettings,
  places: NamedPlaces,
  report: (done: number) => void = () => {},
): Relit {
  const { width, height, data } = picture
  const nothing = settings.time === 'keep' && settings.weather === 'keep' && settings.season === 'keep'
  if (settings.strength === 0 || nothing) return { picture: { width, height, data: data.slice() }, notes: [] }
  const scene = readScene(picture, settings, places)
  report(0.35)
  const soft = mask && softMask(mask, width, height)
  const allowed: Allowed = soft ? (i) => soft[i]! / 255 : () => 1
  const out: Raster = { width, height, data: new Uint8ClampedArray(data.length) }
  const rows = new Rows(scene, picture)
  for (let y = 0; y < height; y++) {
    rows.read(y)
    changeRow(y, picture, out, scene, rows, allowed)
    if (y % ROWS === 0) report(0.35 + (0.55 * y) / height)
  }
  const { fall, strength, hazeColour } = scene.look
  if (fall !== 'none' && !scene.indoors) {
    const light = Math.min(245, 60 + toSrgb(1.3 * lumaOf([...hazeColour])))
    const add = fall === 'rain' ? addRain : addSnow
    add(out, light, (i) => strength * allowed(i))
  }
  report(1)
  return { picture: out, notes: scene.notes }
}
