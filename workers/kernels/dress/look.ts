import type { MaterialPicture } from '#kernels/materials/material-picture.ts'
import type { Season, Time, Weather } from '#kernels/relight/looks.ts'
import type { Light } from '#kernels/relight/skies.ts'
import type { Label } from '#kernels/seeing/scene.ts'

/** What a surface is made of. */
export interface Finish {
  /**
   * Laid in perspective and at its true scale, or as grain where there is no plane; null for a plain colour. Finishes
   * of one material have to share the object, so that its pyramid is built once.
   */
  material: MaterialPicture | null
  /** Albedo in linear light, 0..1: of what has no material, or what a material's mean is moved to. */
  colour: Light
  /** How far the mean of a material goes to the colour, 0..1. */
  tint: number
  /** 0 matt .. 1 mirror. */
  gloss: number
  /** Cloth or leather: what seats are covered with. */
  soft?: boolean
  /** Degrees that a material is turned on its plane, clockwise. */
  turn?: number
  /** Size of a material in parts of its own, 1 when left out. */
  scale?: number
}

/** The sun of a look. */
export interface SunLook {
  /** Where it stands, degrees: 0 behind the camera, 90 at the right, 180 against the light, 270 at the left. */
  azimuth: number
  /** Degrees above the horizon, 5..85. */
  elevation: number
  /** Linear light, of luma about 1. */
  colour: Light
  /** 0 (a closed sky) .. 1 (a clear day). */
  strength: number
}

/** How a picture is to be dressed. */
export interface Look {
  /** A list is dealt out among a label's regions by size, the largest taking the first; without any the source stays. */
  finishes: Partial<Record<Label, readonly Finish[]>>
  /** Labels whose first finish was asked for in words, and not only a style's own. */
  asked?: readonly Label[]
  /** `keep` leaves sky and light as the source has them (a line drawing's is noon then). */
  time: Time
  weather: Weather
  season: Season
  /** Null for the usual sun of the time of day. A clay model or photograph keeps its own shadows. */
  sun: SunLook | null
  /** How brightly lamps and windows are lit, 0..1. */
  lamps: number
  /** Colours that the whole is drawn to; null leaves the finishes' own. */
  palette: Palette | null
  /** How leafy vegetation is made, 0..1. */
  planting: number
}

/** A cloud of colours. */
export interface Palette {
  /** CIE Lab (D65), three values a colour, each counting the same; see paletteOf. */
  lab: Float32Array
  /** How far the picture is drawn to it, 0..1. */
  share: number
}

/** How far and how carefully a picture is dressed. */
export interface DressOptions {
  /** 0 (a tint) .. 1 (full dressing). */
  strength: number
  /** Every edge of the source is kept exactly, drawn over the finishes. */
  lock: boolean
  seed: number
  /** Finishes of single regions, by their id; they go before the label's. */
  finishes: ReadonlyMap<number, Finish>
}
