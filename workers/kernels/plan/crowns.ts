import type { Plan } from './read-plan.ts'

/** Linear light of leaves, from those in the shade to those in the sun. */
const SHADE = [0.05, 0.1, 0.025]
const SUN = [0.3, 0.42, 0.13]
/** What of the ground a crown hides. */
const DENSE = 0.9

/** A number 0..1 that looks random and changes smoothly from one whole place to the next. */
function mottle(x: number, y: number): number {
  const at = (u: number, v: number) => {
    let n = Math.imul(u, 0x16a09e65) ^ Math.imul(v, 0x27d4eb2f)
    n = Math.imul(n ^ (n >>> 15), 0x5bd1e995)
    return ((n ^ (n >>> 13)) >>> 0) / 4294967296
  }
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [tx, ty] = [x - x0, y - y0]
  const upper = at(x0, y0) * (1 - tx) + at(x0 + 1, y0) * tx
  const lower = at(x0, y0 + 1) * (1 - tx) + at(x0 + 1, y0 + 1) * tx
  return upper * (1 - ty) + lower * ty
}

/**
 * Paints the crowns of a site plan's trees as seen from above: round, with the sun from the upper left.
 * @param scale px of the painted picture a px of the plan
 * @returns lays a crown over the light of a pixel; null where there are no trees
 */
export function crownsOf({ trees }: Plan, scale: number, width: number, height: number) {
  if (trees.length === 0) return null
  const owner = new Uint16Array(width * height)
  trees.forEach(({ x, y, radius }, n) => {
    const [cx, cy, r] = [(x + 0.5) * scale, (y + 0.5) * scale, radius * scale]
    for (let v = Math.max(0, Math.floor(cy - r)); v < Math.min(height, cy + r); v++)
      for (let u = Math.max(0, Math.floor(cx - r)); u < Math.min(width, cx + r); u++)
        if (Math.hypot(u + 0.5 - cx, v + 0.5 - cy) < r) owner[v * width + u] = n + 1
  })
  return (px: number, py: number, i: number, light: Float32Array) => {
    const n = owner[i]!
    if (n === 0) return
    const { x, y, radius } = trees[n - 1]!
    const r = radius * scale
    const [dx, dy] = [(px + 0.5 - (x + 0.5) * scale) / r, (py + 0.5 - (y + 0.5) * scale) / r]
    const away = Math.hypot(dx, dy)
    const grain = mottle(dx * 7 + n * 31, dy * 7 + n * 17)
    const dome = Math.max(
      0,
      Math.min(1, 0.5 - 0.42 * (dx + dy) + 0.6 * (grain - 0.5) + 0.012 * ((n * 37) % 10)),
    )
    const cover = DENSE * Math.max(0, Math.min(1, (1 - away) * r))
    for (let c = 0; c < 3; c++) {
      const leaf = SHADE[c]! + (SUN[c]! - SHADE[c]!) * dome
      light[c] = light[c]! + (leaf - light[c]!) * cover
    }
  }
}
