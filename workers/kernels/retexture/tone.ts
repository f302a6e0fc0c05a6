/** Linear light above which a photograph's highlights roll off instead of clipping. */
export const KNEE = 0.62

/** Linear light that is shown for linear light of any strength. */
function shoulder(light: number): number {
  return light <= KNEE ? light : KNEE + (1 - KNEE) * (1 - Math.exp(-(light - KNEE) / (1 - KNEE)))
}

function encode(light: number): number {
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
}

/** Steps of linear light 1: so many that neighbours differ by less than a quarter of a grey level. */
const STEPS = 16_384
/** What is brighter is white, linear light. */
const BRIGHTEST = 4
const LAST = BRIGHTEST * STEPS

const SHOWN = Float32Array.from({ length: LAST + 1 }, (_, k) => shoulder(k / STEPS))
const SRGB = Uint8Array.from(SHOWN, (light) => Math.round(encode(light)))

/** Place of linear light, 0 or more, in the tables. */
function stepOf(light: number): number {
  const step = (light * STEPS + 0.5) | 0
  return step < LAST ? step : LAST
}

/** sRGB value 0..255 of linear light, its highlights rolled off. */
export function shownSrgb(light: number): number {
  return SRGB[stepOf(light)]!
}

/** sRGB value 0..255 of `share` of one light, its highlights rolled off, and the rest of another below white. */
export function mixedSrgb(light: number, other: number, share: number): number {
  return encode(other + (SHOWN[stepOf(light)]! - other) * share)
}
