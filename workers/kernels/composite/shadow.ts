import { fitInside } from '#kernels/fit-inside.ts'
import { areaMeans } from '#kernels/raster/area-means.ts'
import type { Plane } from '#kernels/raster.ts'
import { type Footing, findFooting } from './footing.ts'
import type { Layer } from './layer.ts'
import type { Light } from './scenes.ts'

/** Shade on the ground, 0..1, small: a place of the frame is (x − left) · scale, (y − top) · scale in it. */
export interface Shade extends Plane {
  left: number
  top: number
  scale: number
}

/** Longer side of the silhouette that shadows are made from, px: they are soft. */
const SIDE = 300
/** How the ground lies: how much less high than wide a circle on it is. */
const FORESHORTENING = 0.3
/** How much less shade is blurred up and down than to the sides. */
const BLUR_RATIO = 0.45
/** What makes up for the depth of things. */
const THICKER = 1.7
/** Depth of a thing against its width, where only its front edge is seen on the ground. */
const DEPTH = 0.4

/** Bands of height over the ground, as shares of the thing's, with the blur (same share) and strength of each. */
const BANDS = [
  { to: 0.08, blur: 0.008, strength: 1 },
  { to: 0.25, blur: 0.02, strength: 0.97 },
  { to: 0.55, blur: 0.04, strength: 0.9 },
  { to: Number.POSITIVE_INFINITY, blur: 0.065, strength: 0.8 },
] as const

/** Most of the light that each kind of shade takes. */
const CONTACT = 0.8
const UNDER = 0.62
const CAST = { hard: 0.88, soft: 0.45 }

/** Alpha of a layer, 0..1, its longer side SIDE px at most. */
function shrinkAlpha({ width, height, data }: Layer): Plane {
  const size = fitInside({ width, height }, SIDE)
  const read = (y: number, row: Float32Array) => {
    for (let x = 0; x < width; x++) row[x] = data[4 * (y * width + x) + 3]! / 255
  }
  return { ...size, data: areaMeans({ width, height, channels: 1, read }, size) }
}

interface Room {
  /** Columns and rows of the silhouette's corner in the room; rows are mostly cut off above. */
  x: number
  y: number
  width: number
  height: number
}

/** Mean over 2r + 1 values along lines of a plane, borders repeated. */
function blurLines(
  plane: Float32Array,
  lines: { count: number; length: number; across: number; along: number },
  radius: number,
): void {
  const { count, length, across, along } = lines
  const line = new Float32Array(length)
  const scale = 1 / (2 * radius + 1)
  for (let k = 0; k < count; k++) {
    const start = k * across
    for (let i = 0; i < length; i++) line[i] = plane[start + i * along]!
    let sum = line[0]! * radius
    for (let i = 0; i <= radius; i++) sum += line[Math.min(length - 1, i)]!
    for (let i = 0; i < length; i++) {
      plane[start + i * along] = sum * scale
      sum += line[Math.min(length - 1, i + radius + 1)]! - line[Math.max(0, i - radius)]!
    }
  }
}

/**
 * Two passes of a box, close to a Gaussian, as wide on the ground to all sides: in the picture the ground is
 * foreshortened.
 */
function soften(plane: Float32Array, { width, height }: Room, sigma: number): void {
  const rx = Math.round(sigma * 1.2)
  const ry = Math.round(sigma * 1.2 * BLUR_RATIO)
  for (let pass = 0; pass < 2; pass++) {
    if (rx > 0) blurLines(plane, { count: height, length: width, across: width, along: 1 }, rx)
    if (ry > 0) blurLines(plane, { count: width, length: height, across: 1, along: width }, ry)
  }
}

/**
 * Row of the ground under a pixel: what is near the ground stands on the nearest contact, what is further up over the
 * middle of them all.
 */
function groundUnder({ standing }: Footing, middle: number, x: number, y: number, reach: number): number {
  const own = standing[x]!
  const up = Math.min(1, Math.max(0, (own - y) / reach))
  return own + (middle - own) * up * up * (3 - 2 * up)
}

/** Shadow of the silhouette on the ground: every pixel falls from its height over the ground under it. */
function castShadow(alpha: Plane, footing: Footing, light: Light, room: Room): Float32Array {
  const { width, height } = room
  const sum = new Float32Array(width * height)
  const band = new Float32Array(width * height)
  const middle = middleOf(footing, alpha.height)
  const reach = 0.35 * alpha.height
  let from = Number.NEGATIVE_INFINITY
  for (const { to, blur, strength } of BANDS) {
    band.fill(0)
    // Bands overlap: else a light seam would stay between two that are softened differently.
    const low = 0.8 * from * alpha.height
    const high = to * alpha.height
    for (let y = 0; y < alpha.height; y++) {
      for (let x = 0; x < alpha.width; x++) {
        const opacity = alpha.data[y * alpha.width + x]!
        if (opacity < 0.1) continue
        const ground = groundUnder(footing, middle, x, y, reach)
        const above = ground - y - 1
        if (above < low || above >= high) continue
        const over = Math.max(0, above)
        const u = Math.round(room.x + x + light.x * over)
        const v = Math.round(room.y + ground - 1 + light.y * over)
        if (u < 0 || v < 0 || u >= width || v >= height) continue
        const at = v * width + u
        if (band[at]! < opacity) band[at] = opacity
      }
    }
    soften(band, room, (0.35 + light.soft) * blur * alpha.height + 0.6)
    // Things have depth, which their outline does not show: a shadow of the outline alone would be too thin.
    // Light is taken once, however many parts stand in its way.
    for (let i = 0; i < sum.length; i++)
      sum[i] = Math.max(sum[i]!, strength * Math.min(1, THICKER * band[i]!))
    from = to
  }
  return sum
}

