import { AppError } from '#contracts/errors.ts'
import { decodeAlphaPng } from '#kernels/compress/png-decode.ts'
import type { Raster } from '#kernels/raster.ts'
import { checkPixels } from '#kernels/sniff.ts'
import { type Head, readHead } from './head.ts'
import { turn } from './turn.ts'

/** A decoded picture, upright, in sRGB. */
export interface Decoded {
  raster: Raster
  head: Head
  /** Pixels of the whole picture, upright; the raster may be smaller. */
  width: number
  height: number
}

/** Browsers read these; TIFF is left to the server. */
const READABLE = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

export function isReadable(type: string): boolean {
  return READABLE.includes(type)
}

const OVERSAMPLING = 1.4

/**
 * Eighths at which a JPEG decoder may work so that the result keeps 1.4 × the wanted size for the filter
 * that follows: the smallest k of 1..8 with side · k / 8 ≥ 1.4 · wanted.
 */
export function eighths(longerSide: number, wanted: number): number {
  for (let k = 1; k < 8; k++) if ((longerSide * k) / 8 >= OVERSAMPLING * wanted) return k
  return 8
}

async function copyPixels(frame: VideoFrame): Promise<Raster> {
  // The display size is that after the frame's own rotation; the pixels that are copied are not turned.
  const width = frame.visibleRect?.width ?? frame.codedWidth
  const height = frame.visibleRect?.height ?? frame.codedHeight
  const data = new Uint8ClampedArray(4 * width * height)
  // The frame may be padded: rows are asked for without gaps.
  await frame.copyTo(data, { format: 'RGBA', colorSpace: 'srgb', layout: [{ offset: 0, stride: 4 * width }] })
  return { width, height, data }
}

/**
 * ImageDecoder at n/8 of the size. Wanted sizes round down to an eighth, so they are rounded up first;
 * copyTo applies no orientation, so the pixels are turned after.
 */
async function decodeReduced(file: Blob, head: Head, k: number): Promise<Raster> {
  const decoder = new ImageDecoder({
    data: file.stream(),
    type: head.type,
    desiredWidth: Math.ceil((head.width * k) / 8),
    desiredHeight: Math.ceil((head.height * k) / 8),
  })
  try {
    const { image } = await decoder.decode({ frameIndex: 0, completeFramesOnly: true })
    try {
      return turn(await copyPixels(image), head.orientation)
    } finally {
      image.close()
    }
  } finally {
    decoder.close()
  }
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(plain).arrayBuffer())
}

/** Exact pixels of a PNG with alpha; null where only the browser can read it. */
async function decodeExactly(file: Blob, head: Head): Promise<Raster | null> {
  if (head.type !== 'image/png') return null
  return decodeAlphaPng(new Uint8Array(await file.arrayBuffer()), inflate)
}

async function decodeBitmap(file: Blob, head: Head): Promise<Raster> {
  // The browser goes by the declared type, which may be wrong or missing.
  const typed = file.type === head.type ? file : file.slice(0, file.size, head.type)
  const bitmap = await createImageBitmap(typed, { premultiplyAlpha: 'none' })
  try {
    const { width, height } = bitmap
    checkPixels(width, height)
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new AppError('DEVICE_FAILED')
    context.drawImage(bitmap, 0, 0)
    return { width, height, data: context.getImageData(0, 0, width, height).data }
  } finally {
    bitmap.close()
  }
}

/** Whether ImageDecoder gives the right pixels of this file, and faster than a bitmap. */
function canReduce(head: Head, k: number): boolean {
  const suits = head.type === 'image/jpeg' && head.width > 0 && !head.wide
  return typeof ImageDecoder !== 'undefined' && suits && k < 8
}

/** The picture's pixels by the best way that there is: exactly, or at an n/8 of its size, or by the browser. */
async function decodePixels(file: Blob, head: Head, k: number): Promise<Raster> {
  if (canReduce(head, k)) return decodeReduced(file, head, k).catch(() => decodeBitmap(file, head))
  return (await decodeExactly(file, head)) ?? decodeBitmap(file, head)
}

/**
 * Decodes a picture upright and in sRGB, with straight alpha.
 * @param wanted longer side that is needed, px: the raster may be larger, but never smaller than 1.4 × it
 *   (or than the picture); the whole picture when left out
 * @throws AppError FILE_NOT_IMAGE and its like from the header, FILE_DAMAGED when decoding fails,
 *   OP_UNAVAILABLE for a type that browsers cannot read
 */
export async function decode(file: Blob, name = '', wanted?: number): Promise<Decoded> {
  const head = await readHead(file, name)
  if (!isReadable(head.type)) {
    throw new AppError('OP_UNAVAILABLE', '浏览器读不了 TIFF 图片，请先另存为 JPG 或 PNG')
  }
  const k = wanted ? eighths(Math.max(head.width, head.height), wanted) : 8
  const turned = head.orientation >= 5
  try {
    const raster = await decodePixels(file, head, k)
    if (k === 8 || head.width === 0) return { raster, head, width: raster.width, height: raster.height }
    const [width, height] = turned ? [head.height, head.width] : [head.width, head.height]
    return { raster, head, width, height }
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw new AppError('FILE_DAMAGED', undefined, { cause: thrown })
  }
}

/** Frames of an animated picture; 1 for a still one or where the browser cannot tell. */
export async function countFrames(file: Blob, type: string): Promise<number> {
  if (typeof ImageDecoder === 'undefined' || !['image/gif', 'image/webp', 'image/png'].includes(type))
    return 1
  const decoder = new ImageDecoder({ data: file.stream(), type })
  try {
    await decoder.completed
    return decoder.tracks.selectedTrack?.frameCount ?? 1
  } catch {
    return 1
  } finally {
    decoder.close()
  }
}
