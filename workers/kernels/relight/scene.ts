import { type GuidedMap, guidedMap } from '#kernels/guided.ts'
import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Plane, Raster } from '#kernels/raster.ts'
import { toLinear } from '#kernels/srgb.ts'
import { type Copy, copyOf, greenness, planeOf } from './copy.ts'
import { guessDepth } from './depth.ts'
import { type Look, lookOf, type RelightSettings } from './looks.ts'
import { readRoom } from './rooms.ts'
import { skyAt } from './skies.ts'
import { findSky, type Sky } from './sky.ts'
import { settleSnow } from './snow-cover.ts'
import { type Textures, texturesFor } from './textures.ts'
import { findWindows } from './windows.ts'

/** Part of green in a picture from which it is outdoors even without a sky. */
const GARDEN = 0.14
/** Part of the picture that windows or leaves cover at least to count as found. */
const FOUND = 0.0015
/** Part of the upper border that is sky at least outdoors: a window seldom reaches it. */
const OPEN_TOP = 0.12
const SEED = 3
const LEAST_HORIZON = 0.48

/** What of the wish could not be done, for the user to know. */
export type RelightNote = 'noSky' | 'unsure' | 'noWindows' | 'noLeaves'

/** All that is known of a picture before its pixels are changed; planes have the size of the copy. */
export interface Scene {
  look: Look
  indoors: boolean
  sky: Sky
  /** The new sky in linear light; null keeps the old one. */
  newSky: readonly [Plane, Plane, Plane] | null
  /** Local lines that give the large-scale light, log2 of luma, from a pixel's own. */
  base: GuidedMap
  /** Mean of that light, stops. */
  pivot: number
  depth: Plane
  /** Where the ground begins, 0..1 of the height. */
  horizon: number
  /** Where snow lies; null without snow. */
  snow: Plane | null
  /** Lit windows or, indoors, lamps; and the light that they shed around them. */
  lit: Plane | null
  /** Mean luma of the pane around a pixel, linear light. */
  level: Plane | null
  spill: Plane | null
  /** Openings of a room to the outside. */
  openings: Plane | null
  textures: Textures
  notes: RelightNote[]
}

/** Stops of a luma of linear light; black is kept finite. */
export function stopsOf(luma: number): number {
  return Math.log2(luma + 0.002)
}

function paintSky(copy: Copy, look: Look, sky: Sky): Scene['newSky'] {
  if (!look.sky || sky.part === 0) return null
  const { width, height } = copy
  const planes = [planeOf(copy), planeOf(copy), planeOf(copy)] as const
  const horizon = Math.max(sky.horizon, 0.35) * height
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      // A margin, for the cover is finer in the picture than here.
      if (sky.cover.data[i]! === 0 && y > sky.horizon * height + 2) continue
      const colour = skyAt(look.sky, x / width, Math.min(1, y / horizon), width / horizon, sky.sun, SEED)
      for (let c = 0; c < 3; c++) planes[c]!.data[i] = colour[c]!
    }
  }
  return planes
}

function greenPart(copy: Copy): number {
  let sum = 0
  for (let i = 0; i < copy.luma.length; i++)
    sum += greenness(toLinear(copy.r[i]!), toLinear(copy.g[i]!), toLinear(copy.b[i]!))
  return sum / copy.luma.length
}

/** Light that lit things shed around them: near and bright, far and faint. */
function spillOf(copy: Copy, lit: Plane): Plane {
  const { width, height } = copy
  const near = lit.data.slice()
  const far = lit.data.slice()
  const spare = new Float32Array(near.length)
  for (let pass = 0; pass < 2; pass++) {
    boxBlur(near, width, height, Math.round(0.016 * width), spare)
    boxBlur(far, width, height, Math.round(0.06 * width), spare)
  }
  for (let i = 0; i < near.length; i++) near[i] = 0.45 * near[i]! + 0.55 * far[i]!
  return { width, height, data: near }
}

function lightBase(copy: Copy): { base: GuidedMap; pivot: number } {
  const { width, height } = copy
  const stops = planeOf(copy).data
  for (let i = 0; i < stops.length; i++)
    stops[i] = stopsOf(
      0.2126 * toLinear(copy.r[i]!) + 0.7152 * toLinear(copy.g[i]!) + 0.0722 * toLinear(copy.b[i]!),
    )
  const pivot = stops.reduce((sum, value) => sum + value, 0) / stops.length
  const radius = Math.max(2, Math.round(0.02 * Math.max(width, height)))
  return { base: guidedMap(stops, stops, width, height, radius, 0.5), pivot }
}

/** Looks at a picture: its sky, its light, its depth, and what shines in it. */
export function readScene(picture: Raster, settings: RelightSettings): Scene {
  const copy = copyOf(picture)
  const green = greenPart(copy)
  let sky = findSky(picture, copy, settings.scene === 'outdoors')
  // In a garden what is white above is no ceiling.
  if (sky.part === 0 && settings.scene === 'auto' && green >= GARDEN) sky = findSky(picture, copy, true)
  const enclosed = sky.top < OPEN_TOP && green < GARDEN
  const indoors = settings.scene === 'auto' ? enclosed : settings.scene === 'indoors'
  const look = lookOf(settings, indoors)
  // Walls and trees hide the horizon; at eye level it is about half way up.
  const horizon = sky.part > 0 ? Math.max(sky.horizon, LEAST_HORIZON) : 0.3
  const notes: RelightNote[] = []
  if (sky.part === 0 && look.sky) notes.push(settings.scene === 'auto' ? 'unsure' : 'noSky')
  if (!indoors && settings.season !== 'keep' && green < FOUND) notes.push('noLeaves')
  const scene: Scene = {
    look,
    indoors,
    sky,
    newSky: paintSky(copy, look, sky),
    ...lightBase(copy),
    depth: guessDepth(copy, sky, horizon),
    horizon,
    snow: look.fall === 'snow' && !indoors ? settleSnow(copy, sky, horizon) : null,
    lit: null,
    level: null,
    spill: null,
    openings: null,
    textures: texturesFor(copy, look),
    notes,
  }
  if (indoors) {
    const room = readRoom(copy)
    scene.openings = room.part > 0 ? room.openings : null
    scene.lit = room.lamps
  } else if (look.windows > 0) {
    const { panes, level, part } = findWindows(copy, sky)
    if (part > FOUND) Object.assign(scene, { lit: panes, level })
    else notes.push('noWindows')
  }
  if (scene.lit) scene.spill = spillOf(copy, scene.lit)
  return scene
}
