import { boxBlur } from '#kernels/lineart/smooth.ts'
import { shrinkLuma } from '#kernels/raster/luma.ts'
import type { Plane, Raster } from '#kernels/raster.ts'
import { lineField } from './field.ts'
import { findSegments, type Segment } from './segments.ts'

/** Where a piece of a line is, px, and its unit direction. */
export interface Piece {
  x: number
  y: number
  dx: number
  dy: number
}

/** A straight edge or a curve, cut into pieces of `PIECE` px from one end to the other. */
export type Line = readonly Piece[]

/** Longer side of a picture, px, at which its lines are looked for. */
export const LINES_SIDE = 1024
/** Length, px, that a piece of a line stands for. */
export const PIECE = 2
/** Shortest straight edge and curve, parts of the longer side. */
const SHORTEST = { segment: 0.014, curve: 0.03 } as const
/** Steps, levels a px, of an edge that counts where no straight one is. */
const STRONG = 16
/** Cosine of the angle by which a curve turns at most from pixel to pixel. */
const STRAIGHT_ON = 0.7
/** Edges this short, parts of the longer side, belong to a texture where this share of pixels is edges. */
const TEXTURE = { length: 0.04, crowd: 0.2, reach: 12 } as const

/** A straight edge as pieces. */
export function piecesOf({ x1, y1, x2, y2 }: Segment): Line {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const count = Math.max(1, Math.round(length / PIECE))
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
  return Array.from({ length: count }, (_, k) => {
    const t = (k + 0.5) / count
    return { x: x1 + t * (x2 - x1), y: y1 + t * (y2 - y1), dx, dy }
  })
}

/** Marks pixels within `reach` of lines. */
function mark(lines: readonly Line[], width: number, height: number, reach: number): Uint8Array {
  const marked = new Uint8Array(width * height)
  for (const line of lines)
    for (const { x, y } of line)
      for (let v = Math.max(0, Math.floor(y - reach)); v <= Math.min(height - 1, y + reach); v++)
        for (let u = Math.max(0, Math.floor(x - reach)); u <= Math.min(width - 1, x + reach); u++)
          marked[v * width + u] = 1
  return marked
}

/** Directions of level lines, and the tops of strong edges: 1 px wide. */
interface Ridges {
  top: Uint8Array
  dx: Float32Array
  dy: Float32Array
}

function ridges(plane: Plane): Ridges {
  const { width, height, dx, dy, strength } = lineField(plane, STRONG)
  const top = new Uint8Array(width * height)
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2, i = y * width + 2; x < width - 2; x++, i++) {
      if (strength[i]! <= STRONG) continue
      const across = Math.round(-dy[i]!) + width * Math.round(dx[i]!)
      if (strength[i]! > strength[i - across]! && strength[i]! >= strength[i + across]!) top[i] = 1
    }
  }
  return { top, dx, dy }
}

/** Walks along ridges from pixel to pixel as long as the direction changes little. */
function chains({ top, dx, dy }: Ridges, width: number): number[][] {
  const found: number[][] = []
  const around = [1, -1, width, -width, width + 1, width - 1, -width + 1, -width - 1]
  const walk = (from: number): number[] => {
    const path: number[] = []
    for (let at = from; at >= 0; ) {
      top[at] = 0
      path.push(at)
      const next = around.find(
        (step) => top[at + step] === 1 && dx[at]! * dx[at + step]! + dy[at]! * dy[at + step]! > STRAIGHT_ON,
      )
      at = next === undefined ? -1 : at + next
    }
    return path
  }
  for (let i = 0; i < top.length; i++) {
    if (top[i] === 0) continue
    const forth = walk(i)
    top[i] = 1
    const back = walk(i)
    found.push([...back.reverse(), ...forth.slice(1)])
  }
  return found
}

/** Share of edges around each pixel, 0..1. */
function crowds(top: Uint8Array, lines: readonly Line[], width: number, height: number): Float32Array {
  const marked = mark(lines, width, height, 0)
  const share = new Float32Array(top.length)
  for (let i = 0; i < share.length; i++) share[i] = Math.max(marked[i]!, top[i]!)
  boxBlur(share, width, height, TEXTURE.reach, new Float32Array(share.length))
  return share
}

/** The straight edges of a picture, px of its brightness, 0..255, at most 1024 px in its longer side. */
export interface StraightEdges {
  plane: Plane
  segments: readonly Segment[]
}

const knownEdges = new WeakMap<Raster, StraightEdges>()

/** Finds the straight edges of a picture (LSD), once for each. */
export function straightEdgesOf(image: Raster): StraightEdges {
  let found = knownEdges.get(image)
  if (!found) {
    const plane = shrinkLuma(image, LINES_SIDE)
    found = { plane, segments: findSegments(plane, SHORTEST.segment * Math.max(plane.width, plane.height)) }
    knownEdges.set(image, found)
  }
  return found
}

/** Lines of a picture, and the size that they are found at, px. */
export interface PictureLines {
  width: number
  height: number
  lines: readonly Line[]
}

const knownLines = new WeakMap<Raster, PictureLines>()

/**
 * The lines of a picture that its geometry shows in, found once for each: straight edges, and strong edges elsewhere as
 * curves. What is short in a crowd of edges (leaves, gravel, a fabric) is texture and left out.
 */
export function linesOf(image: Raster): PictureLines {
  let found = knownLines.get(image)
  if (!found) {
    const edges = straightEdgesOf(image)
    const { width, height } = edges.plane
    found = { width, height, lines: linesIn(edges) }
    knownLines.set(image, found)
  }
  return found
}

function linesIn({ plane, segments }: StraightEdges): Line[] {
  const { width, height } = plane
  const side = Math.max(width, height)
  const straight = segments.map(piecesOf)
  const found = ridges(plane)
  const { top, dx, dy } = found
  const crowd = crowds(top, straight, width, height)
  const near = mark(straight, width, height, 3)
  for (let i = 0; i < top.length; i++) if (near[i] === 1) top[i] = 0
  const curves = chains(found, width)
    .filter((path) => path.length >= SHORTEST.curve * side)
    .map((path) =>
      path
        .filter((_, k) => k % PIECE === 0)
        // A gradient of 2 × 2 pixels sits on their common corner.
        .map((i) => ({ x: (i % width) + 1, y: Math.floor(i / width) + 1, dx: dx[i]!, dy: dy[i]! })),
    )
  const isTexture = (line: Line): boolean => {
    if (line.length * PIECE > TEXTURE.length * side) return false
    let sum = 0
    for (const { x, y } of line)
      sum += crowd[Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x))]!
    return sum / line.length > TEXTURE.crowd
  }
  return [...straight, ...curves].filter((line) => !isTexture(line))
}
