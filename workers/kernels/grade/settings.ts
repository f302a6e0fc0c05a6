/** Kinds of pictures, each with targets of its own. */
export type GradePreset = 'building' | 'interior' | 'night' | 'snow'

/**
 * What the user may change. All sliders are −100..100 and count from what the automatic work has found: 0 leaves
 * it alone, −100 about undoes it or goes against it, 100 is as strong as still looks like a photograph.
 */
export interface GradeSettings {
  preset: GradePreset
  /** 100 is two stops brighter. */
  exposure: number
  contrast: number
  clarity: number
  /** Below 0 adds haze. */
  dehaze: number
  /** Above 0 is warmer. */
  temperature: number
  /** Above 0 is more magenta, below greener. */
  tint: number
  vibrance: number
  /** −100 leaves all noise. */
  noise: number
  /** −100 does not sharpen. */
  sharpen: number
  /** Set verticals upright. */
  straighten: boolean
}

/** What the automatic work aims at; tones are in encoded values 0..1, light in linear light. */
export interface GradeTarget {
  /** Log-average luminance (linear) that the exposure goes to. */
  key: number
  /** Largest change of exposure, stops, down and up. */
  stops: readonly [number, number]
  /** Stops by which the lightest parts may be pushed over white, to be rounded off there. */
  over: number
  /** Tones that the darkest and the lightest half percent go to. */
  black: number
  white: number
  contrast: number
  /** How much dark parts are opened and light parts held back, 0..1. */
  shadows: number
  highlights: number
  clarity: number
  /** How much of the haze that is found is taken away, 0..1. */
  dehaze: number
  /** How much of the colour cast that is found is taken away, 0..1. */
  balance: number
  /** Colour temperature left in or put in, logarithm of red over blue; above 0 warm. */
  warmth: number
  /** White is read from the lightest parts instead of from all. */
  whiteFromLight: boolean
  vibrance: number
  sharpen: number
  /** Noise reduction in multiples of the noise found. */
  noise: number
}

/** The four presets. */
export const GRADE_TARGETS: Readonly<Record<GradePreset, GradeTarget>> = {
  // Crisp daylight: haze away, sky and materials with colour, clear blacks.
  building: {
    key: 0.2,
    stops: [-0.5, 2],
    over: 1.5,
    black: 0.025,
    white: 0.97,
    contrast: 0.2,
    shadows: 0.3,
    highlights: 0.25,
    clarity: 0.35,
    dehaze: 0.75,
    balance: 0.8,
    warmth: 0,
    whiteFromLight: false,
    vibrance: 0.28,
    sharpen: 0.7,
    noise: 1,
  },
  // Bright and soft, open shadows, windows held back, a rest of warm light.
  interior: {
    key: 0.3,
    stops: [-0.3, 2.4],
    over: 1.5,
    black: 0.035,
    white: 0.975,
    contrast: 0.08,
    shadows: 0.5,
    highlights: 0.45,
    clarity: 0.22,
    dehaze: 0.15,
    balance: 0.85,
    warmth: 0.02,
    whiteFromLight: false,
    vibrance: 0.14,
    sharpen: 0.55,
    noise: 1.1,
  },
  // Stays night: deep blacks, lamps keep their colour and glow, noise goes first.
  night: {
    key: 0.07,
    stops: [-0.5, 1.5],
    over: -0.5,
    black: 0.012,
    white: 0.88,
    contrast: 0.22,
    shadows: 0.18,
    highlights: 0.6,
    clarity: 0.28,
    dehaze: 0.35,
    balance: 0.35,
    warmth: 0.02,
    whiteFromLight: false,
    vibrance: 0.36,
    sharpen: 0.45,
    noise: 1.7,
  },
  // White snow that keeps its grain and a breath of blue in the shade.
  snow: {
    key: 0.42,
    stops: [-0.6, 2],
    over: 1.5,
    black: 0.03,
    white: 0.955,
    contrast: 0.16,
    shadows: 0.15,
    highlights: 0.6,
    clarity: 0.45,
    dehaze: 0.5,
    balance: 0.95,
    warmth: -0.035,
    whiteFromLight: true,
    vibrance: 0.18,
    sharpen: 0.65,
    noise: 1,
  },
}
