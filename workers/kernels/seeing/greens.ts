import { ramp } from './ramp.ts'

/** Chroma of leaves: from which it may be theirs, and from which it surely is. */
const CHROMA = [5, 11] as const
/** Hue of leaves, degrees in Lab: from where it may be theirs to where it surely is, and the same at its other end. */
const HUE = [92, 102, 150, 166] as const

/**
 * How likely a colour is that of leaves or grass, 0..1, by its hue: dark leaves of a plant in a room are hardly greener
 * than they are red. @param a @param b CIE Lab
 */
export function leafHue(a: number, b: number): number {
  const chroma = Math.hypot(a, b)
  if (chroma <= CHROMA[0]) return 0
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  return ramp(chroma, ...CHROMA) * Math.min(ramp(hue, HUE[0], HUE[1]), ramp(hue, HUE[3], HUE[2]))
}
