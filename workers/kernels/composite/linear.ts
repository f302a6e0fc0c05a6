import { toEncoded } from '#kernels/srgb.ts'

const STEPS = 4096
/** The way back, by the root of the light, whose steps suit the eye. */
const BY_ROOT = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
  return 255 * toEncoded((i / STEPS) ** 2)
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
