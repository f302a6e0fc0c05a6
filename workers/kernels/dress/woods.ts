import { writeLab } from '#kernels/lab.ts'
import { lumaOf } from '#kernels/relight/colour.ts'
import type { Light } from '#kernels/relight/skies.ts'
import { ramp } from '#kernels/seeing/ramp.ts'

/** Luma, linear, at which colours are compared: shade makes a wood dark and leaves its hue. */
const LEVEL = 0.3
/** Chroma of wood: from which it may be some, and from which it surely is. */
const CHROMA = [13, 22] as const
/** Hue of wood, degrees in Lab: from where it may be some to where it surely is, and the same at its other end. */
const HUE = [46, 56, 84, 92] as const
/** Pixels that a mean is taken of at least. */
const SOME = 200
/** How warm a pixel is, as a part of the woods' mean, where it gets none of their lightness and where it gets all of it. */
const LIT = [0.3, 0.7] as const
/** Power of the factor by which a wood gets lighter, since a dim room's is not as dark as it looks, and its bounds. */
const [POWER, LEAST, MOST] = [0.8, 0.35, 3.5] as const
/** Least light of a colour as a part of its luma. */
const DEEP = 0.03

/** The woods of a photograph. */
export interface Woods {
  /** How far each pixel has their colour, 0..1. */
  warmth: Float32Array
  /** Their mean colour, linear light; null where there are none. */
  mean: Light | null
}

/** Logarithms of a colour's lights over its luma: what is left of it in any shade. */
function hueOf([r, g, b]: Light): Light {
  const luma = Math.max(1e-5, lumaOf([r, g, b]))
  const log = (value: number) => Math.log(Math.max(DEEP, value / luma))
  return [log(r), log(g), log(b)]
}

/** How likely a colour is that of wood by its hue, and by its chroma as well, 0..1 each, however bright it is. */
export function woodness([r, g, b]: Light, lab = new Float32Array(3)): { hue: number; both: number } {
  const scale = LEVEL / Math.max(1e-4, lumaOf([r, g, b]))
  writeLab(r * scale, g * scale, b * scale, lab, 0)
  const angle = (Math.atan2(lab[2]!, lab[1]!) * 180) / Math.PI
  const hue = Math.min(ramp(angle, HUE[0], HUE[1]), ramp(angle, HUE[3], HUE[2]))
  return { hue, both: hue * ramp(Math.hypot(lab[1]!, lab[2]!), ...CHROMA) }
}

/**
 * Finds the woods of a photograph by their colours.
 * @param bare colours without light, linear, three values a pixel @param isIn pixels that are asked about
 */
export function woodsOf(bare: Float32Array, isIn: (i: number) => boolean): Woods {
  const warmth = new Float32Array(bare.length / 3)
  const lab = new Float32Array(3)
  const colourAt = (i: number): Light => [bare[3 * i]!, bare[3 * i + 1]!, bare[3 * i + 2]!]
  let [r, g, b, weight] = [0, 0, 0, 0]
  for (let i = 0; i < warmth.length; i++) {
    if (!isIn(i)) continue
    const { hue, both } = woodness(colourAt(i), lab)
    warmth[i] = hue
    r += both * bare[3 * i]!
    g += both * bare[3 * i + 1]!
    b += both * bare[3 * i + 2]!
    weight += both
  }
  if (weight < SOME) return { warmth: warmth.fill(0), mean: null }
  const mean: Light = [r / weight, g / weight, b / weight]
  const [x, y, z] = hueOf(mean)
  for (let i = 0; i < warmth.length; i++) {
    if (warmth[i] === 0) continue
    const own = hueOf(colourAt(i))
    const along = (own[0] * x + own[1] * y + own[2] * z) / (x * x + y * y + z * z)
    warmth[i] = warmth[i]! * Math.min(1, Math.max(0, along))
  }
  return { warmth, mean }
}

/** What brings woods to a colour: logarithms of factors for their hue, and that for their lightness. */
export interface Stain {
  hue: Light
  light: number
}

/** What brings a photograph's woods to a colour, linear light; null where it has none. */
export function stainOf({ mean }: Woods, colour: Light): Stain | null {
  if (!mean) return null
  const [own, wanted] = [hueOf(mean), hueOf(colour)]
  const lighter = (lumaOf([...colour]) / Math.max(1e-3, lumaOf([...mean]))) ** POWER
  return {
    hue: [wanted[0] - own[0], wanted[1] - own[1], wanted[2] - own[2]],
    light: Math.log(Math.min(MOST, Math.max(LEAST, lighter))),
  }
}

/**
 * Writes a run of pixels with their woods stained and all else as it is: what has half the colour of wood goes half the
 * way, so that nothing turns blue.
 * @param from place of the first pixel, of `count`
 */
export function layStain(
  { warmth }: Woods,
  bare: Float32Array,
  { hue, light }: Stain,
  albedo: Float32Array,
  from: number,
  count: number,
): void {
  for (let i = from; i < from + count; i++) {
    const warm = warmth[i]!
    const lit = light * ramp(warm, ...LIT)
    for (let c = 0; c < 3; c++) albedo[3 * i + c] = bare[3 * i + c]! * Math.exp(warm * hue[c]! + lit)
  }
}
