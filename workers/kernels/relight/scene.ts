import { type GuidedMap, guidedMap } from '#kernels/guided.ts'
import { boxBlur } from '#kernels/lineart/smooth.ts'
import { scaledPlane } from '#kernels/raster/scaled-plane.ts'
import type { Plane, Raster } from '#kernels/raster.ts'
import { toLinear } from '#kernels/srgb.ts'
import type { NamedPlaces } from '../seeing/name-places.ts'
import { ramp } from './colour.ts'
import { type Copy, copyOf, planeOf } from './copy.ts'
import { guessDepth } from './depth.ts'
import { type Look, lookOf, type RelightSettings } from './looks.ts'
import { placesNamed, softlyNamed } from './named.ts'
import { shiningLamps } from './rooms.ts'
import { skyAt } from './skies.ts'
import { findSky, noSky, type Sky, SURELY, SURELY_NOT } from './sky.ts'
import { settleSnow } from './snow-cover.ts'
import { type Textures, texturesFor } from './textures.ts'
import { readWindows } from './windows.ts'

/** Part of the picture that windows or leaves cover at least to count as found. */
const FOUND = 0.0015
/** Share of the setting up to which the user is told how the picture was taken. */
const UNSURE = 0.9
const SEED = 3
const LEAST_HORIZON = 0.48
/** Shares of `roof` in a part between which it is more and more one: the network mostly calls it a building first. */
const ROOF = [0.08, 0.2] as const

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
  /** How likely a pixel is a leaf, and a lawn, 0..1. */
  leaves: Plane
  lawn: Plane
  /** Where snow lies; null without snow. */
  snow: Plane | null
  /** Ground that is wet; null without rain. */
  wet: Plane | null
  /** Lit windows or, indoors, lamps; and the light that they shed around them. */
  lit: Plane | null
  /** Median luma of the window around a pixel, linear light. */
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

/** How far below the lowest place of the sky it may show between branches, as a part of the height. */
const BETWEEN_BRANCHES = 0.1

const clamped = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** How likely each place is sky, 0..1; between the branches of a tree its colours alone tell. */
function skyLikelihood(places: NamedPlaces): Plane {
  const [sky, plant] = [placesNamed(places, ['sky']), placesNamed(places, ['plant'])]
  const { width, height } = places
  const lowest = Math.floor(sky.data.lastIndexOf(1) / width) + BETWEEN_BRANCHES * height
  // What the network is unsure of is likelier what its part is, but no surer for that.
  const data = places.skies.map((share, i) =>
    share > SURELY_NOT && share < SURELY ? clamped((share + sky.data[i]!) / 2, SURELY_NOT, SURELY) : share,
  )
  for (let i = 0; i < Math.min(data.length, lowest * width); i++)
    data[i] = Math.min(1, data[i]! + 0.5 * plant.data[i]!)
  return { width, height, data }
}

const windowsIn = (copy: Copy, places: NamedPlaces) => scaledPlane({ ...places, data: places.windows }, copy)

/** Roofs that may be, beside what is flat for sure, 0..1. */
function roofsAnd(copy: Copy, places: NamedPlaces, flat: Plane): Plane {
  const roofs = scaledPlane({ ...places, data: places.roofs }, copy)
  return { ...flat, data: flat.data.map((value, i) => Math.max(value, ramp(roofs[i]!, ...ROOF))) }
}

const partOf = ({ data }: Plane) => data.reduce((sum, value) => sum + value, 0) / data.length

/**
 * Looks at a picture: its sky, its light, its depth, and what shines in it.
 * @param places what the places of the same picture are
 */
export function readScene(picture: Raster, settings: RelightSettings, places: NamedPlaces): Scene {
  const copy = copyOf(picture)
  const indoors = places.setting === 'indoors'
  const named = (...names: string[]) => softlyNamed(copy, places, names)
  const look = lookOf(settings, indoors)
  const built = named('building', 'wall', 'roof', 'window', 'door', 'ground', 'grass')
  const sky = indoors ? noSky(copy) : findSky(picture, copy, skyLikelihood(places), built)
  // Walls and trees hide the horizon; at eye level it is about half way up.
  const horizon = sky.part > 0 ? Math.max(sky.horizon, LEAST_HORIZON) : 0.3
  const notes: RelightNote[] = []
  if (indoors && look.sky && places.sure < UNSURE) notes.push('unsure')
  if (!indoors && look.sky && sky.part === 0) notes.push('noSky')
  const [leaves, lawn] = [named('plant'), named('grass')]
  const isGreen = partOf(leaves) + partOf(lawn) > FOUND
  if (!indoors && settings.season !== 'keep' && !isGreen) notes.push('noLeaves')
  const scene: Scene = {
    ...{ look, indoors, sky, leaves, lawn, horizon, notes },
    newSky: paintSky(copy, look, sky),
    ...lightBase(copy),
    depth: guessDepth(copy, sky, horizon),
    snow:
      look.fall === 'snow' && !indoors
        ? settleSnow(copy, sky, roofsAnd(copy, places, named('ground', 'grass', 'roof')))
        : null,
    wet: look.fall === 'rain' && !indoors ? named('ground') : null,
    ...{ lit: null, level: null, spill: null, openings: null },
    textures: texturesFor(copy, look),
  }
  if (indoors) {
    // The sky of a room is seen through its windows.
    const openings = named('window', 'sky')
    scene.openings = partOf(openings) > FOUND ? openings : null
    scene.lit = shiningLamps(copy, named('lamp'))
  } else if (look.windows > 0) {
    const ground = named('ground', 'grass')
    const { panes, level, part } = readWindows(copy, named('window'), windowsIn(copy, places), ground)
    if (part > FOUND) Object.assign(scene, { lit: panes, level })
    else notes.push('noWindows')
  }
  if (scene.lit) scene.spill = spillOf(copy, scene.lit)
  return scene
}
