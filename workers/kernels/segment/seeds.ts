import type { Raster } from '#kernels/raster.ts'

/** What the user has pointed at, in pixels of the picture. */
export interface Hints {
  /** Clicks: on the thing (`keep`), or on what does not belong to it. */
  points: readonly { x: number; y: number; keep: boolean }[]
  /** The thing lies inside. */
  box?: { left: number; top: number; right: number; bottom: number }
  /** width·height values: 1 painted as the thing, 2 painted as not the thing, 0 elsewhere. */
  scribbles?: Uint8Array
}

/** Seeds: surely the thing, surely not. */
export const THING = 1
export const GROUND = 2

/** What is certain: THING, GROUND or 0 for each pixel of a scaled copy. */
export function seedsOf(hints: Hints, from: Raster, to: Raster): Uint8Array {
  const { width, height } = to
  const sx = width / from.width
  const sy = height / from.height
  const seeds = new Uint8Array(width * height)
  const { box, scribbles } = hints
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [px, py] = [Math.floor((x + 0.5) / sx), Math.floor((y + 0.5) / sy)]
      const i = y * width + x
      if (box && (px < box.left || px > box.right || py < box.top || py > box.bottom)) seeds[i] = GROUND
      const painted = scribbles?.[py * from.width + px]
      if (painted) seeds[i] = painted
    }
  }
  const radius = Math.max(1.5, 0.008 * Math.max(width, height))
  for (const { x, y, keep } of hints.points) {
    const [cx, cy] = [x * sx, y * sy]
    for (let py = Math.max(0, Math.floor(cy - radius)); py <= Math.min(height - 1, cy + radius); py++) {
      for (let px = Math.max(0, Math.floor(cx - radius)); px <= Math.min(width - 1, cx + radius); px++) {
        if (Math.hypot(px + 0.5 - cx, py + 0.5 - cy) <= radius) seeds[py * width + px] = keep ? THING : GROUND
      }
    }
  }
  return seeds
}
