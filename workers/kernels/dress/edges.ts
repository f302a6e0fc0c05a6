import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Prepared } from './prepare.ts'
import type { Source } from './source.ts'

/** Half the window, px at 1024, in which edges crowd, and the share of it that they fill from which it is busy. */
const WINDOW = 0.007
const [SOME, MANY] = [0.2, 0.42]
/** Ink from which a pixel is an edge. */
const EDGE = 0.12

/** How much pattern the source has of its own, 0..1: slats, courses, boards that a material's pattern would fight. */
export function busyOf({ ink }: Source, width: number, height: number): Float32Array {
  const out = ink.map((value) => (value > EDGE ? 1 : 0))
  boxBlur(
    out,
    width,
    height,
    Math.max(3, Math.round(WINDOW * Math.max(width, height))),
    new Float32Array(out.length),
  )
  for (let i = 0; i < out.length; i++) {
    const t = Math.min(1, Math.max(0, (out[i]! - SOME) / (MANY - SOME)))
    out[i] = t * t * (3 - 2 * t)
  }
  return out
}

/** Half the window, px at 1024, in which a place without any pattern is a thing and no leaves. */
const AMONG = 0.006
/** Mean pattern from which a region is leaves, and pattern up to which a place in it is none. */
const [LEAFY, BARE] = [0.4, 0.16]

/**
 * Where smooth things stand among leaves or grass of a model, 0..1: stones, seats, a wall that was taken for plants.
 * @param leafy which regions are taken for plants @param horizon row over which such a place is rather a gap, px
 */
export function thingsAmongLeaves(
  busy: Float32Array,
  map: Uint16Array,
  width: number,
  leafy: readonly boolean[],
  horizon: number,
): Float32Array {
  const height = busy.length / width
  const around = busy.slice()
  const radius = Math.max(2, Math.round(AMONG * Math.max(width, height)))
  for (let pass = 0; pass < 2; pass++) boxBlur(around, width, height, radius, new Float32Array(busy.length))
  const sums = new Float64Array(leafy.length)
  const pixels = new Float64Array(leafy.length)
  for (let i = 0; i < map.length; i++) {
    sums[map[i]!] = sums[map[i]!]! + busy[i]!
    pixels[map[i]!] = pixels[map[i]!]! + 1
  }
  for (let i = 0; i < map.length; i++) {
    const id = map[i]!
    const t = leafy[id] && sums[id]! > LEAFY * pixels[id]! ? Math.max(0, 1 - around[i]! / BARE) : 0
    const under = (Math.floor(i / width) - horizon) / (0.05 * height)
    around[i] = Math.min(1, 2 * t) * Math.min(1, Math.max(0, under))
  }
  return around
}

/** Half windows, px at 1024: of what is detail, and of what is beside an edge. */
const [DETAIL, BESIDE] = [0.003, 0.004]
/** How much more contrast than in the source its edges get. */
const CLEAR = 1.15

/** Detail of a plane, in place: what differs from the mean around it. @returns that mean */
function highPass(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const spare = new Float32Array(plane.length)
  const mean = plane.slice()
  for (let pass = 0; pass < 2; pass++) boxBlur(mean, width, height, radius, spare)
  for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! - mean[i]!
  return mean
}

/** Depth, encoded 0..1, to which a model's own lines are drawn: its pen lines are no part of what it shows. */
const DRAWN = 0.1

/** Slope from which an edge counts as turned over: light where the source is dark. */
const TURNED = -0.35

/** How the detail that was made goes with the source's own, by least squares around each pixel. */
function slopeOf(
  own: Float32Array,
  made: Float32Array,
  width: number,
  height: number,
  radius: number,
): Float32Array {
  const spare = new Float32Array(own.length)
  const both = own.map((value, i) => value * made[i]!)
  const square = own.map((value) => value * value)
  boxBlur(both, width, height, radius, spare)
  boxBlur(square, width, height, radius, spare)
  for (let i = 0; i < both.length; i++) both[i] = Math.min(6, Math.max(-6, both[i]! / (square[i]! + 1e-5)))
  return both
}

/**
 * Brings the source's edges back, in place: beside them and along its lines, however faint, detail is that of the
 * source, at its contrast or at what the finishes give it (a local linear model, after K. He, J. Sun, X. Tang: Guided Image Filtering).
 * @param rgb encoded 0..1, three values a pixel @param shares how far, 0..1, by region
 * @param skies which regions are sky, which is no brighter beside a roof
 */
export function keepEdges(
  rgb: Float32Array,
  { source, map, near: lines, image }: Pick<Prepared, 'source' | 'map' | 'near' | 'image'>,
  shares: readonly number[],
  skies: readonly boolean[],
): void {
  const { width, height } = image
  const side = Math.max(width, height)
  const count = width * height
  const made = new Float32Array(count)
  for (let i = 0; i < count; i++)
    made[i] = 0.2126 * rgb[3 * i]! + 0.7152 * rgb[3 * i + 1]! + 0.0722 * rgb[3 * i + 2]!
  const own = source.plain.map((value) => Math.sqrt(value))
  const radius = Math.max(2, Math.round(DETAIL * side))
  const level = highPass(made, width, height, radius)
  const lit = highPass(own, width, height, radius)
  if (source.plain !== source.luma)
    for (let i = 0; i < count; i++)
      own[i] = own[i]! - Math.min(DRAWN, Math.sqrt(source.plain[i]!) - Math.sqrt(source.luma[i]!))
  // A flat model's edges are as faint as its light; a photograph's, made stronger, would be halos around leaves.
  const clear = source.kind === 'photo' ? 1 : CLEAR * Math.min(1.9, 1 / Math.max(0.3, source.range))
  const near = source.ink.map((value) => (value > 0.06 ? 1 : 0))
  boxBlur(near, width, height, Math.max(2, Math.round(BESIDE * side)), new Float32Array(count))
  const slope = slopeOf(own, made, width, height, Math.max(2, Math.round(BESIDE * side)))
  for (let i = 0; i < count; i++) {
    const part = shares[map[i]!]! * Math.max(lines[i]!, Math.min(1, 5 * near[i]!))
    if (part === 0) continue
    // The edge of what is bright would be a rim along a darker finish: it is as faint there as that is dark.
    const darker = source.kind === 'drawing' ? 1 : Math.min(1, level[i]! / Math.max(0.02, lit[i]!))
    const least = clear * darker
    // Where finishes have turned an edge over, or made it stronger, it stays so.
    const contrast = slope[i]! < TURNED ? Math.min(slope[i]!, -least) : Math.max(slope[i]!, least)
    const change = part * (contrast * own[i]! - made[i]!)
    // Beside its ink a drawing's paper is no light.
    if (change > 0 && (source.kind === 'drawing' || skies[map[i]!])) continue
    for (let c = 3 * i; c < 3 * i + 3; c++) rgb[c] = Math.min(1, Math.max(0, rgb[c]! + change))
  }
}
