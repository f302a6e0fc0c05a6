import { gaussianBlur } from '#kernels/lineart/smooth.ts'
import type { Plane } from '#kernels/raster.ts'
import { backPlace, backSpot } from './room-box.ts'
import type { View } from './scene.ts'
import { spotOf } from './view.ts'

/** Steps in brightness of a picture, and how strong one is that counts half. */
export interface Steps {
  width: number
  height: number
  gx: Float32Array
  gy: Float32Array
  half: number
}

/** What a line of the picture shows along its way, in px of its length. */
export interface Tally {
  /** Length in the picture, length with an edge along it, and the same with its sign (bright to dark or back). */
  seen: number
  edge: number
  signed: number
}

/** Sums along lines of a grid: `tally(i, j)` of line i up to place j are at 3 · (i · places + j). */
export interface Sums {
  places: number
  sums: Float64Array
}

/** A grid on the back plane whose lines are `STEP` px apart in the picture's middle, with sums along its lines. */
export interface Grid {
  view: View
  steps: Steps
  xs: Float64Array
  ys: Float64Array
  /** Upright line at xs[i] up to ys[j], and level line at ys[i] up to xs[j]. */
  upright: Sums
  level: Sums
}

/** Blur in px before steps are read. */
const BLUR = 1.1
/** px between lines of the grid and between places along a ray. */
const STEP = 2
/** Least step, in levels per px, that counts half. */
const LEAST_HALF = 0.7
/** How well a step has to run along a line: cosine. */
const ALONG = 0.92
/** px next to a corner where other edges are mistaken for one that goes on. */
const CLEAR = 6
/** How far the grid goes beyond the picture, parts of its size. */
const BEYOND = 0.35

/** Steps of a brightness plane, 0..255. */
export function stepsOf({ width, height, data }: Plane): Steps {
  const soft = data.slice()
  gaussianBlur(soft, width, height, BLUR, new Float32Array(soft.length))
  const gx = new Float32Array(soft.length)
  const gy = new Float32Array(soft.length)
  const sizes: number[] = []
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      gx[i] = (soft[i + 1]! - soft[i - 1]!) / 2
      gy[i] = (soft[i + width]! - soft[i - width]!) / 2
      if ((x + 7 * y) % 13 === 0) sizes.push(Math.hypot(gx[i]!, gy[i]!))
    }
  }
  sizes.sort((a, b) => a - b)
  return { width, height, gx, gy, half: Math.max(LEAST_HALF, 1.5 * (sizes[sizes.length >> 1] ?? 0)) }
}

/** Adds what is at a place, on a line with this normal that goes on for `length` px there. */
function addAt(steps: Steps, x: number, y: number, nx: number, ny: number, length: number, out: Tally): void {
  const px = Math.round(x - 0.5)
  const py = Math.round(y - 0.5)
  if (px < 1 || py < 1 || px >= steps.width - 1 || py >= steps.height - 1) return
  out.seen += length
  let strongest = 0
  let signed = 0
  const by = Math.abs(nx) > Math.abs(ny) ? 1 : steps.width
  for (let k = -1; k <= 1; k++) {
    const i = py * steps.width + px + k * by
    const gx = steps.gx[i]!
    const gy = steps.gy[i]!
    const across = gx * nx + gy * ny
    if (k === 0) signed = across
    if (Math.abs(across) < ALONG * Math.sqrt(gx * gx + gy * gy)) continue
    strongest = Math.max(strongest, Math.abs(across))
  }
  out.edge += (length * strongest) / (strongest + steps.half)
  out.signed += (length * signed) / (Math.abs(signed) + steps.half)
}

