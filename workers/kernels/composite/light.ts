import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import type { Box } from './placing.ts'

/** The light that a picture was taken in, as its pixels tell. */
export interface Ambience {
  /** Warm against cool: logarithm of red over blue of what is grey in it. */
  warmth: number
  /** Green against magenta, likewise. */
  tint: number
  /** Mean brightness: geometric mean of linear light, 0..1. */
  key: number
  /** Linear light of the darkest hundredth, 0..1. */
  black: number
}

/** An object of light that nothing is known of. */
const UNKNOWN: Ambience = { warmth: 0, tint: 0, key: 0.25, black: 0 }

/** Pixels that are looked at, about. */
const SAMPLES = 40_000
/** Colourfulness (0..1) at which a pixel tells little of the light: it may be paint. */
const PAINT = 0.12
/** Norm by which the light's colour is taken: between the mean and the brightest (Finlayson and Trezzi 2004). */
const NORM = 4
/** Share of transparent pixels from which a picture is a cut-out already and tells nothing of its light. */
const CUT_OUT = 0.05
/** Weight of what is far from the place that is asked for. */
const FAR = 0.2
/** Foliage and lawns are green by themselves: of a green tint only this much is believed. */
const TINT_TRUST = 0.3

/**
 * Reads the light of a picture: shades of grey over what is hardly coloured, so that a red chair or a lawn is not
 * taken for red or green light.
 * @param near where in the picture the light matters most; everywhere when left out
 */
export function readAmbience(picture: Raster, near?: Box): Ambience {
  const { width, height, data } = picture
  const stride = Math.max(1, Math.round(Math.sqrt((width * height) / SAMPLES)))
  const sums = [0, 0, 0]
  let weights = 0
  let logs = 0
  let seen = 0
  let count = 0
  let clear = 0
  const tones = new Float64Array(256)
  for (let y = stride >> 1; y < height; y += stride) {
    for (let x = stride >> 1; x < width; x += stride) {
      const at = 4 * (y * width + x)
      count++
      if (data[at + 3]! < 250) {
        clear++
        continue
      }
      const r = LINEAR_OF_BYTE[data[at]!]!
      const g = LINEAR_OF_BYTE[data[at + 1]!]!
      const b = LINEAR_OF_BYTE[data[at + 2]!]!
      const light = 0.2126 * r + 0.7152 * g + 0.0722 * b
      const place = near && !isNear(x, y, near) ? FAR : 1
      logs += place * Math.log(light + 0.002)
      seen += place
      const tone = Math.min(255, Math.round(255 * Math.sqrt(light)))
      tones[tone] = tones[tone]! + place
      const most = Math.max(r, g, b)
      if (most > 0.97 || most < 0.01) continue
      const paint = (most - Math.min(r, g, b)) / most / (4 * PAINT)
      const weight = place * (0.004 + Math.exp(-paint * paint))
      sums[0] = sums[0]! + weight * r ** NORM
      sums[1] = sums[1]! + weight * g ** NORM
      sums[2] = sums[2]! + weight * b ** NORM
      weights += weight
    }
  }
  if (count === 0 || clear > CUT_OUT * count || weights === 0) return UNKNOWN
  const [r, g, b] = sums.map((sum) => (sum / weights + 1e-9) ** (1 / NORM)) as [number, number, number]
  return {
    warmth: Math.log(r / b),
    tint: TINT_TRUST * Math.log(g / Math.sqrt(r * b)),
    key: Math.exp(logs / seen),
    black: darkest(tones, seen),
  }
}

/** Within the box and as much again around it. */
function isNear(x: number, y: number, { left, top, width, height }: Box): boolean {
  return x > left - width && x < left + 2 * width && y > top - height && y < top + 2 * height
}

function darkest(tones: Float64Array, seen: number): number {
  let sum = 0
  for (let tone = 0; tone < 256; tone++) {
    sum += tones[tone]!
    if (sum >= 0.01 * seen) return (tone / 255) ** 2
  }
  return 0
}

/** What is done to the subject's linear light. */
export interface Grade {
  gain: readonly [number, number, number]
  /** Light that is added to the darkest, 0..1. */
  lift: number
}

const limit = (value: number, most: number) => Math.min(most, Math.max(-most, value))

/**
 * Carries a subject from the light that it was taken in to the light of its new ground: the colour of the light by
 * von Kries' rule, which leaves paints what they are, and part of the brightness and of the haze.
 * @param strength 0..1
 */
export function gradeBetween(from: Ambience, to: Ambience, strength: number): Grade {
  const warmth = limit(to.warmth - from.warmth, 0.6) * strength
  const tint = limit(to.tint - from.tint, 0.15) * strength
  const r = Math.exp(warmth / 2 - tint / 3)
  const g = Math.exp((2 * tint) / 3)
  const b = Math.exp(-warmth / 2 - tint / 3)
  const bright = Math.exp(limit(0.5 * strength * Math.log(to.key / from.key), 0.45))
  const scale = bright / (0.2126 * r + 0.7152 * g + 0.0722 * b)
  const lift = Math.min(0.008, Math.max(0, to.black - from.black)) * strength
  return { gain: [r * scale, g * scale, b * scale], lift }
}

/**
 * Side that the light comes from, judged by which half of the upper picture is brighter, −1 (left) .. 1 (right).
 */
export function brighterSide({ width, height, data }: Raster): number {
  const stride = Math.max(1, Math.round(Math.sqrt((width * height) / SAMPLES)))
  let moment = 0
  let sum = 0
  for (let y = 0; y < 0.7 * height; y += stride) {
    for (let x = 0; x < width; x += stride) {
      const at = 4 * (y * width + x)
      const light = LINEAR_OF_BYTE[data[at + 1]!]!
      moment += light * ((2 * x) / width - 1)
      sum += light
    }
  }
  return sum > 0 ? Math.max(-1, Math.min(1, (4 * moment) / sum)) : 0
}
