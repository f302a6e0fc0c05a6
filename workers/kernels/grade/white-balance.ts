import { toEncoded, toLinear } from '#kernels/srgb.ts'
import type { GradeSettings, GradeTarget } from './settings.ts'
import type { Small } from './small.ts'
import { ramp, shoulder } from './tones.ts'

/** Colour of the light: logarithms of red and blue over green. */
export interface Cast {
  red: number
  blue: number
}

/** Pixels with a channel outside of this (linear) tell nothing about the light. */
const DARKEST = 0.004
const CLIPPED = 0.93
/** Largest cast along warm–cold and along green–magenta that counts as light rather than as things' colour. */
const MOST_WARMTH = 0.85
const MOST_TINT = 0.2

const castOf = (r: number, g: number, b: number): Cast => ({
  red: Math.log((r + 1e-9) / (g + 1e-9)),
  blue: Math.log((b + 1e-9) / (g + 1e-9)),
})

/** A gradient against a clipped pixel shows where the sensor ended, not the light. */
function touchesClipped({ width, r, g, b }: Small, i: number): boolean {
  for (const j of [i - 1, i + 1, i - width, i + width]) {
    if (r[j]! > CLIPPED || g[j]! > CLIPPED || b[j]! > CLIPPED) return true
  }
  return false
}

/**
 * Minkowski mean of each channel: shades of grey (Finlayson & Trezzi 2004) on the values, grey edge (van de Weijer
 * et al. 2007) on the gradients.
 */
function minkowski(small: Small, power: number, edges: boolean): Cast | null {
  const { width, height, r, g, b } = small
  const sums = [0, 0, 0]
  const planes = [r, g, b]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const low = Math.min(r[i]!, g[i]!, b[i]!)
      if (Math.max(r[i]!, g[i]!, b[i]!) > CLIPPED || low < DARKEST) continue
      if (edges && touchesClipped(small, i)) continue
      for (let c = 0; c < 3; c++) {
        const p = planes[c]!
        const v = edges ? Math.hypot(p[i + 1]! - p[i - 1]!, p[i + width]! - p[i - width]!) : p[i]!
        sums[c] = sums[c]! + v ** power
      }
    }
  }
  if (sums.some((s) => s <= 0)) return null
  const [sr, sg, sb] = sums.map((s) => s ** (1 / power))
  return castOf(sr!, sg!, sb!)
}

/** Mean colour of the lightest 5 % that is not clipped. */
function lightest(small: Small): Cast | null {
  const { r, g, b } = small
  const luma = (i: number): number => 0.2126 * r[i]! + 0.7152 * g[i]! + 0.0722 * b[i]!
  const usable: number[] = []
  for (let i = 0; i < r.length; i++) if (Math.max(r[i]!, g[i]!, b[i]!) < CLIPPED) usable.push(i)
  usable.sort((p, q) => luma(q) - luma(p))
  const top = usable.slice(0, Math.max(1, Math.round(usable.length * 0.05)))
  if (usable.length < 50) return null
  let [sr, sg, sb] = [0, 0, 0]
  for (const i of top) {
    sr += r[i]!
    sg += g[i]!
    sb += b[i]!
  }
  return castOf(sr, sg, sb)
}

/** Mean colour of what is nearly grey under the assumed light, and its share of the picture. */
function nearlyGrey({ r, g, b }: Small, assumed: Cast): { cast: Cast; share: number } {
  let [red, blue, weight] = [0, 0, 0]
  let seen = 0
  for (let i = 0; i < r.length; i++) {
    const high = Math.max(r[i]!, g[i]!, b[i]!)
    if (high > CLIPPED || Math.min(r[i]!, g[i]!, b[i]!) < DARKEST) continue
    seen++
    const cast = castOf(r[i]!, g[i]!, b[i]!)
    const off = Math.hypot(cast.red - assumed.red, cast.blue - assumed.blue)
    if (off > 0.25) continue
    const w = (1 - off / 0.25) * Math.sqrt(high)
    red += w * cast.red
    blue += w * cast.blue
    weight += w
  }
  if (weight === 0) return { cast: assumed, share: 0 }
  return { cast: { red: red / weight, blue: blue / weight }, share: weight / Math.max(1, seen) }
}

/** The colour of the light, within the limits of what light does. */
export function estimateCast(small: Small, whiteFromLight: boolean): Cast {
  const fromLight = whiteFromLight ? lightest(small) : null
  const shades = minkowski(small, 6, false)
  const edges = minkowski(small, 3, true)
  const start = fromLight ?? shades
  if (!start) return { red: 0, blue: 0 }
  let cast = start
  if (!fromLight && edges) {
    cast = { red: (start.red + edges.red) / 2, blue: (start.blue + edges.blue) / 2 }
    // A look at grey things under that light; under none as well, since many pictures are already right.
    const found = nearlyGrey(small, cast)
    const neutral = nearlyGrey(small, { red: 0, blue: 0 })
    const total = found.share + neutral.share + 0.05
    cast = {
      red: (found.share * found.cast.red + neutral.share * neutral.cast.red + 0.05 * cast.red) / total,
      blue: (found.share * found.cast.blue + neutral.share * neutral.cast.blue + 0.05 * cast.blue) / total,
    }
  }
  const limit = (v: number, most: number): number => Math.min(most, Math.max(-most, v))
  const warmth = limit((cast.red - cast.blue) / 2, MOST_WARMTH)
  const tint = limit((cast.red + cast.blue) / 2, MOST_TINT)
  // A trace of colour is as likely to be the things' own: pictures that are right stay as they are.
  const sure = ramp(Math.hypot(warmth, tint), 0.02, 0.14)
  return { red: sure * (tint + warmth), blue: sure * (tint - warmth) }
}

/** Factors of linear red, green and blue; the smallest is 1, so that white stays white. */
export type Gains = readonly [number, number, number]

/** Factors that take the cast away as far as the preset wants, with the user's temperature and tint. */
export function balanceGains(cast: Cast, target: GradeTarget, settings: GradeSettings): Gains {
  const warm = target.warmth + settings.temperature * 0.0035
  const magenta = settings.tint * 0.0022
  const red = -cast.red * target.balance + warm + magenta
  const blue = -cast.blue * target.balance - warm + magenta
  const least = Math.min(red, 0, blue)
  return [Math.exp(red - least), Math.exp(-least), Math.exp(blue - least)]
}

/** Steps between two 8-bit values in a balance table. */
export const BALANCE_STEPS = 4

/** Encoded result 0..1 of each value 0..255 (in quarter steps) under a factor of linear light; 255 stays 1. */
export function balanceTable(gain: number): Float32Array {
  const most = toEncoded(gain)
  return Float32Array.from({ length: 255 * BALANCE_STEPS + 1 }, (_, i) =>
    shoulder(toEncoded(gain * toLinear(i / BALANCE_STEPS / 255)), 0.8, most),
  )
}
