import { readFile } from 'node:fs/promises'
import { hasAlpha } from '#kernels/alpha.ts'
import { type ConvertedFormat, readConverted } from '#kernels/read/convert.ts'
import type { HeifLibrary } from '#kernels/read/heic.ts'
import { checkPixels } from '#kernels/sniff.ts'
import { asJpeg, asPng, fromRaster, withImageErrors } from './decode.ts'
import type { WorkResult } from './protocol.ts'

/** The library is large and seldom asked for. */
async function openHeif(): Promise<HeifLibrary> {
  const { default: create } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs')
  return create() as HeifLibrary
}

/**
 * Writes a picture that engines do not read as one that they do: a photo (HEIC) as JPEG, everything else, and what
 * has transparent parts, as PNG.
 * @throws AppError FILE_DAMAGED, FILE_PSD, FILE_TOO_MANY_PIXELS, FILE_TOO_SMALL, DISK_FULL
 */
export async function convertPicture(kind: ConvertedFormat, path: string, out: string): Promise<WorkResult> {
  const raster = await readConverted(kind, await readFile(path), openHeif)
  const { width, height } = raster
  checkPixels(width, height)
  const isPhoto = kind === 'heic' && !hasAlpha(raster)
  await withImageErrors(() => (isPhoto ? asJpeg : asPng)(fromRaster(raster)).toFile(out))
  return { type: isPhoto ? 'image/jpeg' : 'image/png', width, height, drawn: true }
}
