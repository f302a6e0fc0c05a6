import { boxBlur } from '#kernels/lineart/smooth.ts'
import { linesOf } from '#kernels/lines/picture-lines.ts'
import { roughDistanceTo } from '#kernels/mask/distance.ts'
import type { Raster } from '#kernels/raster.ts'
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

/** Half windows, px at 1024: of what is detail, and of what is beside an edge. */
const [DETAIL, BESIDE] = [0.003, 0.004]
/** How much more contrast than in the source its edges get. */
const CLEAR = 1.15

/** Detail of a plane, in place: what differs from the mean around it. @param spare is overwritten @returns that mean */
function highPass(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  spare: Float32Array,
): Float32Array {
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
  spare: Float32Array,
): Float32Array {
  const both = new Float32Array(own.length)
  const square = new Float32Array(own.length)
  for (let i = 0; i < own.length; i++) {
    both[i] = own[i]! * made[i]!
    square[i] = own[i]! * own[i]!
  }
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
  const own = new Float32Array(count)
  for (let i = 0; i < count; i++) own[i] = Math.sqrt(source.plain[i]!)
  const spare = new Float32Array(count)
  const radius = Math.max(2, Math.round(DETAIL * side))
  const level = highPass(made, width, height, radius, spare)
  const lit = highPass(own, width, height, radius, spare)
  if (source.plain !== source.luma)
    for (let i = 0; i < count; i++)
      own[i] = own[i]! - Math.min(DRAWN, Math.sqrt(source.plain[i]!) - Math.sqrt(source.luma[i]!))
  // A flat model's edges are as faint as its light; those of colours, made stronger, would be halos around dark things and leaves.
  const clear = source.coloured ? 1 : CLEAR * Math.min(1.9, 1 / Math.max(0.3, source.range))
  const near = new Float32Array(count)
  for (let i = 0; i < count; i++) near[i] = source.ink[i]! > 0.06 ? 1 : 0
  const beside = Math.max(2, Math.round(BESIDE * side))
  boxBlur(near, width, height, beside, spare)
  const slope = slopeOf(own, made, width, height, beside, spare)
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

/** How far beside a line all is near to it, and nothing any more; parts of the longer side. */
const [WHOLE, REACH] = [0.006, 0.014]

/**
 * How near each pixel is to a line of the picture, 1 on it .. 0: straight edges and long curves, however faint. What
 * is laid there must not drown them.
 */
export function nearLines(image: Raster): Float32Array {
  const { width: w, height: h, lines } = linesOf(image)
  const [whole, reach] = [WHOLE * Math.max(w, h), REACH * Math.max(w, h)]
  const isLine = new Uint8Array(w * h)
  for (const line of lines)
    for (const { x, y } of line) {
      const [u, v] = [Math.min(w - 1, Math.floor(x)), Math.min(h - 1, Math.floor(y))]
      if (u >= 0 && v >= 0) isLine[v * w + u] = 1
    }
  const near = roughDistanceTo(isLine, w, h)
  for (let i = 0; i < near.length; i++) {
    const t = Math.min(1, Math.max(0, (reach - near[i]!) / (reach - whole)))
    near[i] = t * t * (3 - 2 * t)
  }
  const { width, height } = image
  if (w === width && h === height) return near
  const out = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(h - 1, Math.floor(((y + 0.5) * h) / height)) * w
    for (let x = 0; x < width; x++, i++)
      out[i] = near[row + Math.min(w - 1, Math.floor(((x + 0.5) * w) / width))]!
  }
  return out
}

/** Difference of encoded luma at which a neighbour counts half. */
const ALIKE = 0.06

/**
 * Smooths the steps between regions as the source has them smooth: a pixel on a border takes from its neighbours by
 * how alike they are in the source; in place.
 */
export function smoothBorders({ border, geometry, source }: Prepared, rgb: Float32Array): void {
  const { width } = geometry.view
  const { luma, kind } = source
  const made = new Float32Array(3 * border.length)
  for (let n = 0; n < border.length; n++) {
    const i = border[n]!
    const here = Math.sqrt(luma[i]!)
    let [r, g, b, total] = [0, 0, 0, 0]
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const k = i + dy * width + dx
        const away = kind === 'drawing' ? 0 : (Math.sqrt(luma[k]!) - here) / ALIKE
        const weight = (dx === 0 ? 1 : 0.5) * (dy === 0 ? 1 : 0.5) * (1 / (1 + away * away))
        total += weight
        r += weight * rgb[3 * k]!
        g += weight * rgb[3 * k + 1]!
        b += weight * rgb[3 * k + 2]!
      }
    made[3 * n] = r / total
    made[3 * n + 1] = g / total
    made[3 * n + 2] = b / total
  }
  for (let n = 0; n < border.length; n++)
    for (let c = 0; c < 3; c++) rgb[3 * border[n]! + c] = made[3 * n + c]!
}
