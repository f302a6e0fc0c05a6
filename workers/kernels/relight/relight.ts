import { MapRow } from '#kernels/grade/map-row.ts'
import type { Raster } from '#kernels/raster.ts'
import { softMask } from './feather.ts'
import type { RelightSettings } from './looks.ts'
import { cloudNoise, hash } from './noise.ts'
import { PlaneRow } from './plane-row.ts'
import { guideOf, linearOf, type RelightNote, readScene, type Scene, stopsOf } from './scene.ts'
import { turnSeason } from './season.ts'
import { starAt } from './skies.ts'
import { skyCover } from './sky.ts'
import { addRain, addSnow } from './weather.ts'

/** A picture in another light, and what could not be done for it. */
export interface Relit {
  picture: Raster
  notes: RelightNote[]
}

type Colour = [number, number, number]

const WARM = [1, 0.64, 0.3] as const
const TO_LINEAR = Float32Array.from({ length: 256 }, (_, value) => linearOf(value / 255))
const STEPS = 8192
const TO_SRGB = Uint8ClampedArray.from({ length: STEPS + 1 }, (_, step) => {
  const v = step / STEPS
  return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
})

/** 8-bit sRGB of linear light; what is brighter than white is pressed together, not cut. */
function toSrgb(light: number): number {
  const v = light <= 0.8 ? light : 0.8 + 0.2 * (1 - Math.exp(-(light - 0.8) / 0.2))
  return TO_SRGB[Math.max(0, Math.min(STEPS, Math.round(v * STEPS)))]!
}

