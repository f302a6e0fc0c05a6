import { clip, isEmpty, type Rect } from './rect.ts'

/** A place of the brush: its middle and radius, px of the picture. */
export interface Dab {
  x: number
  y: number
  radius: number
}

/** What the brush is like. */
export interface Brush {
  /** Part of the radius that is fully covered, 0..1; the rest fades out. */
  hardness: number
  erase: boolean
}

interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Diameter in pixels of the picture for a brush of `brush` on a picture that is 1024 px long. */
export function brushSize(brush: number, width: number, height: number): number {
  return Math.max(1, (brush * Math.max(width, height)) / 1024)
}

/** Part of a brush's width that a pen draws: a light one half as wide as a firm one. */
export function pressed(pressure: number): number {
  return 0.5 + 0.5 * Math.min(1, Math.max(0, pressure))
}

/** Rectangle that holds every pixel that a brush between two places can change. */
export function reachOf(a: Dab, b: Dab, width: number, height: number): Rect {
  return clip(
    {
      left: Math.min(a.x - a.radius, b.x - b.radius) - 1,
      top: Math.min(a.y - a.radius, b.y - b.radius) - 1,
      right: Math.max(a.x + a.radius, b.x + b.radius) + 1,
      bottom: Math.max(a.y + a.radius, b.y + b.radius) + 1,
    },
    width,
    height,
  )
}

/** Pixels of a row that lie within `reach` of the line between two places. */
function rowSpan(a: Dab, b: Dab, y: number, reach: number): [number, number] {
  const dy = b.y - a.y
  let [from, to] = [0, 1]
  if (Math.abs(dy) > 1e-6) {
    const first = (y - reach - a.y) / dy
    const second = (y + reach - a.y) / dy
    from = Math.max(0, Math.min(first, second))
    to = Math.min(1, Math.max(first, second))
  }
  const [x1, x2] = [a.x + from * (b.x - a.x), a.x + to * (b.x - a.x)]
  return [Math.min(x1, x2) - reach, Math.max(x1, x2) + reach]
}

/**
 * Draws a brush from one place to another into a mask: covered to the hardness, fading smoothly to the
 * radius, with an edge of at least one px. A pixel keeps the stronger of what it has and what it gets, so
 * that a stroke may cross itself.
 * @returns the rectangle that may be different
 */
export function stamp({ width, height, data }: Pixels, a: Dab, b: Dab, { hardness, erase }: Brush): Rect {
  const area = reachOf(a, b, width, height)
  if (isEmpty(area)) return area
  const [dx, dy, dr] = [b.x - a.x, b.y - a.y, b.radius - a.radius]
  const length = dx * dx + dy * dy
  const reach = Math.max(a.radius, b.radius) + 1
  for (let y = area.top; y < area.bottom; y++) {
    const [x1, x2] = rowSpan(a, b, y + 0.5, reach)
    const last = Math.min(area.right, Math.ceil(x2))
    for (let x = Math.max(area.left, Math.floor(x1)); x < last; x++) {
      const i = y * width + x
      const now = data[i] as number
      if (now === (erase ? 0 : 255)) continue
      const [px, py] = [x + 0.5 - a.x, y + 0.5 - a.y]
      const along = length > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / length)) : 0
      const radius = a.radius + along * dr
      const outer = radius + 0.5
      const [qx, qy] = [px - along * dx, py - along * dy]
      const distance = qx * qx + qy * qy
      if (distance >= outer * outer) continue
      const inner = Math.max(0, Math.min(radius * hardness, radius - 0.5))
      let cover = 255
      if (distance > inner * inner) {
        const t = (outer - Math.sqrt(distance)) / (outer - inner)
        cover = Math.round(255 * t * t * (3 - 2 * t))
      }
      if (erase) {
        if (255 - cover < now) data[i] = 255 - cover
      } else if (cover > now) data[i] = cover
    }
  }
  return area
}
