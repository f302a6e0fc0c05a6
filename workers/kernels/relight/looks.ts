import { NOON_SKY, PLAIN, SEASON_TONES, TIMES, WEATHERS, type WeatherLook } from './look-tables.ts'
import type { Light, SkyLook } from './skies.ts'

export type Time = 'keep' | 'morning' | 'noon' | 'sunset' | 'dusk' | 'night'
export type Weather = 'keep' | 'clear' | 'overcast' | 'rain' | 'snow' | 'fog'
export type Season = 'keep' | 'spring' | 'summer' | 'autumn' | 'winter'

/** What a picture is to become. */
export interface RelightSettings {
  time: Time
  weather: Weather
  season: Season
  /** 0 (as it was) to 1. */
  strength: number
  /** How brightly windows and lamps are lit when it gets dark, 0..1. */
  windows: number
  /** Whether it is a room; `auto` lets the network judge. */
  scene: 'auto' | 'outdoors' | 'indoors'
}

/** How light falls on things; colours are factors of linear light. */
export interface Tone {
  /** Stops lighter or darker. */
  exposure: number
  shadows: Light
  lights: Light
  /** Factor of the difference between large bright and dark parts; detail stays as it is. */
  contrast: number
  saturation: number
  /** Part of the sunlight's excess over the rest that is taken away, 0..1: dusk and clouds leave no sunny patches. */
  calm: number
}

/** All that a time, a weather and a season do to a picture. */
export interface Look {
  /** Null keeps the sky of the picture. */
  sky: SkyLook | null
  /** 0..1: how far the new sky covers the old one. */
  skyShare: number
  tone: Tone
  /** Haze at the horizon, 0..1, and its colour. */
  haze: number
  hazeColour: Light
  /** How strongly windows or lamps shine, 0..1. */
  windows: number
  /** What is outside the windows of a room is multiplied by this. */
  outside: Light
  fall: 'none' | 'rain' | 'snow'
  season: Season
  strength: number
}

const luma = (c: Light) => 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]
const mix = (a: number, b: number, t: number) => a + (b - a) * t
const mixLight = (a: Light, b: Light, t: number): Light => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
]
const times = (a: Light, b: Light): Light => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]

const powerOf = (a: Light, power: number): Light => [a[0] ** power, a[1] ** power, a[2] ** power]

function both(a: Tone, b: Tone): Tone {
  return {
    exposure: a.exposure + b.exposure,
    shadows: times(a.shadows, b.shadows),
    lights: times(a.lights, b.lights),
    contrast: a.contrast * b.contrast,
    saturation: a.saturation * b.saturation,
    calm: 1 - (1 - a.calm) * (1 - b.calm),
  }
}

function partOf(whole: Tone, strength: number): Tone {
  const one: Light = [1, 1, 1]
  return {
    exposure: whole.exposure * strength,
    shadows: mixLight(one, whole.shadows, strength),
    lights: mixLight(one, whole.lights, strength),
    contrast: mix(1, whole.contrast, strength),
    saturation: mix(1, whole.saturation, strength),
    calm: whole.calm * strength,
  }
}

/** The sky of a time of day under a weather: it loses colour and contrast as the clouds close. */
function skyUnder(clear: SkyLook, { clouds, grey, dim }: WeatherLook): SkyLook {
  const level = luma(mixLight(clear.zenith, clear.horizon, 0.6)) * dim
  const dull = (factor: number): Light => [0.97 * factor * level, factor * level, 1.05 * factor * level]
  return {
    ...clear,
    // Under a closed cover, as in fog, all of the sky is as bright.
    zenith: mixLight(clear.zenith, dull(clouds && clouds[0] === 0 ? 1.08 : 0.8), grey),
    horizon: mixLight(clear.horizon, dull(1.15), grey),
    glowStrength: clear.glowStrength * (1 - 0.9 * grey),
    cloud: mixLight(clear.cloud, dull(1.3), grey),
    cloudShade: mixLight(clear.cloudShade, dull(0.62), grey),
    cover: clouds ? clouds[0] : clear.cover,
    crisp: clouds ? clouds[1] : clear.crisp,
    stars: clear.stars * (1 - grey),
  }
}

/** Strength from which the new sky has wholly taken the place of the old one: half of each looks like neither. */
const SKY_FROM = 0.5

/**
 * What settings mean for a picture.
 * @param indoors a room is lit by its lamps when it gets dark outside
 */
export function lookOf(settings: RelightSettings, indoors: boolean): Look {
  const { time, season, strength } = settings
  const weather = WEATHERS[settings.weather]
  const day = time === 'keep' ? null : TIMES[time]
  const base = day ? (indoors ? day.indoors : day.outdoors) : PLAIN
  const renewed = day !== null || settings.weather !== 'keep'
  const sky = renewed ? skyUnder(day?.sky ?? NOON_SKY, weather) : null
  // When it is dark already, clouds hardly make it darker.
  const dimming = base.exposure < -1 ? 0.3 : 1
  const under = { ...weather.tone, exposure: weather.tone.exposure * dimming }
  const whole = both(both(base, under), indoors ? PLAIN : SEASON_TONES[season])
  return {
    sky,
    skyShare: Math.min(1, strength / SKY_FROM),
    tone: partOf(whole, strength),
    haze: renewed && !indoors ? weather.haze * strength : 0,
    hazeColour: sky ? sky.horizon : [1, 1, 1],
    windows: (day?.windows ?? 0) * settings.windows * strength,
    outside: powerOf(day?.outside ?? [1, 1, 1], strength),
    fall: weather.fall,
    season,
    strength,
  }
}
