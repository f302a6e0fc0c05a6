import type { Raster } from '#kernels/raster.ts'
import { decode } from './decode.ts'
import { scale } from './scale.ts'

/** A mask's picture at another size, 0..255 a pixel: white is what is meant. */
export async function inkAt(painted: Raster, width: number, height: number): Promise<Uint8Array> {
  const { data } = await scale(painted, width, height)
  const ink = new Uint8Array(width * height)
  for (let i = 0; i < ink.length; i++) ink[i] = data[4 * i]!
  return ink
}

/**
 * A mask at a picture's size, 0..255 a pixel: white is what is meant.
 * @throws AppError what decoding throws
 */
export async function inkOf(mask: Blob, width: number, height: number): Promise<Uint8Array> {
  return inkAt((await decode(mask)).raster, width, height)
}
