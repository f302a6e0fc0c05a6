import type { Stroke } from './trace.ts'

/** Coverage of ink at the output size, 0..1, rows from the top. */
export interface Ink {
  width: number
  height: number
  coverage: Float32Array
}

/** Width in output pixels and darkness 0..1 of a stroke's point k, of n. */
export type Nib = (stroke: Stroke, k: number, n: number) => { width: number; dark: number }

/** Draws one round-ended, anti-aliased segment whose width and darkness run linearly from end to end. */
function capsule(
  ink: Ink,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  from: { width: number; dark: number },
  to: { width: number; dark: number },
): void {
  const reach = Math.max(from.width, to.width) / 2 + 1
  const x0 = Math.max(0, Math.ceil(Math.min(ax, bx) - reach))
  const x1 = Math.min(ink.width - 1, Math.floor(Math.max(ax, bx) + reach))
  const y0 = Math.max(0, Math.ceil(Math.min(ay, by) - reach))
  const y1 = Math.min(ink.height - 1, Math.floor(Math.max(ay, by) + reach))
  const dx = bx - ax
  const dy = by - ay
  const squared = dx * dx + dy * dy || 1e-9
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const raw = ((x - ax) * dx + (y - ay) * dy) / squared
      const t = raw < 0 ? 0 : raw > 1 ? 1 : raw
      const ex = x - ax - t * dx
      const ey = y - ay - t * dy
      const half = (from.width + t * (to.width - from.width)) / 2
      const cover = half + 0.5 - Math.sqrt(ex * ex + ey * ey)
      if (cover <= 0) continue
      // A line thinner than a pixel is a paler one.
      const value = Math.min(1, cover, 2 * half) * (from.dark + t * (to.dark - from.dark))
      const i = y * ink.width + x
      if (value > ink.coverage[i]!) ink.coverage[i] = value
    }
  }
}

/** Draws strokes given in working pixels onto the ink, enlarged by `scale`; overlaps keep the darker value. */
export function drawStrokes(ink: Ink, strokes: readonly Stroke[], scale: number, nib: Nib): void {
  const place = (v: number): number => (v + 0.5) * scale - 0.5
  for (const stroke of strokes) {
    const n = stroke.x.length
    let previous = nib(stroke, 0, n)
    for (let k = 1; k < n; k++) {
      const next = nib(stroke, k, n)
      capsule(
        ink,
        place(stroke.x[k - 1]!),
        place(stroke.y[k - 1]!),
        place(stroke.x[k]!),
        place(stroke.y[k]!),
        previous,
        next,
      )
      previous = next
    }
  }
}
