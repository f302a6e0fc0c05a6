import type { Corners, Point } from './plane.ts'

/** A rectangle by its four sides. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Corners of a box on a plane, as the picture shows them. */
export function cornersAt(at: (x: number, y: number) => Point, { left, top, right, bottom }: Box): Corners {
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)]
}

/** Sides of a box that meet at each of its corners. */
const MEETING = [
  ['left', 'top'],
  ['right', 'top'],
  ['right', 'bottom'],
  ['left', 'bottom'],
] as const

/** Draws the sides of a corner in while it lies outside the picture: any rectangle of the plane tells it. */
export function drawIn(box: Box, at: (x: number, y: number) => Point, width: number, height: number): Box {
  const inner = { ...box }
  for (let k = 0; k < 60; k++) {
    const outside = cornersAt(at, inner).map(({ x, y }) => x < 0 || y < 0 || x > width || y > height)
    if (!outside.includes(true)) break
    const sides = new Set(MEETING.flatMap((pair, corner) => (outside[corner] ? pair : [])))
    for (const side of sides) inner[side] *= 0.94
  }
  return inner
}
