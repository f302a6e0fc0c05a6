/** sRGB code 0..255 → linear light 0..1. */
export const TO_LINEAR = Float32Array.from({ length: 256 }, (_, i) => {
  const v = i / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

const STEPS = 4096
/** The way back, by the root of the light, whose steps suit the eye. */
const BY_ROOT = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
  const v = (i / STEPS) ** 2
  return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
})

/** Linear light → sRGB code 0..255 with fractions; light outside 0..1 is clamped. */
export function toCode(light: number): number {
  if (light <= 0) return 0
  return light >= 1 ? 255 : BY_ROOT[(Math.sqrt(light) * STEPS + 0.5) | 0]!
}

/** Noise of −0.5..0.5 that is the same for the same place: smooth shades do not band when they are rounded with it. */
export function dither(x: number, y: number): number {
  const mixed = Math.imul(x ^ Math.imul(y, 0x27d4eb2d), 0x9e3779b1)
  return ((mixed ^ (mixed >>> 15)) >>> 8) / 0x1000000 - 0.5
}
