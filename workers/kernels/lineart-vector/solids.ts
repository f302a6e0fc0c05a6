import type { Stroke } from '#kernels/lineart/trace.ts'
import { distanceInside } from './coverage.ts'
import { toPolyline } from './fit.ts'

/**
 * Takes areas thicker than a line out of a mask: those with a core more than `radius` px from any edge, as an opening
 * with a disc leaves them.
 * @param inside distance of every marked pixel to the nearest unmarked one
 * @returns 1 where the areas are; `mask` loses them in place
 */
export function takeSolids(
  mask: Uint8Array,
  inside: Float32Array,
  width: number,
  height: number,
  radius: number,
): Uint8Array {
  const outsideCore = new Uint8Array(mask.length)
  for (let i = 0; i < inside.length; i++) if (inside[i]! <= radius) outsideCore[i] = 1
  const away = distanceInside(outsideCore, width, height)
  const solid = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0 || away[i]! > radius) continue
    solid[i] = 1
    mask[i] = 0
  }
  return solid
}

/** Steps along pixel corners: right, down, left, up. */
const STEP_X = [1, 0, -1, 0]
const STEP_Y = [0, 1, 0, -1]

/**
 * Outlines of marked areas and of the holes in them, as closed polylines along the middle of their edges, in pixel
 * centres at whole numbers. Areas under `smallest` px of outline are left out.
 */
export function traceOutlines(
  solid: Uint8Array,
  width: number,
  height: number,
  smallest: number,
): number[][] {
  // Upper edges of marked pixels that no outline has run along yet.
  const seen = new Uint8Array(solid.length)
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : solid[y * width + x]!
  const outlines: number[][] = []
  for (let start = 0; start < solid.length; start++) {
    if (solid[start] === 0 || solid[start - width] === 1 || seen[start] === 1) continue
    const ring: Stroke = { x: [], y: [], strength: [] }
    const [x0, y0] = [start % width, Math.floor(start / width)]
    let [x, y, direction] = [x0, y0, 0]
    do {
      if (direction === 0) seen[y * width + x] = 1
      ring.x.push(x + STEP_X[direction]! / 2 - 0.5)
      ring.y.push(y + STEP_Y[direction]! / 2 - 0.5)
      ring.strength.push(1)
      x += STEP_X[direction]!
      y += STEP_Y[direction]!
      // The area lies on the right; turn left where it goes on there, so that touching corners stay apart.
      const left = (direction + 3) & 3
      const aheadRight = at(x + AHEAD_RIGHT_X[direction]!, y + AHEAD_RIGHT_Y[direction]!)
      const aheadLeft = at(x + AHEAD_LEFT_X[direction]!, y + AHEAD_LEFT_Y[direction]!)
      if (aheadRight === 0) direction = (direction + 1) & 3
      else if (aheadLeft === 1) direction = left
    } while (x !== x0 || y !== y0 || direction !== 0)
    if (ring.x.length >= smallest) outlines.push(toPolyline(ring, true))
  }
  return outlines
}

/** Pixel ahead on the right and on the left of a corner (x, y), by direction; corner (x, y) is a pixel's upper left. */
const AHEAD_RIGHT_X = [0, -1, -1, 0]
const AHEAD_RIGHT_Y = [0, 0, -1, -1]
const AHEAD_LEFT_X = [0, 0, -1, -1]
const AHEAD_LEFT_Y = [-1, 0, 0, -1]
