import type { Plane } from '#kernels/raster.ts'
import { meaning } from './false-alarms.ts'
import { angleBetween, type LineField, lineField, NO_ANGLE } from './field.ts'

/** A straight edge from (x1, y1) to (x2, y2); pixel centres are at whole numbers plus a half. */
export interface Segment {
  x1: number
  y1: number
  x2: number
  y2: number
  /** Width of the band of agreeing gradients, px. */
  width: number
  /** Curvature, 1/px, towards the left of its direction as it is seen with y downwards: the normal (−dy, dx). */
  bend: number
}

/** How far, in radians, a pixel's direction may be from its line's: 22.5°, as in LSD. */
const TOLERANCE = Math.PI / 8
/** Smallest share of a rectangle that its pixels fill. */
const DENSITY = 0.7

interface Region {
  /** Indices of pixels. */
  pixels: number[]
  angle: number
}

interface Box {
  cx: number
  cy: number
  /** Unit vector along the line. */
  dx: number
  dy: number
  /** Extent along the line, from the centre. */
  from: number
  to: number
  width: number
}

/** Grows a region of like directions from `seed`, marking its pixels in `used`. */
function grow(field: LineField, seed: number, used: Uint8Array, tolerance: number): Region {
  const { width, height, angle: angles } = field
  let angle = angles[seed]!
  let sx = Math.cos(angle)
  let sy = Math.sin(angle)
  const pixels = [seed]
  used[seed] = 1
  for (let k = 0; k < pixels.length; k++) {
    const i = pixels[k]!
    const px = i % width
    const py = (i - px) / width
    for (let y = Math.max(0, py - 1); y <= Math.min(height - 1, py + 1); y++) {
      for (let x = Math.max(0, px - 1); x <= Math.min(width - 1, px + 1); x++) {
        const j = y * width + x
        const other = angles[j]!
        if (used[j] === 1 || other === NO_ANGLE || angleBetween(other, angle) > tolerance) continue
        used[j] = 1
        pixels.push(j)
        sx += Math.cos(other)
        sy += Math.sin(other)
        angle = Math.atan2(sy, sx)
      }
    }
  }
  return { pixels, angle }
}

/** Rectangle around a region: weighted centre, principal axis, extent. */
function fitBox(field: LineField, { pixels, angle }: Region): Box {
  const { width, strength } = field
  let sum = 0
  let cx = 0
  let cy = 0
  for (const i of pixels) {
    const w = strength[i]!
    sum += w
    cx += w * (i % width)
    cy += w * Math.floor(i / width)
  }
  cx /= sum
  cy /= sum
  let xx = 0
  let yy = 0
  let xy = 0
  for (const i of pixels) {
    const w = strength[i]!
    const x = (i % width) - cx
    const y = Math.floor(i / width) - cy
    xx += w * x * x
    yy += w * y * y
    xy += w * x * y
  }
  let theta = 0.5 * Math.atan2(2 * xy, xx - yy)
  // The axis has no sign; the region's mean direction gives it one.
  if (angleBetween(theta, angle) > Math.PI / 2) theta += Math.PI
  const dx = Math.cos(theta)
  const dy = Math.sin(theta)
  let [from, to, left, right] = [0, 0, 0, 0]
  for (const i of pixels) {
    const x = (i % width) - cx
    const y = Math.floor(i / width) - cy
    const along = x * dx + y * dy
    const across = y * dx - x * dy
    if (along < from) from = along
    if (along > to) to = along
    if (across < left) left = across
    if (across > right) right = across
  }
  return { cx, cy, dx, dy, from, to, width: Math.max(1, right - left) }
}

/** Curvature of a region along its box: a parabola through its pixels, weighted by their gradients. */
function bendOf({ width, strength }: LineField, { pixels }: Region, { cx, cy, dx, dy }: Box): number {
  const powers = [0, 0, 0, 0, 0]
  const heights = [0, 0, 0]
  for (const i of pixels) {
    const x = (i % width) - cx
    const y = Math.floor(i / width) - cy
    const along = x * dx + y * dy
    const across = y * dx - x * dy
    let w = strength[i]!
    for (let p = 0; p < 5; p++) {
      powers[p] = powers[p]! + w
      if (p < 3) heights[p] = heights[p]! + w * across
      w *= along
    }
  }
  const [s0, s1, s2, s3, s4] = powers as [number, number, number, number, number]
  const [h0, h1, h2] = heights as [number, number, number]
  const whole = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
  const part = s0 * (s2 * h2 - s3 * h1) - s1 * (s1 * h2 - s2 * h1) + h0 * (s1 * s3 - s2 * s2)
  return Math.abs(whole) > 1e-6 ? (2 * part) / whole : 0
}

