import { gaussianBlur } from '#kernels/lineart/smooth.ts'
import { hullAreas } from '#kernels/seeing/region-shapes.ts'
import type { Region, Seen, Vector3, View } from '#kernels/seeing/scene.ts'
import { scaledView, sightLine } from '#kernels/seeing/view.ts'

/** Bounds of a region, both ends within, px. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** What the outline of a thing is like; all 0..1. */
export interface Shape {
  /** How much it fills of a rectangle of the scene around it: the quadrangle whose sides run to two vanishing points. */
  quad: number
  /** How much of its convex hull it fills. */
  convex: number
  /** How well an ellipse of its moments covers it: area of both over that of either. */
  disc: number
  /** How far the middles of its rows stray from one upright, in parts of its width. */
  stray: number
  /** How much of its rows between their ends is its own: what frames another thing has little. */
  closed: number
}

/** Part of the pixels that may lie outside of the quadrangle on each side: a drawn line's spurs. */
const SPUR = 0.004
/** Each two of three axes, as bits. */
const PAIRS = [3, 5, 6] as const

/** Bounds of every region. */
export function boxesOf({ map, width, height, regions }: Seen): Box[] {
  const boxes = regions.map((): Box => ({ left: width, top: height, right: -1, bottom: -1 }))
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const box = boxes[map[i]!]!
      if (x < box.left) box.left = x
      if (y < box.top) box.top = y
      if (x > box.right) box.right = x
      if (y > box.bottom) box.bottom = y
    }
  return boxes
}

/**
 * How far to the side of a place lines through other places run that go to the vanishing point of an axis, px; NaN
 * where they run away from it.
 */
function asideOf(view: View, axis: Vector3, x0: number, y0: number): (x: number, y: number) => number {
  const [left, top] = sightLine(view, 0, 0)
  const away = axis[2]
  const [a, b] = [view.focal * axis[0] - away * left, view.focal * axis[1] - away * top]
  const size = Math.max(1e-9, Math.hypot(a - away * x0, b - away * y0))
  const [u, v] = [(a - away * x0) / size, (b - away * y0) / size]
  return (x, y) => {
    const p = a - away * x
    const q = b - away * y
    const ahead = p * u + q * v
    if (ahead <= 0) return Number.NaN
    const step = ((x - x0) * u + (y - y0) * v) / ahead
    return (y - y0 - step * q) * u - (x - x0 - step * p) * v
  }
}

/** Part of the best rectangle of the scene around a region that it fills. */
function quadOf(
  { map, width, height }: Seen,
  view: View,
  id: number,
  box: Box,
  pixels: number,
  middle: readonly [number, number],
): number {
  const asides = view.axes.map((axis) => asideOf(view, axis, ...middle))
  const found = asides.map((): number[] => [])
  for (let y = box.top; y <= box.bottom; y++)
    for (let x = box.left; x <= box.right; x++) {
      if (map[y * width + x] !== id) continue
      for (const [k, aside] of asides.entries()) {
        const value = aside(x, y)
        if (!Number.isNaN(value)) found[k]!.push(value)
      }
    }
  const ranges = found.map((values) => {
    const sorted = Float64Array.from(values).sort()
    const at = (n: number) => sorted[Math.min(sorted.length - 1, Math.max(0, n))] ?? 0
    return [at(Math.floor(SPUR * sorted.length)) - 0.7, at(Math.ceil((1 - SPUR) * sorted.length) - 1) + 0.7]
  })
  const counts = [0, 0, 0]
  // Its corners may lie outside of the bounds of what is round.
  const more = Math.round(0.3 * Math.max(box.right - box.left, box.bottom - box.top))
  for (let y = Math.max(0, box.top - more); y <= Math.min(height - 1, box.bottom + more); y++)
    for (let x = Math.max(0, box.left - more); x <= Math.min(width - 1, box.right + more); x++) {
      let within = 0
      for (let k = 0; k < 3; k++) {
        const value = asides[k]!(x, y)
        if (value >= ranges[k]![0]! && value <= ranges[k]![1]!) within |= 1 << k
      }
      for (let k = 0; k < 3; k++) if ((within & PAIRS[k]!) === PAIRS[k]) counts[k] = counts[k]! + 1
    }
  return Math.min(1, pixels / Math.max(1, Math.min(...counts.filter((count) => count > 0))))
}

