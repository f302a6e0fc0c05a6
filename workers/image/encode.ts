import { AppError } from '#contracts/errors.ts'
import { encodeIndexedPng, encodePng } from '#kernels/compress/png.ts'
import { indexExactly, quantise } from '#kernels/compress/quantise.ts'
import type { Raster } from '#kernels/raster.ts'

export type OutputType = 'image/jpeg' | 'image/webp' | 'image/png'

/** zlib stream of the bytes, by the browser's own deflate. */
async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** True when a pixel is not opaque. */
export function hasAlpha({ data }: Raster): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return true
  return false
}

/** The picture over white, opaque; a new raster only where there is something to cover. */
export function flatten(raster: Raster): Raster {
  if (!hasAlpha(raster)) return raster
  const data = new Uint8ClampedArray(raster.data)
  for (let i = 0; i < data.length; i += 4) {
    const a = (data[i + 3] ?? 0) / 255
    for (let c = 0; c < 3; c++) data[i + c] = (data[i + c] ?? 0) * a + 255 * (1 - a)
    data[i + 3] = 255
  }
  return { width: raster.width, height: raster.height, data }
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
