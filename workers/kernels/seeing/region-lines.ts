import type { Segment } from '#kernels/lines/segments.ts'
import type { Parts } from './regions.ts'
import type { Sight } from './regions-sight.ts'
import type { View } from './scene.ts'
import { crossed, dot, rayOf } from './view.ts'

/** Tolerance, radians, for an edge to run along an axis. */
const ALONG = 0.045

/** Which axis of the view a segment runs along; −1 when none. */
function axisOf(view: View, { x1, y1, x2, y2 }: Segment): number {
  // The plane through eye and segment holds the axes that the segment may run along.
  const [p, q] = [rayOf(view, x1, y1), rayOf(view, x2, y2)]
  const across = crossed(p, q)
  const size = Math.hypot(...across)
  if (size < 1e-9) return -1
  let [best, least] = [-1, ALONG]
  for (let k = 0; k < 3; k++) {
    const off = Math.abs(dot(across, view.axes[k]!)) / size
    if (off < least) [best, least] = [k, off]
  }
  return best
}

/**
 * Lengths, px, of the straight edges along and in each region that run across the view, and away from it.
 * @param segments straight edges of the picture, px of the sight
 */
export function linesAlong(
  { map, count }: Parts,
  { width, height }: Sight,
  view: View,
  segments: readonly Segment[],
): { across: number; away: number }[] {
  const found = Array.from({ length: count }, () => ({ across: 0, away: 0 }))
  for (const segment of segments) {
    const axis = axisOf(view, segment)
    if (axis !== 0 && axis !== 2) continue
    const { x1, y1, x2, y2 } = segment
    const length = Math.hypot(x2 - x1, y2 - y1)
    const steps = Math.max(1, Math.round(length / 4))
    const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length]
    for (let s = 0; s < steps; s++) {
      const t = (s + 0.5) / steps
      for (const side of [-3, 3]) {
        const x = Math.floor(x1 + t * (x2 - x1) + side * nx)
        const y = Math.floor(y1 + t * (y2 - y1) + side * ny)
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        found[map[y * width + x]!]![axis === 0 ? 'across' : 'away'] += length / steps
      }
    }
  }
  return found
}
