import { shrinkLuma } from '#kernels/raster/luma.ts'
import type { Raster } from '#kernels/raster.ts'
import { findLines } from '#kernels/structure/source-lines.ts'

/** Longer side, px, at which lines are looked for. */
const WORKING_SIDE = 1024
/** How far beside a line all is near to it, and nothing any more; parts of the longer side. */
const [WHOLE, REACH] = [0.006, 0.014]

/** Distance, px, of each pixel to the nearest that is marked 0; chamfer, in place. */
function distances(plane: Float32Array, width: number, height: number): void {
  const least = (i: number, k: number, step: number) => {
    const through = plane[k]! + step
    if (through < plane[i]!) plane[i] = through
  }
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (x > 0) least(i, i - 1, 1)
      if (y === 0) continue
      least(i, i - width, 1)
      if (x > 0) least(i, i - width - 1, Math.SQRT2)
      if (x < width - 1) least(i, i - width + 1, Math.SQRT2)
    }
  for (let y = height - 1, i = plane.length - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--, i--) {
      if (x < width - 1) least(i, i + 1, 1)
      if (y === height - 1) continue
      least(i, i + width, 1)
      if (x < width - 1) least(i, i + width + 1, Math.SQRT2)
      if (x > 0) least(i, i + width - 1, Math.SQRT2)
    }
}

/**
 * How near each pixel is to a line of the picture, 1 on it .. 0: straight edges and long curves, however faint. What
 * is laid there must not drown them.
 */
export function nearLines(image: Raster): Float32Array {
  const plane = shrinkLuma(image, WORKING_SIDE)
  const { width: w, height: h } = plane
  const [whole, reach] = [WHOLE * Math.max(w, h), REACH * Math.max(w, h)]
  const near = new Float32Array(w * h).fill(2 * reach)
  for (const line of findLines(plane))
    for (const { x, y } of line) {
      const [u, v] = [Math.min(w - 1, Math.floor(x)), Math.min(h - 1, Math.floor(y))]
      if (u >= 0 && v >= 0) near[v * w + u] = 0
    }
  distances(near, w, h)
  for (let i = 0; i < near.length; i++) {
    const t = Math.min(1, Math.max(0, (reach - near[i]!) / (reach - whole)))
    near[i] = t * t * (3 - 2 * t)
  }
  const { width, height } = image
  if (w === width && h === height) return near
  const out = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(h - 1, Math.floor(((y + 0.5) * h) / height)) * w
    for (let x = 0; x < width; x++, i++)
      out[i] = near[row + Math.min(w - 1, Math.floor(((x + 0.5) * w) / width))]!
  }
  return out
}
