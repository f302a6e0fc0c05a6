import { AppError } from '#contracts/errors.ts'
import type { Raster } from '#kernels/raster.ts'
import { decodeRgba, fromRgba, openImage, withImageErrors } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'

/** Any piece of work on a picture. */
type PictureWork = Pick<Extract<Work, { inputs: unknown }>, 'inputs'>

/** Encoder quality of photographs that are worked on further, 1..100. */
const QUALITY = 95

function sourceOf({ inputs }: PictureWork): string {
  const source = inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  return source.path
}

/**
 * The picture that a piece of work is about, whole.
 * @throws AppError INPUT_MISSING, FILE_DAMAGED, FILE_TOO_MANY_PIXELS
 */
export async function readPicture(work: PictureWork): Promise<Raster> {
  const { data, width, height } = await decodeRgba(sourceOf(work))
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) }
}

/**
 * What is painted, 0..255 a pixel, scaled to the picture's size; null when nothing is.
 * @throws AppError FILE_DAMAGED, FILE_TOO_MANY_PIXELS
 */
export async function readMask(
  work: PictureWork,
  { width, height }: Pick<Raster, 'width' | 'height'>,
): Promise<Uint8Array | null> {
  const painted = work.inputs.find(({ role }) => role === 'mask')
  if (!painted) return null
  const { data } = await decodeRgba(painted.path, { width, height })
  return Uint8Array.from({ length: width * height }, (_, i) => data[4 * i] ?? 0)
}

function pipelineOf({ width, height, data }: Raster) {
  return fromRgba({ data: Buffer.from(data.buffer, data.byteOffset, data.byteLength), width, height })
}

/**
 * Writes a picture as PNG.
 * @throws AppError DISK_FULL
 */
export function savePicture(picture: Raster, out: string): Promise<WorkResult> {
  const { width, height } = picture
  return withImageErrors(async () => {
    await pipelineOf(picture).png({ compressionLevel: 6, adaptiveFiltering: true }).toFile(out)
    return { type: 'image/png', width, height }
  })
}

/**
 * Writes a picture in the encoding of its source: JPEG and WebP stay what they are, since a photograph is many times
 * larger as PNG, and everything else becomes PNG.
 * @throws AppError DISK_FULL
 */
export function savePictureLikeSource(picture: Raster, work: PictureWork, out: string): Promise<WorkResult> {
  const { width, height } = picture
  return withImageErrors(async () => {
    const { format } = await openImage(sourceOf(work)).metadata()
    if (format !== 'jpeg' && format !== 'webp') return savePicture(picture, out)
    const pipeline = pipelineOf(picture)
    if (format === 'webp') await pipeline.webp({ quality: QUALITY }).toFile(out)
    else await pipeline.removeAlpha().jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toFile(out)
    return { type: `image/${format}`, width, height }
  })
}
