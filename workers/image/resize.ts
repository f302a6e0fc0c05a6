import { hasAlpha } from '#kernels/alpha.ts'
import { standingSize } from '#kernels/orientation.ts'
import type { FileKind } from '#kernels/sniff.ts'
import { decode, decodeSmaller, isReadable, needsCopy } from './decode.ts'
import { encode, type OutputType } from './encode.ts'
import { readHead } from './head.ts'
import { keepLabel } from './keep-label.ts'
import type { Encoded, ImageFacts } from './types.ts'

/** Quality of pictures that are shrunk before the upload: they are worked on, so little may be lost. */
const RESIZE_QUALITY = 92
const THUMBNAIL_QUALITY = 80
/** Sources whose every pixel may matter stay without loss. */
const EXACT: readonly FileKind[] = ['png', 'gif', 'bmp', 'psd']

/** Checks a file and tells its type and upright size, decoding only where the header is silent. */
export async function inspect(file: Blob, name: string): Promise<ImageFacts> {
  const head = await readHead(file, name)
  const { type, pages } = head
  const facts = { type, pages, readable: isReadable(head), needsCopy: needsCopy(head) }
  if (facts.readable && head.width === 0) {
    const { width, height } = await decode(file, name)
    return { ...facts, width, height }
  }
  return { ...facts, ...standingSize(head, head.orientation) }
}

/** Scales down to a longer side; a photo stays JPEG, a picture with transparency PNG or WebP. */
export async function resize(
  file: Blob,
  longerSide: number,
  quality: number = RESIZE_QUALITY,
): Promise<Encoded> {
  const { raster, head } = await decodeSmaller(file, longerSide)
  const { width, height } = raster
  const source = head.type
  const lossy: OutputType = source === 'image/webp' ? 'image/webp' : 'image/jpeg'
  const type =
    EXACT.includes(head.kind) || (source !== 'image/jpeg' && hasAlpha(raster)) ? 'image/png' : lossy
  const made = await encode(raster, type, type === 'image/png' ? 100 : quality)
  return { blob: await keepLabel(file, made), width, height }
}

/** A small copy for lists: WebP, or JPEG where the browser cannot write it. */
export async function thumbnail(file: Blob, longerSide: number): Promise<Blob> {
  const { raster } = await decodeSmaller(file, longerSide)
  return encode(raster, 'image/webp', THUMBNAIL_QUALITY).catch(() =>
    encode(raster, hasAlpha(raster) ? 'image/png' : 'image/jpeg', THUMBNAIL_QUALITY),
  )
}
