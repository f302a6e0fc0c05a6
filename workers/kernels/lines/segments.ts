import type { Plane } from '#kernels/raster.ts'
import { meaning } from './false-alarms.ts'
import { byStrength, type LineField, lineField } from './field.ts'

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

/** Pixels of like directions, kept in lists that the next region overwrites. */
interface Region {
  count: number
  /** Unit vector of their mean direction. */
  dx: number
  dy: number
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

/** Finds the segments of one field. */
class Detector {
  readonly #field: LineField
  /** Indices of pixels with a direction, strongest first. */
  readonly order: Uint32Array
  /** 1 for pixels that are of a region, or have no direction. */
  readonly used: Uint8Array
  /** Columns and rows of the region's pixels; its seed comes first. */
  readonly #xs: Int32Array
  readonly #ys: Int32Array
  readonly #logTests: number

  constructor(field: LineField) {
    const { width, height, strength, floor } = field
    this.#field = field
    this.order = byStrength(field)
    this.used = new Uint8Array(width * height)
    for (let i = 0; i < this.used.length; i++) if (strength[i]! <= floor) this.used[i] = 1
    this.#xs = new Int32Array(this.order.length)
    this.#ys = new Int32Array(this.order.length)
    this.#logTests = 2.5 * (Math.log10(width) + Math.log10(height))
  }

  /** Fewest pixels that can be meant. */
  get smallest(): number {
    return -this.#logTests / Math.log10(TOLERANCE / Math.PI)
  }

  /** Grows a region of like directions from a pixel, marking its pixels as used. @param tolerance radians */
  grow(seed: number, tolerance: number): Region {
    const { width, height, dx, dy } = this.#field
    const used = this.used
    const xs = this.#xs
    const ys = this.#ys
    const cosine = Math.cos(tolerance)
    // Names of their own: taken out of lists they cost a fifth of all this.
    let sx = dx[seed]!
    let sy = dy[seed]!
    let size = 1
    let count = 1
    ys[0] = (seed / width) | 0
    xs[0] = seed - width * ys[0]!
    used[seed] = 1
    for (let k = 0; k < count; k++) {
      const px = xs[k]!
      const py = ys[k]!
      const left = px > 0 ? px - 1 : 0
      const right = px < width - 1 ? px + 1 : px
      const bottom = py < height - 1 ? py + 1 : py
      for (let y = py > 0 ? py - 1 : 0; y <= bottom; y++)
        for (let x = left, j = y * width + left; x <= right; x++, j++) {
          if (used[j] === 1 || dx[j]! * sx + dy[j]! * sy < cosine * size) continue
          used[j] = 1
          xs[count] = x
          ys[count] = y
          count++
          sx += dx[j]!
          sy += dy[j]!
          size = Math.sqrt(sx * sx + sy * sy)
        }
    }
    return { count, dx: sx / size, dy: sy / size }
  }

