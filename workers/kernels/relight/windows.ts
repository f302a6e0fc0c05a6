import { boxBlur } from '#kernels/lineart/smooth.ts'
import { findSegments, type Segment } from '#kernels/lines/segments.ts'
import type { Plane } from '#kernels/raster.ts'
import { type Copy, greenness, planeOf } from './copy.ts'

/** An upright edge, from its upper to its lower end. */
interface Post {
  top: number
  bottom: number
  /** x at a row is `at + lean · y`. */
  at: number
  lean: number
}

interface Pane {
  left: Post
  right: Post
  top: number
  bottom: number
}

/** Shortest post and narrowest and widest pane, as parts of the longer side. */
const SHORTEST = 0.022
const NARROWEST = 0.011
const WIDEST = 0.13
/** Greatest lean of a post: a picture taken with the camera tilted up. */
const LEAN = 0.6

function postOf({ x1, y1, x2, y2 }: Segment): Post | null {
  const [dx, dy] = [x2 - x1, y2 - y1]
  if (Math.abs(dx) > LEAN * Math.abs(dy)) return null
  const lean = dx / dy
  return { top: Math.min(y1, y2), bottom: Math.max(y1, y2), at: x1 - lean * y1, lean }
}

const xAt = (post: Post, y: number) => post.at + post.lean * y

/** Neighbouring posts that could be the two sides of a pane: side by side and about parallel. */
function pair(posts: readonly Post[], side: number): Pane[] {
  const panes: Pane[] = []
  for (const left of posts) {
    for (const right of posts) {
      const top = Math.max(left.top, right.top)
      const bottom = Math.min(left.bottom, right.bottom)
      const shorter = Math.min(left.bottom - left.top, right.bottom - right.top)
      if (bottom - top < 0.6 * shorter || Math.abs(left.lean - right.lean) > 0.2) continue
      const middle = (top + bottom) / 2
      const wide = xAt(right, middle) - xAt(left, middle)
      const high = bottom - top
      if (wide < NARROWEST * side || wide > WIDEST * side || wide > 4 * high || high > 7 * wide) continue
      panes.push({ left, right, top, bottom })
    }
  }
  return panes
}

interface Look {
  luma: number
  warm: number
  chroma: number
  green: number
  sky: number
  /** Darkest and mean luma just beside the two posts, outside and on them. */
  frame: [number, number]
  beside: [number, number]
}

/** Mean colour of a pane, sampled on a grid, and what its two sides look like. */
function lookAt(copy: Copy, sky: Plane, pane: Pane): Look {
  const { width, r, g, b, luma } = copy
  const look: Look = { luma: 0, warm: 0, chroma: 0, green: 0, sky: 0, frame: [0, 0], beside: [0, 0] }
  const reach = Math.max(2, Math.round(0.006 * Math.max(width, copy.height)))
  const [rows, columns] = [10, 8]
  for (let row = 0; row < rows; row++) {
    const y = Math.round(pane.top + ((row + 0.5) / rows) * (pane.bottom - pane.top))
    const [x0, x1] = [xAt(pane.left, y), xAt(pane.right, y)]
    for (let column = 0; column < columns; column++) {
      const x = Math.round(x0 + reach + ((column + 0.5) / columns) * (x1 - x0 - 2 * reach))
      const i = Math.max(0, Math.min(luma.length - 1, y * width + x))
      const share = 1 / (rows * columns)
      look.luma += share * luma[i]!
      look.warm += share * (r[i]! - b[i]!)
      look.chroma += share * (Math.max(r[i]!, g[i]!, b[i]!) - Math.min(r[i]!, g[i]!, b[i]!))
      look.green += share * greenness(r[i]!, g[i]!, b[i]!)
      look.sky += share * sky.data[i]!
    }
    for (const end of [0, 1] as const) {
      let [darkest, sum] = [1, 0]
      for (let d = -1; d <= 2 * reach; d++) {
        const x = Math.round(end === 0 ? x0 - d : x1 + d)
        const value = luma[Math.max(0, Math.min(luma.length - 1, y * width + x))]!
        darkest = Math.min(darkest, value)
        sum += value
      }
      look.frame[end] += darkest / rows
      look.beside[end] += sum / (2 * reach + 2) / rows
    }
  }
  return look
}

/** Glass is neither warm nor colourful, and stands between dark bars or is dark itself between lighter ones. */
function isGlass({ luma, warm, chroma, green, sky, frame, beside }: Look): boolean {
  if (warm > 0.13 || chroma > 0.26 || green > 0.3 || sky > 0.25) return false
  const barred = Math.max(...frame) < 0.62 * luma
  const dark = luma < 0.42 && luma < 0.66 * Math.min(...beside)
  return barred || dark
}

function fillPane(out: Plane, copy: Copy, pane: Pane, mean: number): void {
  for (let y = Math.max(0, Math.ceil(pane.top)); y < Math.min(copy.height, pane.bottom); y++) {
    const from = Math.max(0, Math.round(xAt(pane.left, y)))
    const to = Math.min(copy.width - 1, Math.round(xAt(pane.right, y)))
    for (let x = from; x <= to; x++) {
      const i = y * copy.width + x
      // Bars stay dark, and what stands in front in full daylight is not lit from inside.
      const value = copy.luma[i]! / mean
      const share = value < 0.5 ? 0.15 : value > 1.5 ? 0.4 : 1
      out.data[i] = Math.max(out.data[i]!, share)
    }
  }
}

/**
 * Finds panes of glass: between two neighbouring upright edges of like height, neither warm nor colourful, with
 * dark bars on both sides or darker than what is beside them. Finds none rather than light a wall.
 * @returns 0..1 at the size of the copy, and the part of the picture that panes cover
 */
export function findWindows(copy: Copy, sky: Plane): { panes: Plane; part: number } {
  const { width, height, luma } = copy
  const side = Math.max(width, height)
  const plane = { width, height, data: luma.map((value) => 255 * value) }
  const posts = findSegments(plane, SHORTEST * side).flatMap((segment) => postOf(segment) ?? [])
  const panes = planeOf(copy)
  for (const pane of pair(posts, side)) {
    const look = lookAt(copy, sky, pane)
    if (isGlass(look)) fillPane(panes, copy, pane, look.luma)
  }
  const part = panes.data.reduce((sum, value) => sum + value, 0) / panes.data.length
  boxBlur(panes.data, width, height, 1, new Float32Array(panes.data.length))
  return { panes, part }
}