function sumsOf(view: View, steps: Steps, lines: Float64Array, places: Float64Array, upright: boolean): Sums {
  const sums = new Float64Array(3 * lines.length * places.length)
  const [right, down, away] = view.axes
  const [across, along] = upright ? [right, down] : [down, right]
  const centre = spotOf(view, [0, 0, 1])!
  const tally: Tally = { seen: 0, edge: 0, signed: 0 }
  for (let i = 0, at = 0; i < lines.length; i++) {
    const line = lines[i]!
    tally.seen = 0
    tally.edge = 0
    tally.signed = 0
    let isAhead = false
    let lastX = 0
    let lastY = 0
    for (let j = 0; j < places.length; j++, at += 3) {
      const place = places[j]!
      const z = line * across[2] + place * along[2] + away[2]
      const wasAhead = isAhead
      isAhead = z > 1e-9
      const x = centre.x + (view.focal * (line * across[0] + place * along[0] + away[0])) / z
      const y = centre.y + (view.focal * (line * across[1] + place * along[1] + away[1])) / z
      if (wasAhead && isAhead) {
        const dx = x - lastX
        const dy = y - lastY
        const length = Math.sqrt(dx * dx + dy * dy)
        if (length > 1e-6 && length < 40)
          addAt(steps, (x + lastX) / 2, (y + lastY) / 2, -dy / length, dx / length, length, tally)
      }
      lastX = x
      lastY = y
      sums[at] = tally.seen
      sums[at + 1] = tally.edge
      sums[at + 2] = tally.signed
    }
  }
  return { places: places.length, sums }
}

/** Grid of the places where edges of the back wall may be. */
export function gridOf(view: View, steps: Steps): Grid {
  const { width, height } = steps
  const placesAlong = (size: number, at: (t: number) => number | undefined) => {
    const list: number[] = []
    for (let t = -BEYOND * size; t <= (1 + BEYOND) * size; t += STEP) {
      const place = at(t)
      if (place !== undefined && (list.length === 0 || place > list[list.length - 1]!)) list.push(place)
    }
    return Float64Array.from(list)
  }
  const xs = placesAlong(width, (t) => backPlace(view, t, height / 2)?.x)
  const ys = placesAlong(height, (t) => backPlace(view, width / 2, t)?.y)
  return {
    view,
    steps,
    xs,
    ys,
    upright: sumsOf(view, steps, xs, ys, true),
    level: sumsOf(view, steps, ys, xs, false),
  }
}

/** What line `i` shows between two of its places. */
export function between({ places, sums }: Sums, i: number, from: number, to: number, out: Tally): Tally {
  const a = 3 * (i * places + from)
  const b = 3 * (i * places + to)
  out.seen = sums[b]! - sums[a]!
  out.edge = sums[b + 1]! - sums[a + 1]!
  out.signed = sums[b + 2]! - sums[a + 2]!
  return out
}

/** Part of the way from a corner to the axis of view on which an edge that goes on is looked for. */
const INWARD = 0.3

/**
 * What the edge shows that runs from a corner of the back wall towards the camera, and what goes on in its line on
 * the back wall, where the edge of a room ends.
 */
export function alongRay({ view, steps }: Grid, x: number, y: number): { edge: Tally; beyond: number } {
  const edge: Tally = { seen: 0, edge: 0, signed: 0 }
  const beyond: Tally = { seen: 0, edge: 0, signed: 0 }
  const from = backSpot(view, x, y)
  const centre = backSpot(view, 0, 0)
  if (!from || !centre) return { edge, beyond: 0 }
  const length = Math.hypot(from.x - centre.x, from.y - centre.y)
  if (length < 1e-6) return { edge, beyond: 0 }
  const [dx, dy] = [(from.x - centre.x) / length, (from.y - centre.y) / length]
  const { width, height } = steps
  for (let t = 0; t < width + height; t += STEP) {
    const px = from.x + t * dx
    const py = from.y + t * dy
    const gone =
      (px < 0 && dx <= 0) || (py < 0 && dy <= 0) || (px > width && dx >= 0) || (py > height && dy >= 0)
    if (gone) break
    addAt(steps, px, py, -dy, dx, STEP, edge)
  }
  for (let t = CLEAR; t < INWARD * length; t += STEP)
    addAt(steps, from.x - t * dx, from.y - t * dy, -dy, dx, STEP, beyond)
  return { edge, beyond: beyond.edge }
}