const lumaOf = ([r, g, b]: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b
const ramp = (v: number, low: number, high: number) => {
  const t = Math.max(0, Math.min(1, (v - low) / (high - low)))
  return t * t * (3 - 2 * t)
}

/** Readers of the scene's planes along one row of the picture. */
class Rows {
  readonly cover: MapRow | null
  readonly base: MapRow
  readonly depth: PlaneRow
  readonly lit: PlaneRow | null
  readonly spill: PlaneRow | null
  readonly openings: PlaneRow | null
  readonly oldSky: readonly PlaneRow[]
  readonly newSky: readonly PlaneRow[] | null
  readonly #all: readonly { read(y: number): void }[]

  constructor(scene: Scene, { width, height }: Raster) {
    const plane = (source: Scene['depth'] | null) => source && new PlaneRow(source, width, height)
    this.cover = scene.sky.map && new MapRow(scene.sky.map, width, height)
    this.base = new MapRow(scene.base, width, height)
    this.depth = new PlaneRow(scene.depth, width, height)
    this.lit = plane(scene.lit)
    this.spill = plane(scene.spill)
    this.openings = plane(scene.openings)
    this.oldSky = scene.oldSky.map((source) => new PlaneRow(source, 1, height))
    this.newSky = scene.newSky?.map((source) => new PlaneRow(source, width, height)) ?? null
    const some = [this.cover, this.lit, this.spill, this.openings, ...this.oldSky, ...(this.newSky ?? [])]
    this.#all = [this.base, this.depth, ...some.filter((row) => row !== null)]
  }

  read(y: number): void {
    for (const row of this.#all) row.read(y)
  }
}

/** Large-scale light of a pixel: evened out, made darker or lighter, and coloured by how lit it is. */
function changeLight(light: Colour, { look, pivot }: Scene, rows: Rows, x: number): number {
  const { tone } = look
  const luma = lumaOf(light)
  const stops = stopsOf(luma)
  const base = rows.base.slope[x]! * stops + rows.base.offset[x]!
  const gain = 2 ** (tone.exposure + (tone.contrast - 1) * (base - pivot))
  const lit = ramp(base - pivot, -2.2, 1.8)
  for (let c = 0; c < 3; c++) {
    const grey = luma + (light[c]! - luma) * tone.saturation
    light[c] = Math.max(0, grey * gain * (tone.shadows[c]! * (1 - lit) + tone.lights[c]! * lit))
  }
  return 2 ** (stops - base)
}

/** Windows lit from inside and the light around them; indoors the lamps, which keep shining. */
function addLamps(light: Colour, old: Colour, detail: number, scene: Scene, rows: Rows, x: number): void {
  if (!rows.lit || !rows.spill) return
  const { look, indoors } = scene
  const lit = look.windows * rows.lit.values[x]!
  const spill = look.windows * rows.spill.values[x]! * (indoors ? 3.5 : 0.55)
  for (let c = 0; c < 3; c++) {
    light[c] = light[c]! + spill * WARM[c]! * Math.min(0.8, old[c]!)
    const shine = indoors ? Math.max(light[c]!, old[c]!) : WARM[c]! * 0.62 * Math.min(1.6, detail ** 0.8)
    light[c] = light[c]! + (shine - light[c]!) * lit
  }
}

function addHaze(light: Colour, { look }: Scene, rows: Rows, x: number, drift: number): void {
  if (look.haze === 0) return
  // Light is lost with distance by the same part for each step.
  const haze = 1 - Math.exp(-look.haze * drift * 2.6 * rows.depth.values[x]! ** 1.3)
  for (let c = 0; c < 3; c++) light[c] = light[c]! + (look.hazeColour[c]! - light[c]!) * haze
}

interface Pixel {
  x: number
  y: number
  cover: number
  old: Colour
}

/** What stands before the sky, with the old sky's light taken out of its edges, in the new light. */
function relightThing(
  light: Colour,
  { x, y, cover, old }: Pixel,
  scene: Scene,
  rows: Rows,
  size: Raster,
): void {
  const { look, sky, indoors } = scene
  const bare = Math.max(0.25, 1 - cover)
  for (let c = 0; c < 3; c++)
    light[c] = cover > 0.02 ? Math.max(0, (old[c]! - cover * rows.oldSky[c]!.values[0]!) / bare) : old[c]!
  const unit = 0.06 * Math.max(size.width, size.height)
  if (!indoors) {
    const v = y / size.height
    const horizon = sky.part > 0 ? sky.horizon : 0.3
    const ground = ramp(v, horizon - 0.02, horizon + 0.05)
    turnSeason(light, look.season, look.strength, { x, y, unit, ground })
  }
  const detail = changeLight(light, scene, rows, x)
  const opening = rows.openings ? rows.openings.values[x]! : 0
  if (opening > 0)
    for (let c = 0; c < 3; c++) light[c] = light[c]! * (1 - opening) + old[c]! * look.outside[c]! * opening
  addLamps(light, old, detail, scene, rows, x)
  const drift = look.fall === 'none' ? 0.8 + 0.5 * cloudNoise(x / (5 * unit), y / (1.6 * unit), 21, 2) : 1
  addHaze(light, scene, rows, x, drift)
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
  const pixel: Pixel = { x: 0, y, cover: 0, old: [0, 0, 0] }
  for (let x = 0; x < width; x++) {
    const i = y * width + x
    out.data[4 * i + 3] = data[4 * i + 3]!
    const share = allowed(i)
    const [r, g, b] = [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!]
    pixel.x = x
    pixel.old = [TO_LINEAR[r]!, TO_LINEAR[g]!, TO_LINEAR[b]!]
    pixel.cover = rows.cover ? skyCover(rows.cover.slope[x]!, rows.cover.offset[x]!, guideOf(r, g, b)) : 0
    if (pixel.cover < 0.995) relightThing(light, pixel, scene, rows, picture)
    if (pixel.cover > 0) {
      const part = scene.look.skyShare
      if (rows.newSky) newSkyAt(above, pixel, scene, rows, height)
      for (let c = 0; c < 3; c++) {
        // Where the sky stays, its part of the pixel is what the picture had there.
        const old = rows.oldSky[c]!.values[0]!
        const kept = pixel.cover > 0.98 ? pixel.old[c]! : old
        const sky = rows.newSky ? kept + (above[c]! - kept) * part : kept
        light[c] = light[c]! * (1 - pixel.cover) + sky * pixel.cover
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
 * @param mask width·height values, 0..255; only what is above 0 changes, softly from its edge; everything when left out
 */
export function relight(
  picture: Raster,
  mask: Uint8Array | null,
  settings: RelightSettings,
  report: (done: number) => void = () => {},
): Relit {
  const { width, height, data } = picture
  const nothing = settings.time === 'keep' && settings.weather === 'keep' && settings.season === 'keep'
  if (settings.strength === 0 || nothing) return { picture: { width, height, data: data.slice() }, notes: [] }
  const scene = readScene(picture, settings)
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
