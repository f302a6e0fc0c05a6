import type { Season, Time, Tone, Weather } from './looks.ts'
import type { Light, SkyLook } from './skies.ts'

/** A time of day. */
export interface TimeLook {
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

export const PLAIN = tone(0, [1, 1, 1], [1, 1, 1])

export const NOON_SKY: SkyLook = {
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

export const TIMES: Record<Exclude<Time, 'keep'>, TimeLook> = {
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

/** A weather. */
export interface WeatherLook {
  /** Cover and crispness of the clouds; null leaves those of the time of day. */
  clouds: readonly [number, number] | null
  /** How far the sky loses its colour, 0..1, and how bright it then is. */
  grey: number
  dim: number
  tone: Tone
  haze: number
  fall: 'none' | 'rain' | 'snow'
}

export const WEATHERS: Record<Weather, WeatherLook> = {
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

export const SEASON_TONES: Record<Season, Tone> = {
  keep: PLAIN,
  spring: tone(0.06, [1, 1, 1.01], [1.01, 1.01, 0.98], 0.98, 1.03),
  summer: tone(0.04, [1, 1, 1.02], [1.03, 1, 0.95], 1.03, 1.06),
  autumn: tone(0, [1, 0.99, 1], [1.06, 1, 0.9], 1, 1),
  winter: tone(0, [0.97, 1, 1.06], [0.98, 1, 1.05], 0.94, 0.82),
}