const density = (region: Region, box: Box): number =>
  region.pixels.length / (Math.max(1, box.to - box.from) * box.width)

/**
 * LSD's refinement of a region that is too thin for its rectangle (an L or an arc): grown again with a tolerance
 * from the directions near its seed, then cut down in radius until it is dense. Null when nothing is left.
 */
function refine(field: LineField, region: Region, box: Box, used: Uint8Array): [Region, Box] | null {
  if (density(region, box) >= DENSITY) return [region, box]
  const { width, angle } = field
  const seed = region.pixels[0]!
  const sx = seed % width
  const sy = Math.floor(seed / width)
  const distance = (i: number): number => Math.hypot((i % width) - sx, Math.floor(i / width) - sy)
  let squares = 0
  let near = 0
  for (const i of region.pixels) {
    used[i] = 0
    if (distance(i) > box.width) continue
    squares += angleBetween(angle[i]!, angle[seed]!) ** 2
    near++
  }
  let best = grow(field, seed, used, 2 * Math.sqrt(squares / Math.max(1, near)))
  if (best.pixels.length < 2) return null
  let fitted = fitBox(field, best)
  let radius = Math.max(fitted.to - fitted.from, 1)
  while (density(best, fitted) < DENSITY) {
    radius *= 0.75
    const kept = best.pixels.filter((i) => distance(i) <= radius)
    for (const i of best.pixels) if (distance(i) > radius) used[i] = 0
    if (kept.length < 2) return null
    best = { pixels: kept, angle: best.angle }
    fitted = fitBox(field, best)
  }
  return [best, fitted]
}

/** −log10 of the number of false alarms of a rectangle: its pixels, and those that run along it. */
function boxMeaning(field: LineField, box: Box, logTests: number): number {
  const { width, height, angle } = field
  const theta = Math.atan2(box.dy, box.dx)
  const half = Math.max(0.5, box.width / 2)
  const steps = Math.max(1, Math.round(box.to - box.from))
  const lanes = Math.max(1, Math.round(2 * half))
  let total = 0
  let agree = 0
  for (let s = 0; s <= steps; s++) {
    const along = box.from + ((box.to - box.from) * s) / steps
    for (let l = 0; l < lanes; l++) {
      const across = -half + (2 * half * (l + 0.5)) / lanes
      const x = Math.round(box.cx + along * box.dx - across * box.dy)
      const y = Math.round(box.cy + along * box.dy + across * box.dx)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      total++
      const a = angle[y * width + x]!
      if (a !== NO_ANGLE && angleBetween(a, theta) <= TOLERANCE) agree++
    }
  }
  return meaning(total, agree, TOLERANCE / Math.PI, logTests)
}

/**
 * Straight edges of a picture: the line segment detector LSD (von Gioi, Jakubowicz, Morel, Randall 2010), with
 * region growing, density refinement and the a-contrario test; the rectangle variations after a failed test are left
 * out. The direction of a segment has the dark side on its right.
 * @param plane brightness 0..255, best scaled so that the picture is 800 to 1500 px
 * @param shortest length in px under which a segment is dropped
 */
export function findSegments(plane: Plane, shortest: number): Segment[] {
  const { width, height } = plane
  // 8-bit steps give gradients up to 2; their direction is known to the tolerance above 2 / sin(tolerance).
  const field = lineField(plane, 2 / Math.sin(TOLERANCE))
  const logTests = 2.5 * (Math.log10(width) + Math.log10(height))
  const smallest = Math.max(shortest * 0.7, -logTests / Math.log10(TOLERANCE / Math.PI))
  const used = new Uint8Array(width * height)
  const segments: Segment[] = []
  for (const seed of field.order) {
    if (used[seed] === 1) continue
    const region = grow(field, seed, used, TOLERANCE)
    if (region.pixels.length < smallest) continue
    const fitted = refine(field, region, fitBox(field, region), used)
    if (!fitted) continue
    const [found, box] = fitted
    if (box.to - box.from < shortest || boxMeaning(field, box, logTests) <= 0) continue
    // A gradient of 2 × 2 pixels sits on their common corner: one pixel after the first's upper left one.
    segments.push({
      x1: box.cx + 1 + box.from * box.dx,
      y1: box.cy + 1 + box.from * box.dy,
      x2: box.cx + 1 + box.to * box.dx,
      y2: box.cy + 1 + box.to * box.dy,
      width: box.width,
      bend: bendOf(field, found, box),
    })
  }
  return segments
}
