import type { VectorDrawing } from '#contracts/vector-drawing.ts'
import type { Nib } from '#kernels/lineart/pen.ts'
import type { Subject } from '#kernels/lineart/styles.ts'
import { toPolyline } from './fit.ts'
import { traceOutlines } from './solids.ts'

/** Shortest outline of a filled area, in working pixels. */
const LEAST_OUTLINE = 12

/** One decimal more than a pen can show. */
const rounded = (v: number): number => Math.round(v * 100) / 100

/**
 * The strokes of a drawing as polylines at the size of the result: simplified within half a working pixel,
 * each with the width that its pen has in its middle; and the outlines of what is filled.
 */
export function strokesToVectors(
  { strokes, scale, width, height }: Subject,
  { nib, blacks }: { nib: Nib; blacks: Float32Array | null },
  size: { width: number; height: number },
): VectorDrawing {
  // Pixel centres are whole numbers in a stroke and halves in the picture's coordinates.
  const place = (points: readonly number[]): number[] => points.map((v) => rounded((v + 0.5) * scale))
  const lines = strokes
    .filter(({ x }) => x.length > 1)
    .map((stroke) => {
      const n = stroke.x.length
      const closed = n > 3 && stroke.x[0] === stroke.x[n - 1] && stroke.y[0] === stroke.y[n - 1]
      const ring = closed
        ? { x: stroke.x.slice(0, -1), y: stroke.y.slice(0, -1), strength: stroke.strength.slice(0, -1) }
        : stroke
      const points = place(toPolyline(ring, closed))
      return { points, closed, width: rounded(nib(stroke, n >> 1, n).width) }
    })
  const solid = blacks ? Uint8Array.from(blacks, (v) => (v > 0.5 ? 1 : 0)) : null
  const solids = solid ? traceOutlines(solid, width, height, LEAST_OUTLINE).map(place) : []
  return { ...size, lines, solids }
}
