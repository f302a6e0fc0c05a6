import { z } from 'zod'
import { zFileName } from './safe-name.ts'

/** Lower-case hexadecimal SHA-256 of the bytes: the name of an asset everywhere. */
export const zAssetId = z.string().regex(/^[0-9a-f]{64}$/)
export type AssetId = z.infer<typeof zAssetId>

export const zAsset = z.object({
  id: zAssetId,
  /** MIME type found in the bytes, not the one that was claimed. */
  type: z.string(),
  bytes: z.number().int().nonnegative(),
  /** Pixels after EXIF orientation; 0 for what is not a picture. */
  width: z.number().int().nonnegative(),
  height: z.number().int().nonnegative(),
})
export type Asset = z.infer<typeof zAsset>

/** An asset in its role in a task, with the name that the user knows it by. */
export const zNamedAsset = zAsset.extend({ name: zFileName })
export type NamedAsset = z.infer<typeof zNamedAsset>

export const LIMITS = {
  /** Most bytes of one upload. */
  uploadBytes: 100 * 1024 * 1024,
  /** Most pixels of a picture that an engine decodes. */
  pixels: 50_000_000,
  /** Shortest side of a picture, px. */
  minSide: 16,
} as const

/** MIME type of a colour table (.cube); it has no registered one. */
export const LUT_TYPE = 'application/x-cube-lut'

/** Longer sides of scaled copies, px, each with its token; a copy is never larger than the picture. */
const SIDE_TOKENS = { 100: 'p_100', 320: 'w_320', 1280: 'w_1280' } as const
const FORMAT_TOKENS = { webp: 'f_webp', jpg: 'f_jpg', png: 'f_png' } as const
const WATERMARK_TOKEN = 'wm_1'

export type AssetSide = keyof typeof SIDE_TOKENS
export type AssetFormat = keyof typeof FORMAT_TOKENS

/** A copy made from an asset: upright, in sRGB, without Exif, place or camera. */
export interface AssetVariant {
  /** Longer side at most, px; the picture's own size when left out. */
  side?: AssetSide | undefined
  /** Encoding; the picture's own (PNG for what is neither JPEG, PNG nor WebP) when left out. */
  format?: AssetFormat | undefined
  /** Carries the mark 筑绘 over the whole picture. */
  watermark?: boolean | undefined
}

/** Value of `?process=`: tokens in the fixed order side, format, watermark; '' asks for the original. */
export function processOf({ side, format, watermark }: AssetVariant): string {
  return [side && SIDE_TOKENS[side], format && FORMAT_TOKENS[format], watermark && WATERMARK_TOKEN]
    .filter(Boolean)
    .join(',')
}

/** Address of an asset's bytes: of the original, or of a copy as the variant asks. */
export function assetUrl(id: AssetId, variant: AssetVariant = {}): string {
  const process = processOf(variant)
  return `/api/asset/${id}${process && `?process=${process}`}`
}

const SIDES: readonly AssetSide[] = [100, 320, 1280]
const FORMATS: readonly AssetFormat[] = ['webp', 'jpg', 'png']
const VARIANTS = new Map<string, AssetVariant>()
for (const side of [undefined, ...SIDES]) {
  for (const format of [undefined, ...FORMATS]) {
    for (const watermark of [false, true]) {
      const variant = { side, format, watermark }
      if (processOf(variant)) VARIANTS.set(processOf(variant), variant)
    }
  }
}

/** What `?process=` asks for; anything that processOf does not write is refused, so a copy has one address. */
export const zProcess = z.string().transform((value, context): AssetVariant => {
  const variant = VARIANTS.get(value)
  if (variant) return variant
  context.addIssue({ code: 'custom', message: 'unknown process' })
  return z.NEVER
})