/** Reads how much of the ellipse of its moments, and of its rows, a region is. */
function bodyOf({ map, width }: Seen, id: number, box: Box, pixels: number) {
  let [sx, sy, xx, xy, yy, rows, held, middles, squares] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let y = box.top; y <= box.bottom; y++) {
    let [first, last] = [-1, -1]
    for (let x = box.left; x <= box.right; x++) {
      if (map[y * width + x] !== id) continue
      if (first < 0) first = x
      last = x
      sx += x
      sy += y
      xx += x * x
      xy += x * y
      yy += y * y
    }
    if (first < 0) continue
    const [wide, at] = [last - first + 1, (first + last) / 2]
    rows += wide
    held += wide * at
    squares += wide * at * at
    middles++
  }
  const [mx, my] = [sx / pixels, sy / pixels]
  const [a, b, d] = [xx / pixels - mx * mx + 1 / 12, xy / pixels - mx * my, yy / pixels - my * my + 1 / 12]
  const det = Math.max(1e-9, a * d - b * b)
  let inside = 0
  for (let y = box.top; y <= box.bottom; y++)
    for (let x = box.left; x <= box.right; x++) {
      if (map[y * width + x] !== id) continue
      const [u, v] = [x - mx, y - my]
      if ((d * u * u - 2 * b * u * v + a * v * v) / det <= 4) inside++
    }
  const ellipse = 4 * Math.PI * Math.sqrt(det)
  const spread = Math.sqrt(Math.max(0, squares / rows - (held / rows) ** 2))
  return {
    middle: [mx, my] as const,
    disc: middles > 1 ? inside / (ellipse + pixels - inside) : 0,
    stray: spread / (box.right - box.left + 1),
    closed: pixels / rows,
  }
}

/** Standard deviation, px, over which an outline's direction is read, and how near to a vanishing point it runs. */
const [SOFT, TOWARDS] = [2.5, Math.cos((7 * Math.PI) / 180)]

/** Part of a region's outline that runs to the vanishing points, 0..1: what is boxy has more than what is rounded. */
export function boxiness({ map, width, height, view: given }: Seen, id: number, box: Box): number {
  const view = scaledView(given, width, height)
  const [left, top] = sightLine(view, 0, 0)
  const [x0, y0] = [box.left - 6, box.top - 6]
  const [w, h] = [box.right - x0 + 7, box.bottom - y0 + 7]
  const mask = new Float32Array(w * h)
  for (let y = box.top; y <= box.bottom; y++)
    for (let x = box.left; x <= box.right; x++) if (map[y * width + x] === id) mask[(y - y0) * w + x - x0] = 1
  const soft = mask.slice()
  gaussianBlur(soft, w, h, SOFT, new Float32Array(w * h))
  let [all, along] = [0, 0]
  for (let y = 1; y < h - 1; y++)
    for (let x = 1, i = y * w + 1; x < w - 1; x++, i++) {
      if (mask[i] === 0 || (mask[i - 1]! && mask[i + 1]! && mask[i - w]! && mask[i + w]!)) continue
      const [tx, ty] = [soft[i - w]! - soft[i + w]!, soft[i + 1]! - soft[i - 1]!]
      const long = Math.hypot(tx, ty)
      if (long < 1e-4) continue
      all++
      const isAlong = view.axes.some((axis) => {
        const px = view.focal * axis[0] - axis[2] * (left + x + x0)
        const py = view.focal * axis[1] - axis[2] * (top + y + y0)
        return Math.abs(tx * px + ty * py) > TOWARDS * long * Math.hypot(px, py)
      })
      if (isAlong) along++
    }
  return along / Math.max(1, all)
}

/**
 * The shapes of the regions that are asked for, by their outlines alone.
 * @returns null for those that are not
 */
export function shapesOf(
  seen: Seen,
  boxes: readonly Box[],
  isWanted: (region: Region) => boolean,
): (Shape | null)[] {
  const { width, height, map, regions } = seen
  const view = scaledView(seen.view, width, height)
  const hulls = hullAreas({ map, count: regions.length }, width, height)
  return regions.map((region) => {
    const { id } = region
    const box = boxes[id]!
    if (box.right < 0 || !isWanted(region)) return null
    const { middle, ...body } = bodyOf(seen, id, box, region.pixels)
    const quad = quadOf(seen, view, id, box, region.pixels, middle)
    return { quad, convex: Math.min(1, region.pixels / Math.max(1, hulls[id]!)), ...body }
  })
}
