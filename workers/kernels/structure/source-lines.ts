import { boxBlur } from '#kernels/lineart/smooth.ts'
import { angleBetween, lineField, NO_ANGLE } from '#kernels/lines/field.ts'
import { findSegments, type Segment } from '#kernels/lines/segments.ts'
import type { Plane } from '#kernels/raster.ts'
import type { Piece } from './evidence.ts'

/** A straight edge or a curve, cut into pieces of `PIECE` px from one end to the other. */
export type Line = readonly Piece[]

/** Length, px, that a piece of a line stands for. */
export const PIECE = 2
/** Shortest straight edge and curve, parts of the longer side. */
const SHORTEST = { segment: 0.014, curve: 0.03 } as const
/** Steps, levels a px, of an edge that counts where no straight one is. */
const STRONG = 16
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

/** Tops of strong edges: 1 px wide, with the level line's direction. */
function ridges(plane: Plane): { top: Uint8Array; angle: Float32Array } {
  const { width, height, angle, strength } = lineField(plane, STRONG)
  const top = new Uint8Array(width * height)
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x
      if (angle[i] === NO_ANGLE) continue
      const across = Math.round(-Math.sin(angle[i]!)) + width * Math.round(Math.cos(angle[i]!))
      if (strength[i]! > strength[i - across]! && strength[i]! >= strength[i + across]!) top[i] = 1
    }
  }
  return { top, angle }
}

/** Walks along ridges from pixel to pixel as long as the direction changes little. */
function chains(top: Uint8Array, angle: Float32Array, width: number): number[][] {
  const found: number[][] = []
  const around = [1, -1, width, -width, width + 1, width - 1, -width + 1, -width - 1]
  const walk = (from: number): number[] => {
    const path: number[] = []
    for (let at = from; at >= 0; ) {
      top[at] = 0
      path.push(at)
      const next = around.find(
        (step) => top[at + step] === 1 && angleBetween(angle[at]!, angle[at + step]!) < 0.8,
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

/**
 * The lines of a picture that its geometry shows in: straight edges (LSD), and strong edges elsewhere as curves.
 * What is short in a crowd of edges (leaves, gravel, a fabric) is texture and left out.
 * @param plane brightness 0..255
 */
export function findLines(plane: Plane): Line[] {
  const { width, height } = plane
  const side = Math.max(width, height)
  const straight = findSegments(plane, SHORTEST.segment * side).map(piecesOf)
  const { top, angle } = ridges(plane)
  const crowd = crowds(top, straight, width, height)
  const near = mark(straight, width, height, 3)
  for (let i = 0; i < top.length; i++) if (near[i] === 1) top[i] = 0
  const curves = chains(top, angle, width)
    .filter((path) => path.length >= SHORTEST.curve * side)
    .map((path) =>
      path
        .filter((_, k) => k % PIECE === 0)
        .map((i) => ({
          // A gradient of 2 × 2 pixels sits on their common corner.
          x: (i % width) + 1,
          y: Math.floor(i / width) + 1,
          dx: Math.cos(angle[i]!),
          dy: Math.sin(angle[i]!),
        })),
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
