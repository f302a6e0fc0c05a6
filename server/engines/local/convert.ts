import { readFile } from 'node:fs/promises'
import { hasAlpha } from '#kernels/alpha.ts'
import { type ConvertedFormat, readConverted } from '#kernels/read/convert.ts'
import type { HeifLibrary } from '#kernels/read/heic.ts'
import { checkPixels } from '#kernels/sniff.ts'
import { fromRgba, withImageErrors } from './decode.ts'
import type { WorkResult } from './protocol.ts'

/** Encoder quality of photographs that are worked on further, 1..100. */
const QUALITY = 95

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
  const { width, height, data } = raster
  checkPixels(width, height)
  const isPhoto = kind === 'heic' && !hasAlpha(raster)
  const pixels = fromRgba({ width, height, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) })
  const opaque = hasAlpha(raster) ? pixels : pixels.removeAlpha()
  await withImageErrors(() =>
    (isPhoto
      ? opaque.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      : opaque.png({ compressionLevel: 6, adaptiveFiltering: true })
    ).toFile(out),
  )
  return { type: isPhoto ? 'image/jpeg' : 'image/png', width, height, drawn: true }
}
