import type { Opening } from './openings.ts'
import type { Point } from './turned.ts'

/** Four corners in order around what they enclose, px. */
export type Corners = Opening['corners']

/** The axis of an opening or a wall, from the middle of its first end to that of its second one. */
export interface Axis {
  /** Its length, and half of the width across, px. */
  long: number
  half: number
  /** Place that lies some px along the axis from its start, and some px across. */
  at: (along: number, across: number) => Point
}

/** The axis of what lies between four corners, which begin at one side of its first end and go along it. */
export function axisOf([a, b, c, d]: Corners): Axis {
  const [px, py, qx, qy] = [(a[0] + d[0]) / 2, (a[1] + d[1]) / 2, (b[0] + c[0]) / 2, (b[1] + c[1]) / 2]
  const long = Math.hypot(qx - px, qy - py) || 1
  const [u, v] = [(qx - px) / long, (qy - py) / long]
  return {
    long,
    half: Math.hypot(d[0] - a[0], d[1] - a[1]) / 2,
    at: (along, across) => [px + u * along - v * across, py + v * along + u * across],
  }
}

/** Four corners drawn out along their axis by some px at the first end and at the second one. */
export function lengthened([a, b, c, d]: Corners, before: number, behind: number): Corners {
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  const [u, v] = [(b[0] - a[0]) / long, (b[1] - a[1]) / long]
  return [
    [a[0] - u * before, a[1] - v * before],
    [b[0] + u * behind, b[1] + v * behind],
    [c[0] + u * behind, c[1] + v * behind],
    [d[0] - u * before, d[1] - v * before],
  ]
}

/** Calls back for each pixel between four corners. */
export function eachWithin(corners: Corners, width: number, height: number, take: (i: number) => void): void {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [x0, x1] = [Math.max(0, Math.floor(Math.min(...xs))), Math.min(width - 1, Math.ceil(Math.max(...xs)))]
  const [y0, y1] = [
    Math.max(0, Math.floor(Math.min(...ys))),
    Math.min(height - 1, Math.ceil(Math.max(...ys))),
  ]
  const edges = corners.map(([ax, ay], k) => {
    const [bx, by] = corners[(k + 1) % 4]!
    return { ax, ay, dx: bx - ax, dy: by - ay }
  })
  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++) {
      const sides = edges.map(({ ax, ay, dx, dy }) => dx * (y - ay) - dy * (x - ax))
      if (sides.every((side) => side >= -0.5) || sides.every((side) => side <= 0.5)) take(y * width + x)
    }
}
