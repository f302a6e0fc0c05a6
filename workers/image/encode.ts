import { AppError } from '#contracts/errors.ts'
import { flatten } from '#kernels/alpha.ts'
import { encodeIndexedPng, encodePng } from '#kernels/compress/png.ts'
import { indexExactly, quantise } from '#kernels/compress/quantise.ts'
import type { Raster } from '#kernels/raster.ts'

export type OutputType = 'image/jpeg' | 'image/webp' | 'image/png'

/** zlib stream of the bytes, by the browser's own deflate. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new CompressionStream('deflate')
  const writer = stream.writable.getWriter()
  // In one piece: a pipe would hand over small ones, which takes a third longer.
  const written = writer.write(bytes).then(() => writer.close())
  const packed = await new Response(stream.readable).arrayBuffer()
  await written
  return new Uint8Array(packed)
}

/** A canvas that holds the raster; kept by callers that encode it several times. */
export function toCanvas({ width, height, data }: Raster): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new AppError('DEVICE_FAILED')
  // ImageData wants pixels of a plain ArrayBuffer.
  const pixels =
    data.buffer instanceof ArrayBuffer
      ? (data as Uint8ClampedArray<ArrayBuffer>)
      : new Uint8ClampedArray(data)
  context.putImageData(new ImageData(pixels, width, height), 0, 0)
  return canvas
}

/**
 * Encodes a canvas.
 * @param quality 1..100
 * @throws AppError DEVICE_FAILED when the browser cannot write the type: it would silently give a PNG
 */
export async function encodeCanvas(
  canvas: OffscreenCanvas,
  type: OutputType,
  quality: number,
): Promise<Blob> {
  const blob = await canvas.convertToBlob({ type, quality: quality / 100 })
  if (blob.type === type) return blob
  throw new AppError(
    'DEVICE_FAILED',
    `这个浏览器不能输出 ${type === 'image/webp' ? 'WebP' : type}，请改选 JPG 或 PNG`,
  )
}

/**
 * Encodes as PNG: exactly at 100, with a palette of up to 256 colours below.
 * A picture of few colours always gets its exact palette, whatever the quality.
 */
export async function encodeAsPng(raster: Raster, quality = 100): Promise<Blob> {
  const exact = indexExactly(raster)
  const image = exact ?? (quality >= 100 ? null : quantise(raster, { quality }))
  const bytes = image ? await encodeIndexedPng(image, deflate) : await encodePng(raster, deflate)
  return new Blob([bytes], { type: 'image/png' })
}

/** Encodes a raster as any of the three types; JPEG gets a white ground. */
export async function encode(raster: Raster, type: OutputType, quality: number): Promise<Blob> {
  if (type === 'image/png') return encodeAsPng(raster, quality)
  return encodeCanvas(toCanvas(type === 'image/jpeg' ? flatten(raster) : raster), type, quality)
}

const OWN_TYPES: Record<string, OutputType> = { 'image/jpeg': 'image/jpeg', 'image/webp': 'image/webp' }

/**
 * Encodes a raster in its source's type: JPEG and WebP stay what they are, everything else becomes PNG. A browser
 * that writes no WebP gives a PNG.
 * @param type MIME type of the source
 * @param quality of JPEG and WebP, 1..100; when left out so that little is lost, since photographs are worked on further
 */
export function encodeLike(raster: Raster, type: string, quality = 95): Promise<Blob> {
  const own = OWN_TYPES[type]
  if (!own) return encode(raster, 'image/png', 100)
  return encode(raster, own, quality).catch((thrown: unknown) => {
    if (own !== 'image/webp') throw thrown
    return encode(raster, 'image/png', 100)
  })
}
