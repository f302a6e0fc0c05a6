import { fitLine, nearestOn } from './fit-line.ts'
import type { Stroke } from './trace.ts'

/** Gaussian smoothing of the points along a stroke, ends fixed, so that pixel stairs do not show when enlarged. */
export function smoothStroke(stroke: Stroke, sigma: number): Stroke {
  const count = stroke.x.length
  if (count < 4) return stroke
  const radius = Math.ceil(2.5 * sigma)
  const weights = Array.from({ length: 2 * radius + 1 }, (_, k) =>
    Math.exp(-((k - radius) ** 2) / (2 * sigma ** 2)),
  )
  const total = weights.reduce((sum, w) => sum + w, 0)
  const smooth = (values: readonly number[], mirror: boolean): number[] =>
    values.map((_, i) => {
      let sum = 0
      for (let k = -radius; k <= radius; k++) {
        const j = i + k
        const inside = j < 0 ? Math.min(count - 1, -j) : j >= count ? Math.max(0, 2 * count - 2 - j) : j
        const value = values[inside]!
        // Point reflection about the end keeps the end where it is and its direction unbent.
        const end = j < 0 ? values[0]! : values[count - 1]!
        sum += weights[k + radius]! * (inside === j || !mirror ? value : 2 * end - value)
      }
      return sum / total
    })
  return { x: smooth(stroke.x, true), y: smooth(stroke.y, true), strength: smooth(stroke.strength, false) }
}

/** Index of the point farthest from the chord first..last, and its distance. */
function farthest(stroke: Stroke, first: number, last: number): { index: number; distance: number } {
  const ax = stroke.x[first]!
  const ay = stroke.y[first]!
  const dx = stroke.x[last]! - ax
  const dy = stroke.y[last]! - ay
  const length = Math.hypot(dx, dy)
  let index = first
  let distance = -1
  for (let k = first + 1; k < last; k++) {
    const px = stroke.x[k]! - ax
    const py = stroke.y[k]! - ay
    const d = length < 1e-6 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length
    if (d > distance) {
      distance = d
      index = k
    }
  }
  return { index, distance }
}

/** Indices of the points of a stroke that Douglas & Peucker 1973 keep at `tolerance` px, rising. */
export function keyPoints(stroke: Stroke, tolerance: number): number[] {
  const kept = [0, stroke.x.length - 1]
  const spans: [number, number][] = [[0, stroke.x.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const { index, distance } = farthest(stroke, span[0], span[1])
    if (distance <= tolerance) continue
    kept.push(index)
    spans.push([span[0], index], [index, span[1]])
  }
  return kept.sort((a, b) => a - b)
}

/** Moves the points first..last onto their least-squares line. */
function flatten(stroke: Stroke, first: number, last: number): void {
  const line = fitLine(stroke, first, last)
  for (let k = first; k <= last; k++) {
    const [x, y] = nearestOn(line, stroke.x[k]!, stroke.y[k]!)
    stroke.x[k] = x
    stroke.y[k] = y
  }
}

/**
 * Makes the straight parts of a stroke exactly straight: splits it as Ramer 1972 / Douglas & Peucker 1973 do at
 * `tolerance` working pixels, and lays every part of at least `minLength` on its least-squares line. Curves keep
 * their points. Returns a new stroke.
 */
export function straightenStroke(source: Stroke, tolerance: number, minLength: number): Stroke {
  const stroke: Stroke = { x: source.x.slice(), y: source.y.slice(), strength: source.strength }
  const spans: [number, number][] = [[0, stroke.x.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    const chord = Math.hypot(source.x[last]! - source.x[first]!, source.y[last]! - source.y[first]!)
    if (last - first < minLength) continue
    const { index, distance } = farthest(source, first, last)
    if (distance > tolerance) spans.push([first, index], [index, last])
    else if (chord >= minLength) flatten(stroke, first, last)
  }
  return stroke
}

/** Unit direction out of one end of a stroke, over its last few points. */
function endDirection(stroke: Stroke, atStart: boolean): { x: number; y: number } {
  const last = stroke.x.length - 1
  const end = atStart ? 0 : last
  const inner = atStart ? Math.min(last, 5) : Math.max(0, last - 5)
  const dx = stroke.x[end]! - stroke.x[inner]!
  const dy = stroke.y[end]! - stroke.y[inner]!
  const length = Math.hypot(dx, dy) || 1
  return { x: dx / length, y: dy / length }
}

/** Index of the stroke that covers each pixel, -1 for none. */
function ownerMap(strokes: readonly Stroke[], width: number, height: number): Int32Array {
  const owner = new Int32Array(width * height).fill(-1)
  strokes.forEach((stroke, index) => {
    for (let k = 0; k < stroke.x.length; k++) {
      const px = Math.min(width - 1, Math.max(0, Math.round(stroke.x[k]!)))
      const py = Math.min(height - 1, Math.max(0, Math.round(stroke.y[k]!)))
      owner[py * width + px] = index
    }
  })
  return owner
}

/** Point of another stroke met within `reach` px of (x, y) along the direction, or null. */
function meet(
  owner: Int32Array,
  { width, height }: { width: number; height: number },
  self: number,
  from: { x: number; y: number },
  direction: { x: number; y: number },
  reach: number,
): { x: number; y: number } | null {
  for (let s = 1.5; s <= reach; s += 0.5) {
    const x = from.x + s * direction.x
    const y = from.y + s * direction.y
    const px = Math.round(x)
    const py = Math.round(y)
    if (px < 0 || py < 0 || px >= width || py >= height) return null
    const hit = owner[py * width + px]!
    if (hit >= 0 && hit !== self) return { x, y }
  }
  return null
}

/**
 * Closes corners and small gaps, in place: an end is drawn on, straight, to the next stroke ahead of it within
 * `reach` working pixels (three times that for a long stroke), since the flow filter weakens lines at junctions.
 */
export function joinStrokes(strokes: readonly Stroke[], width: number, height: number, reach: number): void {
  const owner = ownerMap(strokes, width, height)
  strokes.forEach((stroke, index) => {
    const last = stroke.x.length - 1
    const far = last > 10 * reach ? 3 * reach : reach
    if (
      last > 5 * reach &&
      Math.hypot(stroke.x[0]! - stroke.x[last]!, stroke.y[0]! - stroke.y[last]!) < reach
    ) {
      stroke.x.push(stroke.x[0]!)
      stroke.y.push(stroke.y[0]!)
      stroke.strength.push(stroke.strength[last]!)
      return
    }
    for (const atStart of [true, false]) {
      const end = atStart ? 0 : stroke.x.length - 1
      const from = { x: stroke.x[end]!, y: stroke.y[end]! }
      const met = meet(owner, { width, height }, index, from, endDirection(stroke, atStart), far)
      if (!met) continue
      const strength = stroke.strength[end]!
      if (atStart) {
        stroke.x.unshift(met.x)
        stroke.y.unshift(met.y)
        stroke.strength.unshift(strength)
      } else {
        stroke.x.push(met.x)
        stroke.y.push(met.y)
        stroke.strength.push(strength)
      }
    }
  })
}
