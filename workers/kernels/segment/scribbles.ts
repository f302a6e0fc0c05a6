/** A line drawn by hand; `keep` on the thing, else on what does not belong to it. */
interface Line {
  keep: boolean
  points: readonly { x: number; y: number }[]
}

/** Radius of a drawn line as a part of the longer side. */
const RADIUS = 0.006

/**
 * Lines as the scribbles of selectThing.
 * @param lines px
 * @returns width·height values: 1 on the thing, 2 on what is not, 0 elsewhere
 */
export function drawScribbles(lines: readonly Line[], width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height)
  const radius = Math.max(1, RADIUS * Math.max(width, height))
  const dot = (cx: number, cy: number, value: number) => {
    for (let y = Math.max(0, Math.floor(cy - radius)); y <= Math.min(height - 1, cy + radius); y++) {
      for (let x = Math.max(0, Math.floor(cx - radius)); x <= Math.min(width - 1, cx + radius); x++) {
        if (Math.hypot(x + 0.5 - cx, y + 0.5 - cy) <= radius) out[y * width + x] = value
      }
    }
  }
  for (const { keep, points } of lines) {
    points.forEach((b, n) => {
      const a = points[n - 1] ?? b
      const steps = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / radius))
      for (let step = 0; step <= steps; step++) {
        const t = step / steps
        dot(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), keep ? 1 : 2)
      }
    })
  }
  return out
}
