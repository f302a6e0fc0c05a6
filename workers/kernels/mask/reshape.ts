import { areaOf, cutArea, pasteArea } from './area.ts'
import { distanceTo } from './distance.ts'

/** A change of a mask's edge; radius in px, > 0. */
export interface Reshape {
  kind: 'grow' | 'shrink' | 'feather'
  radius: number
}

/** Value from which on a pixel counts as inside when an edge is moved. */
const INSIDE = 128

/**
 * What lies within a radius of the mask, with an edge one px soft. A soft edge becomes a crisp one: where it
 * is half masked counts as the edge.
 */
function dilate(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const distance = distanceTo(
    mask.map((value) => (value >= INSIDE ? 1 : 0)),
    width,
    height,
  )
  return Uint8Array.from(distance, (d) => Math.round(255 * Math.min(1, Math.max(0, radius + 0.5 - d))))
}

function grow(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const out = new Uint8Array(mask.length)
  const area = areaOf(mask, width, height, Math.ceil(radius) + 1)
  if (!area) return out
  const piece = cutArea(mask, width, area)
  pasteArea(out, width, area, dilate(piece, area.right - area.left, area.bottom - area.top, radius))
  return out
}

function shrink(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const out = new Uint8Array(mask.length)
  const area = areaOf(mask, width, height, 1)
  if (!area) return out
  // Beyond the picture there is nothing to shrink from: an area at its edge stays there.
  const free = cutArea(mask, width, area).map((value) => 255 - value)
  const grown = dilate(free, area.right - area.left, area.bottom - area.top, radius)
  pasteArea(
    out,
    width,
    area,
    grown.map((value) => 255 - value),
  )
  return out
}

/** Radii of three means in a row that come close to a Gaussian of this deviation (Kovesi, 2010). */
function boxRadii(sigma: number): number[] {
  const ideal = Math.sqrt(4 * sigma * sigma + 1)
  let lower = Math.floor(ideal)
  if (lower % 2 === 0) lower--
  const few = Math.round((12 * sigma * sigma - 3 * lower * lower - 12 * lower - 9) / (-4 * lower - 4))
  return [0, 1, 2].map((n) => ((n < few ? lower : lower + 2) - 1) / 2)
}

/** Running mean along a line; beyond its ends it goes on with its last value. */
function meanLine(from: Float32Array, to: Float32Array, radius: number): void {
  const n = from.length
  const at = (i: number) => from[i < 0 ? 0 : i >= n ? n - 1 : i] as number
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += at(i)
  for (let i = 0; i < n; i++) {
    to[i] = sum / (2 * radius + 1)
    sum += at(i + radius + 1) - at(i - radius)
  }
}

function blurLines(
  mask: Uint8Array,
  lines: { count: number; length: number; step: number; across: number },
  radii: readonly number[],
): void {
  let line = new Float32Array(lines.length)
  let next = new Float32Array(lines.length)
  for (let n = 0; n < lines.count; n++) {
    const start = n * lines.across
    for (let i = 0; i < lines.length; i++) line[i] = mask[start + i * lines.step] as number
    for (const radius of radii) {
      meanLine(line, next, radius)
      ;[line, next] = [next, line]
    }
    for (let i = 0; i < lines.length; i++) mask[start + i * lines.step] = Math.round(line[i] as number)
  }
}

/** Softens the edge: a Gaussian whose deviation is half the radius, so that the fade is about as wide as it. */
function feather(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const out = new Uint8Array(mask.length)
  const radii = boxRadii(Math.max(0.5, radius / 2))
  const area = areaOf(mask, width, height, radii.reduce((a, b) => a + b, 0) + 1)
  if (!area) return out
  const [wide, high] = [area.right - area.left, area.bottom - area.top]
  const piece = cutArea(mask, width, area)
  blurLines(piece, { count: high, length: wide, step: 1, across: wide }, radii)
  blurLines(piece, { count: wide, length: high, step: wide, across: 1 }, radii)
  pasteArea(out, width, area, piece)
  return out
}

const CHANGES = { grow, shrink, feather }

/**
 * Moves or softens the edge of a mask.
 * @param mask width·height values, 255 inside; left as it is
 */
export function reshapeMask(mask: Uint8Array, width: number, height: number, change: Reshape): Uint8Array {
  return CHANGES[change.kind](mask, width, height, change.radius)
}
