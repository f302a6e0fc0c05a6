import { AppError } from '#contracts/errors.ts'
import { isShownByBrowsers } from '#contracts/formats.ts'
import { hasAlpha } from '#kernels/alpha.ts'
import { decodeAlphaPng } from '#kernels/compress/png-decode.ts'
import { fitInside } from '#kernels/fit-inside.ts'
import { stripMetadata } from '#kernels/metadata/metadata.ts'
import { standingSize } from '#kernels/orientation.ts'
import { turn } from '#kernels/raster/turn.ts'
import type { Raster } from '#kernels/raster.ts'
import { isConverted, readConverted } from '#kernels/read/convert.ts'
import { checkPixels } from '#kernels/sniff.ts'
import { type Head, readHead } from './head.ts'
import { openHeif } from './heif.ts'
import { type Pixels, pixelsOfBitmap, pixelsOfFrame, pixelsOfRaster, readAll } from './pixels.ts'
import { resample } from './scale.ts'

interface Size {
  width: number
  height: number
}

/** Colours in which a picture is decoded: sRGB, or as the file has them, for its own profile. */
export type Colours = 'srgb' | 'stored'

/** A decoded picture, upright, in sRGB if nothing else was asked for. */
export interface Decoded {
  raster: Raster
  head: Head
  /** Pixels of the whole picture, upright; the raster may be smaller. */
  width: number
  height: number
}

/** Whether a picture can be read here; TIFF is left to the server. */
export function isReadable({ kind, type }: Head): boolean {
  return isShownByBrowsers(type) || isConverted(kind)
}

/** Kept before the filter: with less, what the decoder cuts off can be seen (SSIM under .999 against the whole). */
const OVERSAMPLING = 2

/**
 * Eighths at which a JPEG decoder may work so that the result keeps twice the wanted size for the filter
 * that follows: the smallest k of 1..8 with side · k / 8 ≥ 2 · wanted.
 */
export function eighths(longerSide: number, wanted: number): number {
  for (let k = 1; k < 8; k++) if ((longerSide * k) / 8 >= OVERSAMPLING * wanted) return k
  return 8
}

/**
 * ImageDecoder at n/8 of the size. Wanted sizes round down to an eighth, so they are rounded up first;
 * the pixels are not turned by the orientation.
 */
async function openReduced(file: Blob, head: Head, k: number): Promise<Pixels> {
  const data = await file.arrayBuffer()
  const decoder = new ImageDecoder({
    data,
    transfer: [data],
    type: head.type,
    desiredWidth: Math.ceil((head.width * k) / 8),
    desiredHeight: Math.ceil((head.height * k) / 8),
  })
  try {
    const { image } = await decoder.decode({ frameIndex: 0, completeFramesOnly: true })
    return pixelsOfFrame(image, true)
  } finally {
    decoder.close()
  }
}

export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(plain).arrayBuffer())
}

/** Exact pixels of a PNG with alpha; null where only the browser can read it. */
async function decodeExactly(file: Blob, head: Head): Promise<Raster | null> {
  if (head.type !== 'image/png') return null
  return decodeAlphaPng(new Uint8Array(await file.arrayBuffer()), inflate)
}

/** Types whose tag some browsers heed and others do not; they turn JPEG, AVIF and HEIC alike. */
const DOUBTFUL = ['image/png', 'image/webp']

/** Whether browsers may show a file otherwise than it stands. */
export const standsDoubtfully = ({ type, orientation }: Head): boolean =>
  orientation > 1 && DOUBTFUL.includes(type)

/** Whether a file is worked on as a copy: others show it otherwise, or not at all. */
export const needsCopy = (head: Head): boolean => standsDoubtfully(head) || isConverted(head.kind)

