// Surface descriptions shared by the scene builder and the tracer.
// A material is plain data so that it can be posted to worker threads.
import type { Rgb } from './sky.ts'
import type { TextureName } from './textures.ts'

/**
 * diffuse: Lambert. coat: Lambert under a rough dielectric. metal: GGX conductor. glass: thin pane.
 * leaf: Lambert on both sides. water: rippled dielectric over what lies under it. emit: light source.
 */
export type Kind = 'diffuse' | 'coat' | 'metal' | 'glass' | 'leaf' | 'water' | 'emit'

export interface Material {
  kind: Kind
  /** Linear reflectance (or F0 of a metal, or tint of glass). */
  color: Rgb
  /** Second colour of the texture. */
  color2: Rgb
  /** GGX roughness (alpha = rough²). */
  rough: number
  texture: TextureName | 'none'
  /** Size of the texture's main feature, metres. */
  scale: number
  /** Height of relief, metres; 0 = flat. */
  bump: number
  /** Share of light that a leaf lets through. */
  through: number
  /** Radiance of a light source. */
  emit: Rgb
  /** How far the colour of single objects may stray, 0..1. */
  vary: number
  /** How the line drawing treats it. */
  line: 'normal' | 'foliage' | 'none'
}

/** `#rrggbb` in sRGB to linear reflectance. */
export function linear(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  const channel = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  return [
    channel(((value >> 16) & 255) / 255),
    channel(((value >> 8) & 255) / 255),
    channel((value & 255) / 255),
  ]
}

export type MaterialInput = { kind?: Kind; color?: string; color2?: string } & Partial<
  Omit<Material, 'kind' | 'color' | 'color2'>
>

/** Fills in the defaults of a material. */
export function material(input: MaterialInput): Material {
  const color = linear(input.color ?? '#ffffff')
  return {
    rough: 0.5,
    texture: 'none',
    scale: 1,
    bump: 0,
    through: 0,
    emit: [0, 0, 0],
    vary: 0,
    line: 'normal',
    ...input,
    kind: input.kind ?? 'diffuse',
    color,
    color2: input.color2 ? linear(input.color2) : color,
  }
}

const CLAY = linear('#d9d7d2')

/** The same material as modelling clay: one matt colour, glass left clear, lamps switched off. */
export function asClay(m: Material): Material {
  if (m.kind === 'glass') return { ...m, color: [0.97, 0.97, 0.97] }
  const through = m.kind === 'leaf' ? m.through * 0.6 : 0
  return {
    ...m,
    kind: through > 0 ? 'leaf' : 'diffuse',
    color: CLAY,
    color2: CLAY,
    texture: 'none',
    bump: 0,
    through,
    emit: [0, 0, 0],
    vary: 0,
  }
}
