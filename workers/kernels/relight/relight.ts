import { MapRow } from '#kernels/grade/map-row.ts'
import type { Raster } from '#kernels/raster.ts'
import { greenness, linearOf } from './copy.ts'
import { softMask } from './feather.ts'
import type { RelightSettings } from './looks.ts'
import { cloudNoise, hash } from './noise.ts'
import { PlaneRow } from './plane-row.ts'
import { type RelightNote, readScene, type Scene, stopsOf } from './scene.ts'
import { turnSeason } from './season.ts'
import { starAt } from './skies.ts'
import { skyCover, skyGuide } from './sky.ts'
import { addRain, addSnow } from './weather.ts'

/** A picture in another light, and what could not be done for it. */
export interface Relit {
  picture: Raster
  notes: RelightNote[]
}

type Colour = [number, number, number]

const SNOW = [0.97, 1, 1.06] as const
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
  readonly foliage: PlaneRow
  readonly leaves: PlaneRow
  readonly level: PlaneRow | null
  readonly snow: PlaneRow | null
  readonly sky: readonly PlaneRow[]
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
    this.foliage = new PlaneRow(scene.sky.foliage, width, height)
    this.leaves = new PlaneRow(scene.sky.leaves, width, height)
    this.sky = scene.sky.rows.map((data) => new PlaneRow({ width: 1, height: data.length, data }, 1, height))
    this.level = plane(scene.level)
    this.snow = plane(scene.snow)
    this.lit = plane(scene.lit)
    this.spill = plane(scene.spill)
    this.openings = plane(scene.openings)
    this.oldSky = scene.oldSky.map((source) => new PlaneRow(source, 1, height))
    this.newSky = scene.newSky?.map((source) => new PlaneRow(source, width, height)) ?? null
    const some = [
      this.cover,
      this.level,
      this.snow,
      this.lit,
      this.spill,
      this.openings,
      ...this.oldSky,
      ...this.sky,
      ...(this.newSky ?? []),
    ]
    this.#all = [this.base, this.depth, this.foliage, this.leaves, ...some.filter((row) => row !== null)]
  }

  read(y: number): void {
    for (const row of this.#all) row.read(y)
  }
}

/** Large-scale light of a pixel: evened out, made darker or lighter, and coloured by how lit it is. */
function changeLight(light: Colour, { look, pivot }: Scene, rows: Rows, x: number): void {
  const { tone } = look
  const luma = lumaOf(light)
  const stops = stopsOf(luma)
  const base = rows.base.slope[x]! * stops + rows.base.offset[x]!
  // What the sun has lit loses more than what lies in shade.
  const over = base - pivot
  const sunny = Math.max(0, over - 0.7)
  const gain = 2 ** (tone.exposure + (tone.contrast - 1) * over - tone.calm * sunny)
  const lit = ramp(over, -2.2, 1.8)
  for (let c = 0; c < 3; c++) {
    const grey = luma + (light[c]! - luma) * tone.saturation
    light[c] = Math.max(0, grey * gain * (tone.shadows[c]! * (1 - lit) + tone.lights[c]! * lit))
  }
}

/** Snow on lawns and top edges, and a dusting on the lit sides of leaves; it takes the light of the place. */
function addSnowCover(
  light: Colour,
  leaves: number,
  { x, y, unit, rows, scene }: { x: number; y: number; unit: number; rows: Rows; scene: Scene },
): void {
  const stops = stopsOf(lumaOf(light))
  const base = rows.base.slope[x]! * stops + rows.base.offset[x]!
  const patch = cloudNoise((2.4 * x) / unit, (5 * y) / unit, 9, 4)
  const lies = rows.snow!.values[x]! * (0.72 + 0.28 * ramp(patch, 0.15, 0.45))
  const dusts = 0.75 * leaves * ramp(stops - base, -0.1, 0.7) * ramp(patch, 0.35, 0.6)
  const share = scene.look.strength * Math.max(lies, dusts)
  if (share <= 0) return
  const detail = Math.max(-0.5, Math.min(0.35, 0.3 * (stops - base)))
  const white = 0.74 * (0.62 + 0.5 * ramp(base - scene.pivot, -2, 2)) * 2 ** detail
  for (let c = 0; c < 3; c++) light[c] = light[c]! + (white * SNOW[c]! - light[c]!) * share
}

