import { type Colour, lumaOf, ramp } from './colour.ts'
import { greenness } from './copy.ts'
import type { Rows } from './rows.ts'
import { type Scene, stopsOf } from './scene.ts'
import { turnSeason } from './season.ts'

/** Colour of the light that snow sends back, of luma about 1. */
export const SNOW = [0.97, 1, 1.06] as const
const WARM = [1, 0.64, 0.3] as const

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
  { x, rows, scene }: { x: number; rows: Rows; scene: Scene },
): void {
  const stops = stopsOf(lumaOf(light))
  const base = rows.base.slope[x]! * stops + rows.base.offset[x]!
  const patch = rows.textures.patch?.values[x] ?? 0.5
  const lies = rows.snow!.values[x]! * (0.72 + 0.28 * ramp(patch, 0.15, 0.45))
  const dusts = 0.9 * leaves * ramp(stops - base, -0.5, 0.5) * (0.4 + 0.6 * ramp(patch, 0.3, 0.55))
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

/** Wet ground: darker and more colourful, with the sky's light on it, the more so the flatter it is looked at. */
function addWet(light: Colour, y: number, scene: Scene, rows: Rows, x: number): void {
  const wet = scene.look.strength * rows.wet!.values[x]!
  if (wet <= 0) return
  const luma = lumaOf(light)
  const down = Math.max(0, Math.min(1, (y / rows.height - scene.horizon) / (1 - scene.horizon)))
  const puddle = ramp(rows.textures.puddle?.values[x] ?? 0, 0.5, 0.62)
  // Water reflects 2 % of what falls straight on it and more towards the horizon (Schlick); a film between stones part of that.
  // Between blades of grass no film of water stands.
  const bare = 1 - greenness(light[0], light[1], light[2])
  const mirror = bare * (0.5 + 0.5 * puddle) * (0.04 + 0.96 * (1 - down) ** 5 + 0.12 * puddle)
  for (let c = 0; c < 3; c++) {
    const dark = (luma + 1.2 * (light[c]! - luma)) * (1 - 0.4 * wet)
    const sky = 0.8 * scene.look.hazeColour[c]!
    light[c] = Math.max(0, dark + (sky - dark) * Math.min(0.85, mirror) * wet)
  }
}

function addHaze(light: Colour, { look }: Scene, rows: Rows, x: number): void {
  if (look.haze === 0) return
  const drift = rows.textures.drift ? 0.8 + 0.5 * rows.textures.drift.values[x]! : 1
  // Light is lost with distance by the same part for each step.
  const haze = 1 - Math.exp(-look.haze * drift * 3 * Math.max(0, rows.depth.values[x]! - 0.05) ** 1.25)
  for (let c = 0; c < 3; c++) light[c] = light[c]! + (look.hazeColour[c]! - light[c]!) * haze
}

/** A pixel that is being changed. */
export interface Pixel {
  x: number
  y: number
  /** Part of it that is sky, 0..1. */
  cover: number
  /** What it was, linear light; and without the sky's part. */
  old: Colour
  bare: Colour
}

/** What stands before the sky, with the old sky's light taken out of its edges, in the new light. */
export function relightThing(
  light: Colour,
  { x, y, cover, old, bare }: Pixel,
  scene: Scene,
  rows: Rows,
): void {
  const { look, indoors } = scene
  const rest = Math.max(0.25, 1 - cover)
  for (const c of [0, 1, 2] as const) {
    bare[c] = cover > 0.02 ? Math.max(0, (old[c]! - cover * rows.old.lightOf(c)) / rest) : old[c]!
    light[c] = bare[c]!
  }
  if (!indoors) {
    const [leaves, lawn] = [rows.leaves.values[x]!, rows.lawn.values[x]!]
    turnSeason(light, look.season, look.strength * ramp(leaves + lawn, 0.2, 0.5), {
      tree: rows.textures.tree?.values[x] ?? 0.5,
      lawn: rows.textures.lawn?.values[x] ?? 0.5,
      ground: lawn / Math.max(0.01, leaves + lawn),
    })
    if (rows.snow) addSnowCover(light, leaves, { x, rows, scene })
  }
  changeLight(light, scene, rows, x)
  // Daylight alone is taken away: what stands before the window, or is a leaf outside, is darker.
  const opening = rows.openings ? rows.openings.values[x]! * ramp(lumaOf(old), 0.2, 0.95) : 0
  if (opening > 0)
    for (let c = 0; c < 3; c++) light[c] = light[c]! * (1 - opening) + old[c]! * look.outside[c]! * opening
  if (rows.wet) addWet(light, y, scene, rows, x)
  addLamps(light, old, scene, rows, x)
  addHaze(light, scene, rows, x)
}
