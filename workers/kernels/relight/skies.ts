import { cloudNoise, hash } from './noise.ts'

/** Linear light, 0..1 in each channel. */
export type Light = readonly [number, number, number]

/** How a sky looks; colours in linear light. */
export interface SkyLook {
  zenith: Light
  horizon: Light
  /** Colour around the sun, and how strong it is (0: no sun to be seen). */
  glow: Light
  glowStrength: number
  /** Lit and shaded side of clouds. */
  cloud: Light
  cloudShade: Light
  /** Part of the sky that clouds cover, 0..1, and how crisp they are, 0..1. */
  cover: number
  crisp: number
  /** Stars in a million pixels. */
  stars: number
}

const smooth = (from: number, to: number, x: number) => {
  const t = Math.max(0, Math.min(1, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

const mix = (a: number, b: number, t: number) => a + (b - a) * t

/**
 * Colour of a sky at a place of the picture.
 * @param u 0 at the left border, 1 at the right @param v 0 at the top, 1 at the horizon
 * @param aspect width of the picture over the height of its sky @param at where the sun is along the width
 */
export function skyAt(
  look: SkyLook,
  u: number,
  v: number,
  aspect: number,
  at: number,
  seed: number,
): [number, number, number] {
  const height = Math.max(0, 1 - v)
  const haze = (1 - height) ** 1.6
  const sun = Math.exp(-(((u - at) * aspect) ** 2) / 0.9 - (v - 0.95) ** 2 / 0.12)
  const colour: [number, number, number] = [0, 0, 0]
  for (let c = 0; c < 3; c++) {
    colour[c] = mix(look.zenith[c] as number, look.horizon[c] as number, haze)
    colour[c] = (colour[c] as number) + look.glowStrength * sun * (look.glow[c] as number)
  }
  if (look.cover > 0) addClouds(colour, look, u, v, aspect, seed)
  return colour
}

function addClouds(
  colour: [number, number, number],
  look: SkyLook,
  u: number,
  v: number,
  aspect: number,
  seed: number,
): void {
  // A plane of clouds seen from below: they shrink and crowd towards the horizon.
  const depth = 1 / (1.12 - Math.min(1, v))
  const x = (u - 0.5) * aspect * depth * 0.9
  const y = depth * 1.7
  const warp = cloudNoise(x * 0.7 + 11, y * 0.7, seed + 40, 2)
  const density = cloudNoise(x + 0.8 * warp, y + 0.5 * warp, seed, 6)
  const edge = 1 - look.cover
  const width = mix(0.5, 0.14, look.crisp)
  const alpha = smooth(edge * 0.75, edge * 0.75 + width, density) * smooth(1.02, 0.75, v * 0.95)
  if (alpha <= 0) return
  // Thin parts let light through, thick ones are grey below.
  const thick = smooth(edge * 0.75 + 0.1, edge * 0.75 + 0.45, density)
  for (let c = 0; c < 3; c++) {
    const body = mix(look.cloud[c] as number, look.cloudShade[c] as number, 0.75 * thick)
    colour[c] = mix(colour[c] as number, body, alpha)
  }
}

/** Light of a star at a pixel, 0..1. */
export function starAt(x: number, y: number, perMillion: number, seed: number): number {
  const [cx, cy] = [Math.floor(x / 3), Math.floor(y / 3)]
  if (hash(cx, cy, seed) > (9 * perMillion) / 1e6) return 0
  const bright = hash(cx, cy, seed + 1) ** 3
  const [dx, dy] = [x - 3 * cx - 1, y - 3 * cy - 1]
  return (0.15 + 0.85 * bright) * Math.exp(-(dx * dx + dy * dy) / (0.3 + 0.5 * bright))
}
