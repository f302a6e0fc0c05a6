import type { Plane } from '#kernels/raster.ts'

/** Where a silhouette touches the ground. */
export interface Footing {
  /** How surely each column stands on the ground, 0..1. */
  contact: Float32Array
  /** Row below the lowest pixel of each column; −1 where the column is empty. */
  bottom: Float32Array
  /** Row of the nearest contact of each column: where the ground is for what stands there. */
  standing: Float32Array
  /** Ground between the contacts: its foremost and its hindmost row by column; −1 beside it. */
  front: Float32Array
  back: Float32Array
  /** Mean room between the ground and what is over it, rows. */
  clearance: number
}

/** Alpha from which a pixel is the subject, 0..1. */
const SOLID = 0.4
/** Contacts lie in this lowest share of the silhouette: higher ones are undersides. */
const LOW_SHARE = 0.3
/** How far a foot's own underside may rise, as a share of the height. */
const FOOT_RISE = 0.015
/** How much lower than what is beside it a foot ends, as a share of the height. */
const PROMINENCE = 0.03
/** Steepest line that an edge on the ground makes in a picture, rows a column. */
const STEEPEST = 0.55

function findBottom({ width, height, data }: Plane): Float32Array {
  const bottom = new Float32Array(width).fill(-1)
  for (let x = 0; x < width; x++) {
    for (let y = height - 1; y >= 0; y--) {
      if (data[y * width + x]! < SOLID) continue
      bottom[x] = y + 1
      break
    }
  }
  return bottom
}

/**
 * A taut string under a line of rows: the lower side of its convex hull, or with `side` −1 the upper one. Columns at −1
 * are left out.
 */
function hullOf(rows: Float32Array, side: 1 | -1): Float32Array {
  const chain: number[] = []
  for (let x = 0; x < rows.length; x++) {
    if (rows[x]! < 0) continue
    while (chain.length > 1) {
      const a = chain.at(-2)!
      const b = chain.at(-1)!
      const over = (rows[b]! - rows[a]!) * (x - a) - (rows[x]! - rows[a]!) * (b - a)
      if (side * over > 0) break
      chain.pop()
    }
    chain.push(x)
  }
  const hull = new Float32Array(rows.length).fill(-1)
  for (let k = 0; k < chain.length; k++) {
    const from = chain[k]!
    const to = chain[k + 1] ?? from
    for (let x = from; x <= to; x++)
      hull[x] = rows[from]! + ((rows[to]! - rows[from]!) * (x - from)) / Math.max(1, to - from)
  }
  return hull
}

/** Marks feet: stretches that end lower than what is on both sides of them. */
function markFeet(bottom: Float32Array, height: number, from: number, contact: Float32Array): void {
  const width = bottom.length
  const rise = Math.max(1, FOOT_RISE * height)
  const fall = Math.max(2, PROMINENCE * height)
  for (let x = 0; x < width; x++) {
    const low = bottom[x]!
    if (low < from) continue
    let left = x
    while (left > 0 && bottom[left - 1]! <= low && bottom[left - 1]! > low - fall) left--
    let right = x
    while (right + 1 < width && bottom[right + 1]! <= low && bottom[right + 1]! > low - fall) right++
    const isLowest = (at: number) => at < 0 || at >= width || bottom[at]! <= low - fall
    if (!isLowest(left - 1) || !isLowest(right + 1)) continue
    for (let k = left; k <= right; k++) if (bottom[k]! > low - rise) contact[k] = 1
  }
}

/** Marks level or gently sloping edges on the string: the base of a box, the hem of a sofa. */
function markEdges(bottom: Float32Array, height: number, from: number, contact: Float32Array): void {
  const hull = hullOf(bottom, 1)
  const rise = Math.max(1.5, FOOT_RISE * height)
  const step = Math.max(2, Math.round(0.02 * bottom.length))
  for (let x = 0; x < bottom.length; x++) {
    if (bottom[x]! < from || hull[x]! < 0) continue
    const a = Math.max(0, x - step)
    const b = Math.min(bottom.length - 1, x + step)
    if (bottom[a]! < 0 || bottom[b]! < 0) continue
    const slope = Math.abs(bottom[b]! - bottom[a]!) / (b - a)
    const gap = (hull[x]! - bottom[x]!) / rise
    const near = Math.exp(-gap * gap) * Math.max(0, Math.min(1, 2 - (2 * slope) / STEEPEST))
    contact[x] = Math.max(contact[x]!, near)
  }
}

/** Row of the nearest contact of each column. */
function nearestContact(bottom: Float32Array, contact: Float32Array, lowest: number): Float32Array {
  const standing = new Float32Array(bottom.length).fill(lowest)
  let last = -1
  for (let x = 0; x < bottom.length; x++) {
    if (contact[x]! < 0.5) continue
    const from = last < 0 ? 0 : Math.ceil((last + x) / 2)
    standing.fill(bottom[x]!, from)
    last = x
  }
  return standing
}

/**
 * Finds where a silhouette stands: its feet, also those further back, which end higher in the picture, and edges that
 * lie on the ground. Undersides of seats and shades are told from them by their height and by what is beside them.
 * @param alpha 0..1, cropped to the silhouette
 */
export function findFooting(alpha: Plane): Footing {
  const bottom = findBottom(alpha)
  const lowest = bottom.reduce((most, row) => Math.max(most, row), 0)
  const contact = new Float32Array(alpha.width)
  const from = lowest - LOW_SHARE * Math.min(alpha.height, 1.2 * alpha.width)
  markFeet(bottom, alpha.height, from, contact)
  markEdges(bottom, alpha.height, from, contact)
  const touching = bottom.map((row, x) => (contact[x]! < 0.5 ? -1 : row))
  const front = hullOf(touching, 1)
  const back = hullOf(touching, -1)
  let sum = 0
  let count = 0
  for (let x = 0; x < bottom.length; x++) {
    if (bottom[x]! < 0 || front[x]! < 0) continue
    sum += Math.max(0, (front[x]! + back[x]!) / 2 - bottom[x]!)
    count++
  }
  const clearance = count > 0 ? sum / count : 0
  return { contact, bottom, standing: nearestContact(bottom, contact, lowest), front, back, clearance }
}
