interface Point {
  x: number
  y: number
}

/** Inside is where nx·x + ny·y ≤ d. */
interface HalfPlane {
  nx: number
  ny: number
  d: number
}

function edgesOf(outline: readonly Point[]): HalfPlane[] {
  let area = 0
  outline.forEach((p, i) => {
    const q = outline[(i + 1) % outline.length]!
    area += p.x * q.y - q.x * p.y
  })
  const sign = area > 0 ? 1 : -1
  return outline.map((p, i) => {
    const q = outline[(i + 1) % outline.length]!
    const length = Math.hypot(q.x - p.x, q.y - p.y)
    const nx = (sign * (q.y - p.y)) / length
    const ny = (-sign * (q.x - p.x)) / length
    return { nx, ny, d: nx * p.x + ny * p.y }
  })
}

/**
 * The largest upright rectangle of the given shape in a convex outline: a linear programme in centre and size, solved
 * by trying each three constraints that could be tight (a handful of edges, so that this is the whole search).
 * @param aspect width / height
 * @returns centre and half width, or null when none fits
 */
export function largestRectangle(
  outline: readonly Point[],
  aspect: number,
): { x: number; y: number; halfWidth: number } | null {
  const edges = edgesOf(outline)
  const rows = edges.map(({ nx, ny, d }) => ({ nx, ny, s: Math.abs(nx) + Math.abs(ny) / aspect, d }))
  let best: { x: number; y: number; halfWidth: number } | null = null
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) {
      for (let k = j + 1; k < rows.length; k++) {
        const [a, b, c] = [rows[i]!, rows[j]!, rows[k]!]
        const m1 = b.ny * c.s - b.s * c.ny
        const m2 = b.s * c.nx - b.nx * c.s
        const m3 = b.nx * c.ny - b.ny * c.nx
        const det = a.nx * m1 + a.ny * m2 + a.s * m3
        if (Math.abs(det) < 1e-12) continue
        const x = (a.d * m1 + b.d * (a.s * c.ny - a.ny * c.s) + c.d * (a.ny * b.s - a.s * b.ny)) / det
        const y = (a.d * m2 + b.d * (a.nx * c.s - a.s * c.nx) + c.d * (a.s * b.nx - a.nx * b.s)) / det
        const halfWidth =
          (a.d * m3 + b.d * (a.ny * c.nx - a.nx * c.ny) + c.d * (a.nx * b.ny - a.ny * b.nx)) / det
        if (halfWidth <= (best?.halfWidth ?? 0)) continue
        if (rows.every((r) => r.nx * x + r.ny * y + r.s * halfWidth <= r.d + 1e-9)) best = { x, y, halfWidth }
      }
    }
  }
  return best
}
