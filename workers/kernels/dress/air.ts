import { lightOfKelvin } from '#kernels/colour-temperature.ts'
import { lookOf, type Tone } from '#kernels/relight/looks.ts'
import type { Light, SkyLook } from '#kernels/relight/skies.ts'
import type { PictureKind, Seen, Vector3 } from '#kernels/seeing/scene.ts'
import { dot } from '#kernels/seeing/view.ts'
import { type Geometry, inScene } from './geometry.ts'
import type { Look, SunLook } from './look.ts'

/** What a look's time, weather and sun come to for a picture. */
export interface Air {
  /** Null where the source's own sky stays. */
  sky: SkyLook | null
  /** Colours and strength of what comes from the sun and from the sky. */
  sunLight: Light
  skyLight: Light
  /** Unit vector towards the sun, and its azimuth in radians from straight ahead to the right. */
  sun: Vector3
  azimuth: number
  haze: number
  hazeColour: Light
  /** How brightly windows and lamps shine, 0..1. */
  lamps: number
  /** What is seen through windows is multiplied by this. */
  outside: Light
  fall: 'none' | 'rain' | 'snow'
  tone: Tone
}

/** Colours by their temperature in kelvin: a low sun is warm, what is left after it is the sky's blue. */
const DUSK: SunLook = { azimuth: 75, elevation: 35, colour: lightOfKelvin(7750), strength: 0.3 }
const SUNS: Record<Exclude<Look['time'], 'keep'>, SunLook> = {
  morning: { azimuth: 295, elevation: 22, colour: lightOfKelvin(4900), strength: 1 },
  noon: { azimuth: 310, elevation: 50, colour: lightOfKelvin(5900), strength: 1 },
  sunset: { azimuth: 62, elevation: 13, colour: lightOfKelvin(4150), strength: 1 },
  dusk: DUSK,
  night: { ...DUSK, colour: lightOfKelvin(9100) },
}
/** Colour of what comes from the sky, and what floor and walls make of it in a room. */
const SKY_LIGHT = { outdoors: lightOfKelvin(6900), indoors: lightOfKelvin(6200) } as const
/** Part of the sun that comes through a closed sky, and through each weather. */
const CLOSED = 0.3
const CLEARNESS: Record<Look['weather'], number> = {
  keep: 1,
  clear: 1,
  overcast: CLOSED,
  rain: 0.2,
  snow: CLOSED,
  fog: 0.15,
}

function directionOf(geometry: Geometry, azimuth: number, elevation: number): Vector3 {
  const level = Math.cos(elevation)
  return inScene(geometry, level * Math.sin(azimuth), Math.sin(elevation), level * Math.cos(azimuth))
}

/** How far lamps are lit by day. */
export const BY_DAY = { indoors: 0.3, outdoors: 0.1 }
/** How far it gets dark by night: pictures of buildings are taken while the sky still has some light. */
const DARKENING = { indoors: 0.75, outdoors: 0.52 }

/** How far the sun stands to the side of straight through a window, degrees. */
const ASIDE = 32

/** Azimuth, radians, of a sun that shines in through the largest window that a room shows; null without one. */
function throughWindow({ regions }: Seen, { right, away }: Geometry): number | null {
  const panes = regions.filter(({ label, plane }) => label === 'opening' && plane)
  const largest = panes.reduce((best, one) => (one.pixels > best.pixels ? one : best), panes[0]!)
  if (!largest?.plane) return null
  const { normal } = largest.plane
  const azimuth = Math.atan2(-dot(normal, right), -dot(normal, away))
  // From the side away from the camera, so that its patches lie where they are seen.
  const aside = (ASIDE * Math.PI) / 180
  return Math.abs(azimuth) < 0.3 ? azimuth + aside : azimuth - Math.sign(azimuth) * aside
}

/** What is left where the source has sun and the look has none, so that its patches fade into the room. */
const SUNLESS = 0.55
/** How far the sun of a day is brought to white. */
const BALANCED = { indoors: 0.6, outdoors: 0.3 } as const

/** What a look comes to for a picture. */
export function airOf(look: Look, seen: Seen, kind: PictureKind, geometry: Geometry): Air {
  const { setting } = seen
  const indoors = setting === 'indoors'
  const time = look.time === 'keep' && kind !== 'photo' ? 'noon' : look.time
  const settings = {
    time,
    weather: look.weather,
    season: look.season,
    strength: 1,
    windows: 1,
    scene: 'auto',
  } as const
  const found = lookOf(settings, indoors)
  const sunLook = look.sun ?? SUNS[time === 'keep' ? 'noon' : time]
  const window = !look.sun && indoors && kind === 'drawing' ? throughWindow(seen, geometry) : null
  const azimuth = window ?? Math.PI - (sunLook.azimuth * Math.PI) / 180
  const elevation =
    ((window === null ? 1 : 0.72) * Math.min(85, Math.max(5, sunLook.elevation)) * Math.PI) / 180
  const exposure = found.tone.exposure * (indoors ? DARKENING.indoors : DARKENING.outdoors)
  const level = (indoors ? 1.12 : 1.05) * 2 ** exposure
  const clear = sunLook.strength * CLEARNESS[look.weather]
  const mix = (a: number, b: number) => a + (b - a) * clear
  // A camera is balanced to daylight; only an evening is to look warm or blue.
  const isDay = time === 'morning' || time === 'noon'
  const balanced = isDay ? BALANCED[indoors ? 'indoors' : 'outdoors'] : 0
  const colour = (c: 0 | 1 | 2) => found.tone.lights[c] ** 1.3 * mix(SUNLESS, 1.08 * sunLook.colour[c])
  const white = 0.2126 * colour(0) + 0.7152 * colour(1) + 0.0722 * colour(2)
  const part = (c: 0 | 1 | 2) => level * (colour(c) + balanced * (white - colour(c)))
  const blue = SKY_LIGHT[indoors ? 'indoors' : 'outdoors']
  const sky = (c: 0 | 1 | 2) => level * found.tone.shadows[c] * blue[c]
  return {
    sky: found.sky,
    sunLight: [part(0), part(1), part(2)],
    skyLight: [sky(0), sky(1), sky(2)],
    sun: directionOf(geometry, azimuth, elevation),
    azimuth,
    haze: found.haze,
    hazeColour: found.hazeColour,
    lamps: Math.max(found.windows, indoors ? BY_DAY.indoors : BY_DAY.outdoors) * look.lamps,
    outside: found.outside,
    fall: indoors ? 'none' : found.fall,
    tone: found.tone,
  }
}
