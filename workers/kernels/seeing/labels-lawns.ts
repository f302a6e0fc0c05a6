import { boxBlur } from '#kernels/lineart/smooth.ts'
import { flecksOf, grainOf, lawnsOf } from './grain.ts'
import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import { piecesOf } from './regions-pieces.ts'
import type { Sight } from './regions-sight.ts'

/** Part of a ground's pixels on which grass shows where it is a lawn in a bare ground, and neither. */
const MIXED = [0.04, 0.7] as const
/** Part of the picture that a lawn covers at least, and the ground that it lies in: shadows on a terrace are no blades. */
const [LEAST, WIDE] = [0.004, 0.05] as const

/** How far within a lawn blades before a stone are no edge of that, in parts of the longer side, and how much lawn is there. */
const [BEFORE, AMONG] = [0.011, 0.75] as const

/** Luma, linear, of lightness 0..100 in CIE Lab, by hundredths. */
const LUMA = Float32Array.from({ length: 10_001 }, (_, k) => ((k / 100 + 16) / 116) ** 3)
const lumaOf = (lightness: number) => LUMA[Math.min(10_000, Math.max(0, Math.round(100 * lightness)))]!

/** Pixels of each region that are asked for. */
function countIn(map: Uint16Array, count: number, isIn: (i: number) => boolean): Float64Array {
  const sums = new Float64Array(count)
  for (let i = 0; i < map.length; i++) if (isIn(i)) sums[map[i]!] = sums[map[i]!]! + 1
  return sums
}

/**
 * Parts the lawns of a model's garden, on which blades of grass show, from the bare ground that they run into, and takes
 * blades from the stones behind them.
 */
export function partLawns({ parts, names }: Tidy, { width, height, l }: Sight): Tidy {
  const { map, count } = parts
  const isGround = (i: number) => names[map[i]!]!.label === 'ground'
  const first = map.findIndex((_, i) => isGround(i))
  if (first < 0) return { parts, names }
  // Nothing grows above the ground.
  const from = first - (first % width)
  const lawns = new Uint8Array(map.length)
  lawns.set(lawnsOf(grainOf(flecksOf(l.subarray(from).map(lumaOf), width), width), width), from)
  const all = countIn(map, count, () => true)
  const grown = countIn(map, count, (i) => lawns[i] === 1)
  const isMixed = names.map(({ label }, id) => {
    const share = grown[id]! / all[id]!
    const isWide = label === 'ground' && all[id]! > WIDE * map.length
    return (isWide || label === 'other') && share > MIXED[0] && share < MIXED[1]
  })
  if (!isMixed.some((is, id) => is && names[id]!.label === 'ground')) return { parts, names }
  const deep = Float32Array.from(lawns)
  boxBlur(deep, width, height, Math.round(BEFORE * Math.max(width, height)), new Float32Array(map.length))
  const isLawn = (i: number) => lawns[i] === 1 && isMixed[map[i]!]! && (isGround(i) || deep[i]! > AMONG)
  const named = [...names]
  const ground = names.find(({ label }, id) => label === 'ground' && isMixed[id])!
  const out = map.slice()
  for (const { pixels } of piecesOf(isLawn, map, width)) {
    if (pixels.filter(isGround).length < LEAST * map.length) continue
    const id = named.push({ ...ground }) - 1
    for (const i of pixels) out[i] = id
  }
  return withoutEmpty({ parts: { map: out, count: named.length }, names: named })
}