/** Windows lit from inside and the light around them; indoors the lamps, which keep shining. */
function addLamps(light: Colour, old: Colour, scene: Scene, rows: Rows, x: number): void {
  if (!rows.lit || !rows.spill) return
  const { look, indoors } = scene
  const lit = look.windows * rows.lit.values[x]!
  const spill = look.windows * rows.spill.values[x]! * (indoors ? 3.5 : 0.55)
  const inside = Math.min(2, 0.12 + 0.95 * (lumaOf(old) / (rows.level?.values[x] ?? 1)))
  for (let c = 0; c < 3; c++) {
    light[c] = light[c]! + spill * WARM[c]! * Math.min(0.8, old[c]!)
    const shine = indoors ? Math.max(light[c]!, old[c]!) : WARM[c]! * 0.5 * inside
    light[c] = light[c]! + (shine - light[c]!) * lit
  }
}

function addHaze(light: Colour, { look }: Scene, rows: Rows, x: number, drift: number): void {
  if (look.haze === 0) return
  // Light is lost with distance by the same part for each step.
  const haze = 1 - Math.exp(-look.haze * drift * 3 * Math.max(0, rows.depth.values[x]! - 0.05) ** 1.25)
  for (let c = 0; c < 3; c++) light[c] = light[c]! + (look.hazeColour[c]! - light[c]!) * haze
}

/** Part of the sky in a pixel that a leaf's edge and the sky share: by how bright and how little green it is. */
function sharedWithLeaf([r, g, b]: Colour, rows: Rows): number {
  const [sr, sg, sb] = [rows.oldSky[0]!.values[0]!, rows.oldSky[1]!.values[0]!, rows.oldSky[2]!.values[0]!]
  const part = (lumaOf([r, g, b]) / Math.max(0.02, lumaOf([sr, sg, sb])) - 0.3) / 0.6
  // Bark and walls in the sun are as bright, but warmer than the sky.
  const cool = ((b + 0.01) * (sr + 0.01)) / ((r + 0.01) * (sb + 0.01))
  return Math.max(0, Math.min(1, part)) * ramp(cool, 0.58, 0.76) * (1 - 0.85 * greenness(r, g, b))
}

/** How much of a pixel is sky: by the map, and among leaves by the sky's own colour as well. */
function coverAt([r, g, b]: Colour, light: Colour, x: number, { sky }: Scene, rows: Rows): number {
  if (!rows.cover) return 0
  const cover = skyCover(rows.cover.slope[x]!, rows.cover.offset[x]!, skyGuide(r, g, b))
  const foliage = rows.foliage.values[x]!
  if (foliage === 0 || cover > 0.99) return cover
  const [sr, sg, sb] = [rows.sky[0]!.values[0]!, rows.sky[1]!.values[0]!, rows.sky[2]!.values[0]!]
  const away = Math.hypot(r - sr, g - sg, b - sb)
  const between = Math.max(
    sharedWithLeaf(light, rows) * rows.leaves.values[x]!,
    ramp(cover, 0.3, 0.95),
    1 - ramp(away, 0.7 * sky.tolerance, 1.7 * sky.tolerance),
  )
  return cover + (between - cover) * foliage
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
  const { look, indoors } = scene
  const bare = Math.max(0.25, 1 - cover)
  for (let c = 0; c < 3; c++)
    light[c] = cover > 0.02 ? Math.max(0, (old[c]! - cover * rows.oldSky[c]!.values[0]!) / bare) : old[c]!
  const unit = 0.06 * Math.max(size.width, size.height)
  if (!indoors) {
    const v = y / size.height
    const ground = ramp(v, scene.horizon - 0.02, scene.horizon + 0.05)
    const leaves = greenness(light[0], light[1], light[2]) * (1 - ground)
    turnSeason(light, look.season, look.strength, { x, y, unit, ground })
    if (rows.snow) addSnowCover(light, leaves, { x, y, unit, rows, scene })
  }
  changeLight(light, scene, rows, x)
  // Daylight alone is taken away: what stands before the window, or is a leaf outside, is darker.
  const opening = rows.openings ? rows.openings.values[x]! * ramp(lumaOf(old), 0.2, 0.95) : 0
  if (opening > 0)
    for (let c = 0; c < 3; c++) light[c] = light[c]! * (1 - opening) + old[c]! * look.outside[c]! * opening
  addLamps(light, old, scene, rows, x)
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
    pixel.cover = coverAt([r / 255, g / 255, b / 255], pixel.old, x, scene, rows)
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
