import type { Label, Vector3 } from '#kernels/seeing/scene.ts'
import type { Colour } from '#tests/support/line-pictures.ts'

/** How a surface looks in a photograph. */
export type Pattern =
  | 'plain'
  | 'planks'
  | 'tiles'
  | 'bricks'
  | 'grain'
  | 'leaves'
  | 'weave'
  | 'waves'
  | 'lawn'

/** What a surface is and what it is made of. */
export interface Finish {
  label: Label
  /** Share of light that the white model's surface gives back, 0..1. */
  tint: number
  /** Colour in a photograph. */
  colour: Colour
  pattern: Pattern
}

/** Sides of a box: 0 left, 1 right (x), 2 front, 3 back (y), 4 bottom, 5 top (z). */
export type Face = 0 | 1 | 2 | 3 | 4 | 5

/** A recess in one side of a box with a pane at its end. */
export interface Opening {
  face: Face
  /** Along the side's two axes, in the order x, y, z; m. */
  from: readonly [number, number]
  to: readonly [number, number]
  depth: number
  /** Panes side by side and above each other; 0 for a door leaf without a frame. */
  panes: readonly [number, number]
  pane: Finish
  frame: Finish
}

interface Body {
  low: Vector3
  high: Vector3
  finish: Finish
}
/** World: x to the right, y away, z up, metres. A room is seen from inside; planes bound a convex body. */
export type Solid = Body &
  (
    | { shape: 'box' | 'room'; faces?: Partial<Record<Face, Finish>>; openings?: readonly Opening[] }
    | { shape: 'convex'; planes: readonly { normal: Vector3; distance: number; finish: Finish }[] }
    | { shape: 'ball'; leafy: boolean; group: number }
    | { shape: 'post'; topRadius: number; group: number }
  )

/** What a ray meets first. */
export interface Hit {
  t: number
  nx: number
  ny: number
  nz: number
  /** The same for all of a flat side, a pane, a frame, a tree. */
  surface: number
  finish: Finish | null
}

export const emptyHit = (): Hit => ({ t: 0, nx: 0, ny: 0, nz: 0, surface: 0, finish: null })

/** Whole number → 0..1, without a pattern. */
export function scramble(a: number, b: number, c: number): number {
  let h = Math.imul(a, 374761393) ^ Math.imul(b, 668265263) ^ Math.imul(c, 1274126177)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}
