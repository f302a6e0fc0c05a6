import { z } from 'zod'

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
export const zNamedAsset = zAsset.extend({ name: z.string().max(255) })
export type NamedAsset = z.infer<typeof zNamedAsset>

export const LIMITS = {
  /** Most bytes of one upload. */
  uploadBytes: 100 * 1024 * 1024,
  /** Most pixels of a picture that an engine decodes. */
  pixels: 50_000_000,
  /** Shortest side of a picture, px. */
  minSide: 16,
} as const

/** Picture types that engines and workers take. */
export const IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/tiff',
] as const

/**
 * Address of an asset's bytes.
 * @param width longest side in px of a scaled copy; the original when left out
 * @param format encoding of the scaled copy
 */
export function assetUrl(id: AssetId, width?: 320 | 1280, format: 'webp' | 'jpg' = 'webp'): string {
  return width ? `/api/asset/${id}?process=w_${width},f_${format}` : `/api/asset/${id}`
}
