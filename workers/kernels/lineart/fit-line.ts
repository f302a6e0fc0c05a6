import type { Stroke } from './trace.ts'

/** A line through (x, y), px, along the unit vector (dx, dy). */
export interface FittedLine {
  x: number
  y: number
  dx: number
  dy: number
}

/** Line of the points first..last of a stroke by total least squares: of least distance to all of them. */
export function fitLine(stroke: Stroke, first: number, last: number): FittedLine {
  const n = last - first + 1
  let [mx, my] = [0, 0]
  for (let k = first; k <= last; k++) {
    mx += stroke.x[k]! / n
    my += stroke.y[k]! / n
  }
  let [xx, xy, yy] = [0, 0, 0]
  for (let k = first; k <= last; k++) {
    const dx = stroke.x[k]! - mx
    const dy = stroke.y[k]! - my
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
  return { x: mx, y: my, dx: Math.cos(angle), dy: Math.sin(angle) }
}

/** Point of a line nearest to (x, y). */
export function nearestOn({ x: lx, y: ly, dx, dy }: FittedLine, x: number, y: number): [number, number] {
  const along = (x - lx) * dx + (y - ly) * dy
  return [lx + along * dx, ly + along * dy]
}
