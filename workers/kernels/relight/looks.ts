import type { Light, SkyLook } from './skies.ts'

/** Times, weathers and seasons that a picture can be given. */
export type Atmosphere = 'noon' | 'dusk' | 'night' | 'overcast' | 'rain' | 'snow' | 'fog' | 'autumn'

/** What an atmosphere does to a picture. */
export interface AtmosphereLook {
  sky: SkyLook
  /** Stops that the scene gets lighter or darker by. */
  exposure: number
  /** Colour of the light in the shadows and in the lights; 1 changes nothing. */
  shadows: Light
  lights: Light
  /** 1 keeps it. */
  contrast: number
  saturation: number
  /** Haze at the horizon, 0..1, in the colour of the sky's horizon. */
  haze: number
  /** How strongly windows are lit from inside, 0..1. */
  windows: number
  weather: 'none' | 'rain' | 'snow'
  /** How far leaves turn to autumn, or under snow, 0..1. */
  leaves: number
  snowCover: number
}

const CLEAR: SkyLook = {
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
const GREY: SkyLook = {
  zenith: [0.4, 0.44, 0.5],
  horizon: [0.66, 0.68, 0.7],
  glow: [1, 1, 1],
  glowStrength: 0.03,
  cloud: [0.72, 0.74, 0.78],
  cloudShade: [0.36, 0.39, 0.45],
  cover: 0.8,
  crisp: 0.15,
  stars: 0,
}
const PLAIN = {
  exposure: 0,
  shadows: [1, 1, 1],
  lights: [1, 1, 1],
  contrast: 1,
  saturation: 1,
  haze: 0,
  windows: 0,
  weather: 'none',
  leaves: 0,
  snowCover: 0,
} as const

/** The atmospheres as data. */
export const LOOKS: Record<Atmosphere, AtmosphereLook> = {
  noon: {
    ...PLAIN,
    sky: CLEAR,
    exposure: 0.15,
    lights: [1.03, 1, 0.95],
    shadows: [0.97, 1, 1.05],
    contrast: 1.06,
    saturation: 1.08,
  },
  dusk: {
    ...PLAIN,
    sky: {
      zenith: [0.045, 0.075, 0.2],
      horizon: [0.92, 0.42, 0.16],
      glow: [1, 0.5, 0.2],
      glowStrength: 0.55,
      cloud: [0.85, 0.4, 0.26],
      cloudShade: [0.16, 0.12, 0.2],
      cover: 0.46,
      crisp: 0.45,
      stars: 0,
    },
    exposure: -0.95,
    shadows: [0.74, 0.82, 1.2],
    lights: [1.22, 0.96, 0.72],
    contrast: 1.04,
    saturation: 0.95,
    haze: 0.06,
    windows: 0.75,
  },
  night: {
    ...PLAIN,
    sky: {
      zenith: [0.004, 0.008, 0.022],
      horizon: [0.028, 0.045, 0.09],
      glow: [0.25, 0.2, 0.15],
      glowStrength: 0.06,
      cloud: [0.03, 0.04, 0.06],
      cloudShade: [0.012, 0.016, 0.03],
      cover: 0.3,
      crisp: 0.25,
      stars: 220,
    },
    exposure: -2.6,
    shadows: [0.62, 0.78, 1.3],
    lights: [0.78, 0.88, 1.18],
    contrast: 1.02,
    saturation: 0.6,
    haze: 0.02,
    windows: 1,
  },
  overcast: {
    ...PLAIN,
    sky: GREY,
    exposure: -0.15,
    shadows: [0.97, 1, 1.05],
    lights: [0.98, 1, 1.02],
    contrast: 0.86,
    saturation: 0.8,
    haze: 0.08,
  },
  rain: {
    ...PLAIN,
    sky: {
      ...GREY,
      zenith: [0.2, 0.23, 0.28],
      horizon: [0.42, 0.45, 0.49],
      cloud: [0.46, 0.49, 0.53],
      cloudShade: [0.17, 0.19, 0.23],
    },
    exposure: -0.6,
    shadows: [0.9, 0.98, 1.1],
    lights: [0.93, 1, 1.08],
    contrast: 0.92,
    saturation: 0.75,
    haze: 0.22,
    windows: 0.35,
    weather: 'rain',
  },
  snow: {
    ...PLAIN,
    sky: {
      ...GREY,
      zenith: [0.56, 0.6, 0.66],
      horizon: [0.82, 0.84, 0.87],
      cloud: [0.86, 0.88, 0.91],
      cloudShade: [0.58, 0.61, 0.66],
    },
    exposure: 0.05,
    shadows: [0.94, 1, 1.1],
    lights: [0.98, 1, 1.03],
    contrast: 0.88,
    saturation: 0.6,
    haze: 0.2,
    windows: 0.25,
    weather: 'snow',
    snowCover: 1,
  },
  fog: {
    ...PLAIN,
    sky: {
      ...GREY,
      zenith: [0.62, 0.65, 0.68],
      horizon: [0.76, 0.78, 0.79],
      cover: 0,
      cloud: [0.7, 0.7, 0.7],
    },
    exposure: -0.1,
    shadows: [1, 1, 1.02],
    lights: [1, 1, 1],
    contrast: 0.8,
    saturation: 0.6,
    haze: 0.85,
  },
  autumn: {
    ...PLAIN,
    sky: { ...CLEAR, cover: 0.34, horizon: [0.62, 0.7, 0.82] },
    exposure: 0.05,
    lights: [1.1, 1, 0.86],
    shadows: [1, 0.99, 1.02],
    contrast: 1.03,
    saturation: 1.04,
    haze: 0.06,
    leaves: 1,
  },
}