/** Middle row of the ground that a thing stands on. */
function middleOf({ front, back }: Footing, height: number): number {
  let sum = 0
  let count = 0
  for (let x = 0; x < front.length; x++) {
    if (front[x]! < 0) continue
    sum += (front[x]! + back[x]!) / 2
    count++
  }
  return count > 0 ? sum / count : height
}

/** Shade under the thing, where the sky does not reach: the ground between what stands on it. */
function underShade(alpha: Plane, { front, back, clearance }: Footing, room: Room): Float32Array {
  const plane = new Float32Array(room.width * room.height)
  const columns = front.reduce((count, row) => count + (row < 0 ? 0 : 1), 0)
  // Seen from the side a thing shows one edge on the ground: its depth is guessed from its width.
  const depth = FORESHORTENING * DEPTH * columns
  for (let x = 0; x < alpha.width; x++) {
    if (front[x]! < 0) continue
    const highest = Math.floor(Math.min(back[x]!, front[x]! - depth))
    for (let y = highest; y < front[x]!; y++) {
      const row = room.y + y
      if (row >= 0 && row < room.height) plane[row * room.width + room.x + x] = 1
    }
  }
  soften(plane, room, 0.04 * columns + 0.02 * alpha.height)
  // A seat on long legs leaves the ground under it more light than a box does.
  const part = Math.exp(-clearance / (0.5 * Math.max(1, columns)))
  for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! * part
  return plane
}

/** The dark line where a thing touches the ground. */
function contactLine(alpha: Plane, { contact, bottom }: Footing, room: Room): Float32Array {
  const size = Math.sqrt(alpha.width * alpha.height)
  const tight = new Float32Array(room.width * room.height)
  const thick = Math.max(1, Math.round(0.008 * size))
  for (let x = 0; x < alpha.width; x++) {
    if (contact[x]! <= 0) continue
    for (let k = -thick; k < thick; k++) {
      const y = room.y + Math.round(bottom[x]!) + k
      if (y >= 0 && y < room.height) tight[y * room.width + room.x + x] = contact[x]!
    }
  }
  const wide = tight.slice()
  soften(tight, room, 0.008 * size + 0.5)
  soften(wide, room, 0.03 * size)
  for (let i = 0; i < tight.length; i++) tight[i] = Math.min(1, 0.8 * tight[i]! + 1.2 * wide[i]!)
  return tight
}

/** The part of the ground that shade can fall on, around the silhouette's feet. */
function roomFor(alpha: Plane, footing: Footing, light: Light): Room {
  const spread = Math.ceil(0.22 * Math.max(alpha.height, alpha.width)) + 8
  const rows = footing.back.filter((row) => row >= 0)
  const highest = Math.min(alpha.height, ...rows) - FORESHORTENING * DEPTH * alpha.width
  const reach = Math.abs(light.y) * alpha.height
  const top = Math.floor(highest - 0.6 * spread - (light.y < 0 ? reach : 0))
  const bottom = Math.ceil(alpha.height + 0.6 * spread + (light.y > 0 ? reach : 0))
  const across = Math.ceil(Math.abs(light.x) * alpha.height)
  return {
    x: spread + (light.x < 0 ? across : 0),
    y: -top,
    width: alpha.width + 2 * spread + across,
    height: bottom - top,
  }
}

/**
 * Shade that a cut-out throws on the ground that it stands on: a dark line where it touches, less light under it, and
 * the shadow that its light casts, softer the further it falls.
 * @param layer the cut-out as it lies in the frame
 */
export function shadeOf(layer: Layer, light: Light): Shade {
  const alpha = shrinkAlpha(layer)
  const footing = findFooting(alpha)
  const room = roomFor(alpha, footing, light)
  const cast = castShadow(alpha, footing, light, room)
  const under = underShade(alpha, footing, room)
  const line = contactLine(alpha, footing, room)
  const share = CAST.hard + (CAST.soft - CAST.hard) * light.soft
  for (let i = 0; i < cast.length; i++)
    cast[i] = 1 - (1 - share * cast[i]!) * (1 - UNDER * under[i]!) * (1 - CONTACT * line[i]!)
  const step = layer.width / alpha.width
  return {
    data: cast,
    width: room.width,
    height: room.height,
    scale: 1 / step,
    left: layer.left - room.x * step,
    top: layer.top - room.y * step,
  }
}