  /** Rectangle around the region: weighted centre, principal axis, extent. */
  fitBox({ count, dx: meanX, dy: meanY }: Region): Box {
    const { width, strength } = this.#field
    const [xs, ys] = [this.#xs, this.#ys]
    let [sum, cx, cy] = [0, 0, 0]
    for (let k = 0; k < count; k++) {
      const w = strength[ys[k]! * width + xs[k]!]!
      sum += w
      cx += w * xs[k]!
      cy += w * ys[k]!
    }
    cx /= sum
    cy /= sum
    let [xx, yy, xy] = [0, 0, 0]
    for (let k = 0; k < count; k++) {
      const w = strength[ys[k]! * width + xs[k]!]!
      const x = xs[k]! - cx
      const y = ys[k]! - cy
      xx += w * x * x
      yy += w * y * y
      xy += w * x * y
    }
    const theta = 0.5 * Math.atan2(2 * xy, xx - yy)
    let [dx, dy] = [Math.cos(theta), Math.sin(theta)]
    // The axis has no sign; the region's mean direction gives it one.
    if (dx * meanX + dy * meanY < 0) [dx, dy] = [-dx, -dy]
    let [from, to, left, right] = [0, 0, 0, 0]
    for (let k = 0; k < count; k++) {
      const x = xs[k]! - cx
      const y = ys[k]! - cy
      const along = x * dx + y * dy
      const across = y * dx - x * dy
      if (along < from) from = along
      if (along > to) to = along
      if (across < left) left = across
      if (across > right) right = across
    }
    return { cx, cy, dx, dy, from, to, width: Math.max(1, right - left) }
  }

  /** Curvature of the region along its box: a parabola through its pixels, weighted by their gradients. */
  bendOf({ count }: Region, { cx, cy, dx, dy }: Box): number {
    const { width, strength } = this.#field
    const powers = [0, 0, 0, 0, 0]
    const heights = [0, 0, 0]
    for (let k = 0; k < count; k++) {
      const x = this.#xs[k]! - cx
      const y = this.#ys[k]! - cy
      const along = x * dx + y * dy
      const across = y * dx - x * dy
      let w = strength[this.#ys[k]! * width + this.#xs[k]!]!
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

  /** Twice the spread of directions around the seed's, radians, of the region's pixels within `reach` px of it. */
  #spreadNear(count: number, reach: number): number {
    const { width, dx, dy } = this.#field
    const [xs, ys] = [this.#xs, this.#ys]
    const [sx, sy, seed] = [xs[0]!, ys[0]!, ys[0]! * width + xs[0]!]
    let [squares, near] = [0, 0]
    for (let k = 0; k < count; k++) {
      const x = xs[k]! - sx
      const y = ys[k]! - sy
      if (x * x + y * y > reach * reach) continue
      const i = ys[k]! * width + xs[k]!
      const off = Math.atan2(dx[seed]! * dy[i]! - dy[seed]! * dx[i]!, dx[seed]! * dx[i]! + dy[seed]! * dy[i]!)
      squares += off * off
      near++
    }
    return 2 * Math.sqrt(squares / Math.max(1, near))
  }

  /** Gives up the region's pixels that are more than `radius` px from its seed. @returns how many are left */
  #cut(count: number, radius: number): number {
    const { width } = this.#field
    const [xs, ys] = [this.#xs, this.#ys]
    const [sx, sy] = [xs[0]!, ys[0]!]
    let kept = 0
    for (let k = 0; k < count; k++) {
      const x = xs[k]! - sx
      const y = ys[k]! - sy
      if (x * x + y * y > radius * radius) {
        this.used[ys[k]! * width + xs[k]!] = 0
        continue
      }
      xs[kept] = xs[k]!
      ys[kept] = ys[k]!
      kept++
    }
    return kept
  }

  /**
   * LSD's refinement of a region that is too thin for its rectangle (an L or an arc): grown again with a tolerance
   * from the directions near its seed, then cut down in radius until it is dense. Null when nothing is left.
   */
  refine(region: Region, box: Box): [Region, Box] | null {
    if (density(region, box) >= DENSITY) return [region, box]
    const { width } = this.#field
    const seed = this.#ys[0]! * width + this.#xs[0]!
    const tolerance = this.#spreadNear(region.count, box.width)
    for (let k = 0; k < region.count; k++) this.used[this.#ys[k]! * width + this.#xs[k]!] = 0
    let best = this.grow(seed, Math.min(Math.PI, tolerance))
    if (best.count < 2) return null
    let fitted = this.fitBox(best)
    let radius = Math.max(fitted.to - fitted.from, 1)
    while (density(best, fitted) < DENSITY) {
      radius *= 0.75
      best = { ...best, count: this.#cut(best.count, radius) }
      if (best.count < 2) return null
      fitted = this.fitBox(best)
    }
    return [best, fitted]
  }

  /** −log10 of the number of false alarms of a rectangle: its pixels, and those that run along it. */
  meaningOf(box: Box): number {
    const { width, height, dx, dy } = this.#field
    const half = Math.max(0.5, box.width / 2)
    const steps = Math.max(1, Math.round(box.to - box.from))
    const lanes = Math.max(1, Math.round(2 * half))
    const cosine = Math.cos(TOLERANCE)
    let [total, agree] = [0, 0]
    for (let s = 0; s <= steps; s++) {
      const along = box.from + ((box.to - box.from) * s) / steps
      for (let l = 0; l < lanes; l++) {
        const across = -half + (2 * half * (l + 0.5)) / lanes
        const x = Math.round(box.cx + along * box.dx - across * box.dy)
        const y = Math.round(box.cy + along * box.dy + across * box.dx)
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        total++
        const i = y * width + x
        if (dx[i]! * box.dx + dy[i]! * box.dy >= cosine) agree++
      }
    }
    return meaning(total, agree, TOLERANCE / Math.PI, this.#logTests)
  }
}

const density = ({ count }: Region, box: Box): number => count / (Math.max(1, box.to - box.from) * box.width)

/**
 * Straight edges of a picture: the line segment detector LSD (von Gioi, Jakubowicz, Morel, Randall 2010), with
 * region growing, density refinement and the a-contrario test; the rectangle variations after a failed test are left
 * out. The direction of a segment has the dark side on its right.
 * @param plane brightness 0..255, best scaled so that the picture is 800 to 1500 px
 * @param shortest length in px under which a segment is dropped
 */
export function findSegments(plane: Plane, shortest: number): Segment[] {
  // 8-bit steps give gradients up to 2; their direction is known to the tolerance above 2 / sin(tolerance).
  const detector = new Detector(lineField(plane, 2 / Math.sin(TOLERANCE)))
  const smallest = Math.max(shortest * 0.7, detector.smallest)
  const segments: Segment[] = []
  for (const seed of detector.order) {
    if (detector.used[seed] === 1) continue
    const region = detector.grow(seed, TOLERANCE)
    if (region.count < smallest) continue
    const fitted = detector.refine(region, detector.fitBox(region))
    if (!fitted) continue
    const [found, box] = fitted
    if (box.to - box.from < shortest || detector.meaningOf(box) <= 0) continue
    // A gradient of 2 × 2 pixels sits on their common corner: one pixel after the first's upper left one.
    segments.push({
      x1: box.cx + 1 + box.from * box.dx,
      y1: box.cy + 1 + box.from * box.dy,
      x2: box.cx + 1 + box.to * box.dx,
      y2: box.cy + 1 + box.to * box.dy,
      width: box.width,
      bend: detector.bendOf(found, box),
    })
  }
  return segments
}
