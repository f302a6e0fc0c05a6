import { boxBlur } from '#kernels/lineart/smooth.ts'
import { ramp } from './ramp.ts'
import type { Basins } from './regions-flood.ts'
import type { Sight } from './regions-sight.ts'
import { connected } from './regions-split.ts'

/** Chroma of leaves: from which it may be theirs, and from which it surely is. */
const CHROMA = [5, 11] as const
/** Hue of leaves, degrees in Lab: from where it may be theirs to where it surely is, and the same at its other end. */
const HUE = [92, 102, 150, 166] as const
/** Half width of the gaps between leaves that are theirs, in parts of the longer side. */
const GAP = 0.0025
/** Share of green from which a place grows, and parts of a picture that a piece of a region has to cover to be one of its own. */
const [GROWS, PIECE] = [0.45, 0.0012] as const

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

/** How likely each pixel of a photograph shows leaves or grass, by its colour, 0..1. @param a @param b CIE Lab */
export function greenOf(a: Float32Array, b: Float32Array, width: number, height: number): Float32Array {
  const green = new Float32Array(a.length)
  for (let i = 0; i < green.length; i++) green[i] = leafHue(a[i]!, b[i]!)
  const spare = new Float32Array(green.length)
  const radius = Math.max(1, Math.round(GAP * Math.max(width, height)))
  for (let pass = 0; pass < 2; pass++) boxBlur(green, width, height, radius, spare)
  return green
}

/** Parts what grows in a photograph from what else is in its region, as leaves from the wall behind them. */
export function splitAtGreens(basins: Basins, { width, green }: Sight): Basins {
  if (!green) return basins
  const { map, count } = basins
  const least = PIECE * map.length
  const [grown, bare] = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < map.length; i++) {
    const sum = green[i]! > GROWS ? grown : bare
    sum[map[i]!] = sum[map[i]!]! + 1
  }
  const isMixed = Array.from(grown, (some, k) => Math.min(some, bare[k]!) > least)
  if (!isMixed.includes(true)) return basins
  const sideOf = (k: number, i: number) => (isMixed[k] && green[i]! > GROWS ? 1 : 0)
  const pieces = connected(
    Int32Array.from(map, (k, i) => 2 * k + sideOf(k, i)),
    width,
  )
  const size = new Float64Array(pieces.count)
  for (const piece of pieces.map) size[piece]!++
  return connected(
    Int32Array.from(map, (k, i) => 2 * k + (sideOf(k, i) && size[pieces.map[i]!]! > least ? 1 : 0)),
    width,
  )
}
