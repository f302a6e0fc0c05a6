import { z } from 'zod'

/** Limits of a watermark's settings; lengths are per cent of the picture's shorter side. */
export const WATERMARK_LIMITS = {
  textLength: 40,
  size: { min: 2, max: 25 },
  opacity: { min: 5, max: 100 },
  angle: { min: -60, max: 60 },
  gap: { min: 0.5, max: 4 },
  logoBytes: 4 * 1024 * 1024,
} as const

const between = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max)

export const zCorner = z.enum(['topLeft', 'topRight', 'bottomLeft', 'bottomRight'])
export type Corner = z.infer<typeof zCorner>

/** How a watermark looks. Lengths follow the picture, so that it looks alike at every size. */
export const zWatermark = z.object({
  kind: z.enum(['text', 'logo']).default('text'),
  text: z.string().max(WATERMARK_LIMITS.textLength).default('筑绘'),
  layout: z.enum(['tile', 'corner']).default('tile'),
  corner: zCorner.default('bottomRight'),
  /** Height of the letters or the logo, % of the shorter side. */
  size: between(WATERMARK_LIMITS.size).default(5),
  /** % */
  opacity: between(WATERMARK_LIMITS.opacity).default(35),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .default('#ffffff'),
  /** Degrees, counter-clockwise below 0; for tiles only. */
  angle: between(WATERMARK_LIMITS.angle).default(-25),
  /** Room between tiles, in widths of the mark. */
  gap: between(WATERMARK_LIMITS.gap).default(1.2),
})
export type Watermark = z.infer<typeof zWatermark>
