import type { Corners } from './quads.ts'

/** Value of walls in a barrier; opening number n has n + 2. */
export const WALL = 1
/** Openings of a plan at most: a barrier holds their numbers in a byte. */
export const MOST_OPENINGS = 250

/** Draws the part of a wall that an opening takes. @param over what is drawn over */
export function fillCorners(
  mask: Uint8Array,
  width: number,
  corners: Corners,
  value: number,
  over = 0,
): void {
  const [a, b, c, d] = corners
  const long = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) * 1.5))
  const wide = Math.max(1, Math.ceil(Math.hypot(d[0] - a[0], d[1] - a[1]) * 1.5))
  const height = mask.length / width
  for (let i = 0; i <= long; i++)
    for (let j = 0; j <= wide; j++) {
      const [s, t] = [i / long, j / wide]
      const x = Math.round((a[0] * (1 - s) + b[0] * s) * (1 - t) + (d[0] * (1 - s) + c[0] * s) * t)
      const y = Math.round((a[1] * (1 - s) + b[1] * s) * (1 - t) + (d[1] * (1 - s) + c[1] * s) * t)
      if (x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === over)
        mask[y * width + x] = value
    }
}
