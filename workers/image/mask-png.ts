import { encodeIndexedPng } from '#kernels/compress/png.ts'
import { deflate } from './encode.ts'

/** All greys, so that a mask's values are indices. */
const GREYS = Uint8Array.from({ length: 4 * 256 }, (_, i) => (i % 4 === 3 ? 255 : i >> 2))

/** A mask (0..255 a pixel) as a PNG: white is masked. */
export async function maskPng(mask: Uint8Array, width: number, height: number): Promise<Blob> {
  const bytes = await encodeIndexedPng({ width, height, indices: mask, palette: GREYS }, deflate)
  return new Blob([bytes], { type: 'image/png' })
}
