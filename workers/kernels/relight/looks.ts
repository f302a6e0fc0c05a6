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

interface TimeLook {
  sky: SkyLook
  outdoors: Tone
  indoors: Tone
  windows: number
  outside: Light
}

const tone = (
  exposure: number,
  shadows: Light,
  lights: Light,
  contrast = 1,
  saturation = 1,
  calm = 0,
): Tone => ({ exposure, shadows, lights, contrast, saturation, calm })

const PLAIN = tone(0, [1, 1, 1], [1, 1, 1])

const NOON_SKY: SkyLook = {
  zenith: [0.1, 0.26, 0.62],
  horizon: [0.5, 0.68, 0.88],
  glow: [1, 0.95, 0.85],
  glowStrength: 0.12,
  cloud: [0.98, 0.98, 1],
  cloudShade: [0.6, 0.65, 0.74],
  cover: 0.42,
  crisp: 0.6,
  stars: 0,
}

const TIMES: Record<Exclude<Time, 'keep'>, TimeLook> = {
  morning: {
    sky: {
      zenith: [0.17, 0.34, 0.64],
      horizon: [0.86, 0.72, 0.56],
      glow: [1, 0.74, 0.42],
      glowStrength: 0.4,
      cloud: [1, 0.86, 0.74],
      cloudShade: [0.5, 0.5, 0.6],
      cover: 0.38,
      crisp: 0.4,
      stars: 0,
    },
    outdoors: tone(-0.1, [0.9, 0.98, 1.14], [1.12, 1.01, 0.88], 0.96, 0.97),
    indoors: tone(0.05, [0.97, 1, 1.06], [1.07, 1.01, 0.93], 0.95, 0.98),
    windows: 0,
    outside: [1.02, 0.97, 0.9],
  },
  noon: {
    sky: NOON_SKY,
    outdoors: tone(0.15, [0.97, 1, 1.05], [1.03, 1, 0.96], 1.06, 1.08),
    indoors: tone(0.25, [1, 1, 1.02], [1.01, 1, 0.98], 1, 1.04),
    windows: 0,
    outside: [1, 1, 1],
  },
  sunset: {
    sky: {
      zenith: [0.13, 0.2, 0.4],
      horizon: [0.95, 0.47, 0.2],
      glow: [1, 0.52, 0.2],
      glowStrength: 0.6,
      cloud: [0.95, 0.52, 0.34],
      cloudShade: [0.27, 0.2, 0.28],
      cover: 0.44,
      crisp: 0.45,
      stars: 0,
    },
    outdoors: tone(-0.45, [0.84, 0.88, 1.08], [1.28, 0.97, 0.68], 1.02, 1),
    indoors: tone(-0.25, [0.98, 0.94, 0.96], [1.24, 0.97, 0.68], 1, 1.02),
    windows: 0.55,
    outside: [1, 0.62, 0.32],
  },
  dusk: {
    sky: {
      zenith: [0.03, 0.062, 0.19],
      horizon: [0.3, 0.24, 0.27],
      glow: [1, 0.46, 0.2],
      glowStrength: 0.2,
      cloud: [0.2, 0.155, 0.21],
      cloudShade: [0.045, 0.058, 0.12],
      cover: 0.4,
      crisp: 0.4,
      stars: 0,
    },
    outdoors: tone(-1.9, [0.7, 0.84, 1.28], [0.86, 0.94, 1.1], 0.8, 0.82, 0.5),
    indoors: tone(-0.75, [0.86, 0.9, 1.06], [1.16, 0.97, 0.74], 0.85, 0.95, 0.8),
    windows: 1,
    outside: [0.4, 0.48, 0.62],
  },
  night: {
    sky: {
      zenith: [0.004, 0.008, 0.022],
      horizon: [0.03, 0.045, 0.085],
      glow: [0.25, 0.2, 0.15],
      glowStrength: 0.06,
      cloud: [0.03, 0.04, 0.06],
      cloudShade: [0.012, 0.016, 0.03],
      cover: 0.3,
      crisp: 0.25,
      stars: 220,
    },
    outdoors: tone(-2.9, [0.66, 0.82, 1.28], [0.78, 0.9, 1.14], 0.8, 0.6, 0.5),
    indoors: tone(-1.15, [0.94, 0.86, 0.82], [1.2, 0.95, 0.66], 0.82, 0.92, 0.85),
    windows: 1,
    outside: [0.19, 0.23, 0.31],
  },
}

interface WeatherLook {
  /** Cover and crispness of the clouds; null leaves those of the time of day. */
  clouds: readonly [number, number] | null
  /** How far the sky loses its colour, 0..1, and how bright it then is. */
  grey: number
  dim: number
  tone: Tone
  haze: number
  fall: 'none' | 'rain' | 'snow'
}

const WEATHERS: Record<Weather, WeatherLook> = {
  keep: { clouds: null, grey: 0, dim: 1, tone: PLAIN, haze: 0.04, fall: 'none' },
  clear: {
    clouds: [0.3, 0.6],
    grey: 0,
    dim: 1,
    tone: tone(0.1, [0.98, 1, 1.03], [1.03, 1, 0.97], 1.08, 1.08),
    haze: 0,
    fall: 'none',
  },
  overcast: {
    clouds: [0.8, 0.15],
    grey: 0.92,
    dim: 0.95,
    tone: tone(-0.2, [0.98, 1, 1.03], [0.98, 1, 1.02], 0.85, 0.84, 0.5),
    haze: 0.08,
    fall: 'none',
  },
  rain: {
    clouds: [0.86, 0.22],
    grey: 0.95,
    dim: 0.6,
    tone: tone(-0.75, [0.93, 0.99, 1.07], [0.92, 1, 1.07], 0.86, 0.82, 0.55),
    haze: 0.2,
    fall: 'rain',
  },
  snow: {
    clouds: [0.85, 0.08],
    grey: 0.97,
    dim: 1.35,
    tone: tone(-0.1, [0.97, 1, 1.07], [0.98, 1, 1.03], 0.84, 0.74, 0.5),
    haze: 0.17,
    fall: 'snow',
  },
  fog: {
    clouds: [0, 0],
    grey: 1,
    dim: 1.25,
    tone: tone(-0.05, [1, 1, 1.01], [1, 1, 1], 0.8, 0.72, 0.45),
    haze: 1.25,
    fall: 'none',
  },
}

const SEASON_TONES: Record<Season, Tone> = {
  keep: PLAIN,
  spring: tone(0.06, [1, 1, 1.01], [1.01, 1.01, 0.98], 0.98, 1.03),
  summer: tone(0.04, [1, 1, 1.02], [1.03, 1, 0.95], 1.03, 1.06),
  autumn: tone(0, [1, 0.99, 1], [1.06, 1, 0.9], 1, 1),
  winter: tone(0, [0.97, 1, 1.06], [0.98, 1, 1.05], 0.94, 0.82),
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
  const whole = both(both(base, weather.tone), indoors ? PLAIN : SEASON_TONES[season])
  return {
    sky,
    skyShare: Math.min(1, strength / SKY_FROM),
    tone: partOf(whole, strength),
    haze: renewed ? weather.haze * strength : 0,
    hazeColour: sky ? sky.horizon : [1, 1, 1],
    windows: (day?.windows ?? 0) * settings.windows * strength,
    outside: powerOf(day?.outside ?? [1, 1, 1], strength),
    fall: weather.fall,
    season,
    strength,
  }
}