/** @param colours `stored` leaves the numbers as the file has them, for its own profile */
async function openBitmap(file: Blob, head: Head, colours: Colours): Promise<Pixels> {
  // The browser goes by the declared type, which may be wrong or missing.
  const typed = file.type === head.type ? file : file.slice(0, file.size, head.type)
  const untagged = standsDoubtfully(head)
  const given = untagged
    ? new Blob(stripMetadata(new Uint8Array(await file.arrayBuffer())) as Uint8Array<ArrayBuffer>[], typed)
    : typed
  const colorSpaceConversion = colours === 'stored' ? 'none' : 'default'
  const bitmap = await createImageBitmap(given, { premultiplyAlpha: 'none', colorSpaceConversion })
  return pixelsOfBitmap(bitmap, head.type === 'image/jpeg', !untagged)
}

/** Only Chromium's frames were seen to convert other colours than sRGB rightly; others give a bitmap. */
const convertsColours = () => 'userAgentData' in navigator

/** Whether ImageDecoder gives the right pixels of this file, and faster than a bitmap. */
function canReduce(head: Head, k: number): boolean {
  const suits = head.type === 'image/jpeg' && head.width > 0 && (!head.wide || convertsColours())
  return typeof ImageDecoder !== 'undefined' && suits && k < 8
}

/** The picture's pixels by the best way that there is: exactly, or at an n/8 of its size, or by the browser. */
async function openPixels(file: Blob, head: Head, k: number, colours: Colours): Promise<Pixels> {
  if (isConverted(head.kind)) {
    const raster = await readConverted(head.kind, new Uint8Array(await file.arrayBuffer()), openHeif)
    checkPixels(raster.width, raster.height)
    return pixelsOfRaster(raster, !hasAlpha(raster), true)
  }
  if (colours === 'stored') return openBitmap(file, head, colours)
  if (canReduce(head, k)) return openReduced(file, head, k).catch(() => openBitmap(file, head, colours))
  const exact = await decodeExactly(file, head)
  return exact ? pixelsOfRaster(exact, false) : openBitmap(file, head, colours)
}

/**
 * Decodes a picture and does something with its pixels.
 * @param options wanted: longer side that is needed, px: there may be more pixels, but never fewer than twice as many
 *   a side (or than the picture has); the whole picture when left out
 */
async function withPixels(
  file: Blob,
  name: string,
  { wanted, colours }: { wanted?: number; colours: Colours },
  use: (pixels: Pixels, size: Size) => Promise<Raster>,
): Promise<Decoded> {
  const head = await readHead(file, name)
  if (!isReadable(head)) {
    throw new AppError('FILE_SERVER_ONLY')
  }
  try {
    const k = wanted ? eighths(Math.max(head.width, head.height), wanted) : 8
    const pixels = await openPixels(file, head, k, colours)
    try {
      // A reduced frame tells only about how large the picture is.
      const isReduced = colours === 'srgb' && canReduce(head, k)
      const stored = isReduced && !pixels.upright ? head : pixels
      const raster = await use(pixels, stored)
      if (pixels.upright) return { raster, head, width: stored.width, height: stored.height }
      return { raster: turn(raster, head.orientation), head, ...standingSize(stored, head.orientation) }
    } finally {
      pixels.close()
    }
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw new AppError('FILE_DAMAGED', undefined, { cause: thrown })
  }
}

/**
 * Decodes a whole picture upright and in sRGB, with straight alpha.
 * @throws AppError FILE_NOT_IMAGE and its like from the header, FILE_DAMAGED when decoding fails,
 *   FILE_SERVER_ONLY for a type that browsers cannot read
 */
export function decode(file: Blob, name = '', colours: Colours = 'srgb'): Promise<Decoded> {
  return withPixels(file, name, { colours }, readAll)
}

/**
 * Decodes a picture as `decode` does and scales it down so that its longer side is at most `longerSide` px,
 * without ever holding all of a large one.
 */
export function decodeSmaller(
  file: Blob,
  longerSide: number,
  name = '',
  colours: Colours = 'srgb',
): Promise<Decoded> {
  return withPixels(file, name, { wanted: longerSide, colours }, (pixels, stored) => {
    const { width, height } = fitInside(stored, longerSide)
    const fits = width === pixels.width && height === pixels.height
    return fits ? readAll(pixels) : resample(pixels, width, height)
  })
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
