import type { Opening } from './openings.ts'

/** Four corners in order around what they enclose, px. */
export type Corners = Opening['corners']

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
