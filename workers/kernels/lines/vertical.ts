import { meaning } from './false-alarms.ts'
import type { Segment } from './segments.ts'

/** A segment in units of the longer side, from the picture's centre. */
export interface Ray {
  /** Middle. */
  x: number
  y: number
  /** Unit direction, upwards. */
  dx: number
  dy: number
  length: number
}

/**
 * Where vertical lines of the scene meet, in units of the picture's longer side from its centre: the homogeneous
 * point (sin roll, −cos roll, lean). A lean of 0 means parallel lines.
 */
export interface VerticalPoint {
  /** Rotation of the picture, radians; positive when its verticals lean to the right at the centre. */
  roll: number
  /** Inverse distance of the point; positive when verticals meet above. */
  lean: number
}

/** Largest slope against the vertical, radians, of a line that may be a vertical of the scene. */
const WIDEST = (32 * Math.PI) / 180
/** Largest angle, radians, between a segment and the direction to the point that still supports it. */
const AGREE = (1.5 * Math.PI) / 180
/** Pairs are drawn from this many of the longest segments. */
const MOST_SEEDS = 64

/** Segments that could be verticals, in centred units; `shortest` in the same units. */
export function steepRays(segments: Segment[], width: number, height: number, shortest: number): Ray[] {
  const unit = Math.max(width, height)
  const rays: Ray[] = []
  for (const { x1, y1, x2, y2 } of segments) {
    const up = y2 < y1 ? 1 : -1
    const length = Math.hypot(x2 - x1, y2 - y1)
    const dx = (up * (x2 - x1)) / length
    const dy = (up * (y2 - y1)) / length
    if (length / unit < shortest || Math.abs(dx) > Math.sin(WIDEST)) continue
    rays.push({
      x: ((x1 + x2) / 2 - width / 2) / unit,
      y: ((y1 + y2) / 2 - height / 2) / unit,
      dx,
      dy,
      length: length / unit,
    })
  }
  return rays.sort((a, b) => b.length - a.length)
}

/** Signed angle, radians, from the direction towards the point to the ray's own. */
export function offVertical(ray: Ray, { roll, lean }: VerticalPoint): number {
  const tx = Math.sin(roll) - ray.x * lean
  const ty = -Math.cos(roll) - ray.y * lean
  return Math.atan2(tx * ray.dy - ty * ray.dx, tx * ray.dx + ty * ray.dy)
}

/** Truncated quadratic support (MSAC, Torr & Zisserman 2000), weighted by length. */
function support(rays: Ray[], point: VerticalPoint): number {
  let sum = 0
  for (const ray of rays) {
    const off = offVertical(ray, point) / AGREE
    if (off > -1 && off < 1) sum += ray.length * (1 - off * off)
  }
  return sum
}

/** Point where two rays meet, or null when it is no plausible vertical. */
function meet(a: Ray, b: Ray): VerticalPoint | null {
  const ca = a.x * a.dy - a.y * a.dx
  const cb = b.x * b.dy - b.y * b.dx
  // Lines as (dy, −dx, −c); their cross product is the common point.
  let x = a.dx * cb - b.dx * ca
  let y = a.dy * cb - b.dy * ca
  let w = a.dx * b.dy - a.dy * b.dx
  const size = Math.hypot(x, y)
  if (size < 1e-9) return null
  if (y > 0) [x, y, w] = [-x, -y, -w]
  const roll = Math.atan2(x, -y)
  const lean = w / size
  return Math.abs(roll) > WIDEST || Math.abs(lean) > 1.2 ? null : { roll, lean }
}

/** Gauss–Newton on the angles of the supporting rays, reweighted by how well they agree. */
function polish(rays: Ray[], start: VerticalPoint, agree: number): VerticalPoint {
  let point = start
  const h = 1e-5
  for (let round = 0; round < 12; round++) {
    let [aa, ab, bb, ra, rb] = [1e-12, 0, 1e-12, 0, 0]
    for (const ray of rays) {
      const off = offVertical(ray, point)
      const part = off / agree
      if (part <= -1 || part >= 1) continue
      // Angles of long segments are known better: the variance falls with the cube of the length.
      const weight = ray.length ** 2 * (1 - part * part) ** 2
      const byRoll = (offVertical(ray, { roll: point.roll + h, lean: point.lean }) - off) / h
      const byLean = (offVertical(ray, { roll: point.roll, lean: point.lean + h }) - off) / h
      aa += weight * byRoll * byRoll
      ab += weight * byRoll * byLean
      bb += weight * byLean * byLean
      ra += weight * byRoll * off
      rb += weight * byLean * off
    }
    const det = aa * bb - ab * ab
    if (det < 1e-14) break
    const roll = point.roll - (bb * ra - ab * rb) / det
    const lean = point.lean - (aa * rb - ab * ra) / det
    const done = Math.abs(roll - point.roll) + Math.abs(lean - point.lean) < 1e-7
    point = { roll, lean }
    if (done) break
  }
  return point
}

/** What was found, and how sure it is. */
export interface VerticalFind {
  point: VerticalPoint
  /** Rays that agree with the point. */
  rays: Ray[]
  /** Share of the length of all steep rays that agrees, 0..1. */
  share: number
  /** Spread of the agreeing rays to both sides, as a standard deviation in units of the longer side. */
  spread: number
  /** −log10 of the number of such agreements that chance alone would give. */
  meaning: number
}

/**
 * Common point of the scene's verticals: every pair of the longest steep segments proposes one (RANSAC of Fischler &
 * Bolles 1981 without its randomness), the best supported is refined by least squares on the angles.
 * @returns null when no two segments propose one
 */
export function findVertical(rays: Ray[]): VerticalFind | null {
  let best: VerticalPoint | null = null
  let most = 0
  const seeds = rays.slice(0, MOST_SEEDS)
  for (let i = 0; i < seeds.length; i++) {
    for (let j = i + 1; j < seeds.length; j++) {
      const point = meet(seeds[i]!, seeds[j]!)
      const got = point ? support(seeds, point) : 0
      if (got <= most) continue
      most = got
      best = point
    }
  }
  if (!best) return null
  // Wide first, then narrow: the lines that are nearly vertical in the scene (branches, legs) drop out.
  const point = polish(rays, polish(rays, best, AGREE), AGREE / 3)
  const agreeing = rays.filter((ray) => Math.abs(offVertical(ray, point)) < AGREE)
  let all = 0
  for (const ray of rays) all += ray.length
  let [sum, mean, square] = [0, 0, 0]
  for (const { x, length } of agreeing) {
    sum += length
    mean += length * x
    square += length * x * x
  }
  const spread = sum > 0 ? Math.sqrt(Math.max(0, square / sum - (mean / sum) ** 2)) : 0
  const tests = 2 * Math.log10(Math.max(2, rays.length))
  return {
    point,
    rays: agreeing,
    share: all > 0 ? sum / all : 0,
    spread,
    meaning: meaning(rays.length, agreeing.length, AGREE / WIDEST, tests),
  }
}
