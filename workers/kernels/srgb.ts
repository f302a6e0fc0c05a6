/** The transfer curve of sRGB, IEC 61966-2-1. */

/** Encoded 0..1 → linear light; values above 1 go on along the curve. */
export function toLinear(v: number): number {
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
}

/** Linear light → encoded. */
export function toEncoded(l: number): number {
  return l <= 0.0031308 ? Math.max(0, l) * 12.92 : 1.055 * l ** (1 / 2.4) - 0.055
}

const STEPS = 16_384
const ENCODED = Float32Array.from({ length: STEPS + 2 }, (_, k) => toEncoded(k / STEPS))

/** Linear light 0..1 → encoded, by a table; what is outside is cut. Off by less than 0.0001. */
export function encodedOf(light: number): number {
  const at = (light < 0 ? 0 : light > 1 ? 1 : light) * STEPS
  const below = at | 0
  return ENCODED[below]! + (ENCODED[below + 1]! - ENCODED[below]!) * (at - below)
}

/** Value of 0..255 → linear light 0..1. */
export const LINEAR_OF_BYTE = Float32Array.from({ length: 256 }, (_, v) => toLinear(v / 255))
