import { boxBlur } from '#kernels/lineart/smooth.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { ramp } from './ramp.ts'
import type { Sight } from './regions-sight.ts'

/** Radius over which colours are read, px. */
const SOFT = 3
/** Linear light beside which a darker one's colour says nothing. */
const DARK = 0.01
/** Change of colour from which it counts, and from which it wholly does. */
const [FAINT, CLEAR] = [0.07, 0.13] as const
/** Change of colour by that of light: at most where only the light changes, and from which materials do. */
const [LIGHT, MATERIAL] = [0.45, 0.7] as const
/** Change of light beside which a smaller one is none. */
const STEADY = 0.1

/** Colour without light at each pixel, as logarithms of red and of blue by green, and the logarithm of the light. */
export interface Tones {
  warm: Float32Array
  cold: Float32Array
  light: Float32Array
}

/**
 * Reads the tones of a picture, softly.
 * @param from first row that is read, and `to` the one after the last; the others stay 0
 */
export function tonesOf({ copy: { r, g, b, width } }: Pick<Sight, 'copy'>, from: number, to: number): Tones {
  const [first, last] = [from * width, to * width]
  const spare = new Float32Array(last - first)
  const [red, green, blue] = [r, g, b].map((plane) => {
    const out = new Float32Array(plane.length)
    for (let i = first; i < last; i++) out[i] = LINEAR_OF_BYTE[(255 * plane[i]! + 0.5) | 0]!
    boxBlur(out.subarray(first, last), width, to - from, SOFT, spare)
    return out
  }) as [Float32Array, Float32Array, Float32Array]
  const tones = { warm: red, cold: blue, light: green }
  for (let i = first; i < last; i++) {
    const [x, y, z] = [red[i]! + DARK, green[i]! + DARK, blue[i]! + DARK]
    tones.warm[i] = Math.log(x / y)
    tones.cold[i] = Math.log(z / y)
    tones.light[i] = Math.log(0.2126 * x + 0.7152 * y + 0.0722 * z)
  }
  return tones
}

/**
 * Whether two places are of one material, by the changes of colour and of light between them, as logarithms: −1 where
 * they are not, 1 where no more than the light changes. At a shadow's edge that changes by much and colour by little;
 * where two materials meet it is the other way round.
 */
export function likeness(colour: number, light: number): number {
  const part = colour / (light + STEADY)
  const apart = ramp(colour, FAINT, CLEAR) * ramp(part, LIGHT, MATERIAL)
  return apart > 0 ? -apart : 1 - ramp(part, 0, LIGHT)
}
