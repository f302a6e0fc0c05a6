import { AppError } from '#contracts/errors.ts'
import { extensionOf, stemOf } from '#contracts/file-names.ts'

/** Sides in this ratio and beyond are a scroll, a long screenshot or a strip: fitted by the longer one, little is left. */
const LONG_RATIO = 4
/** What browsers can hold in one canvas everywhere, px. */
const MOST_SIDE = 16_000
const MOST_PIXELS = 16_000_000
/** Pieces of a long picture are this many of its shorter sides long, and at least so many px. */
const PIECE_RATIO = 2
const LEAST_PIECE = 1024

interface Size {
  width: number
  height: number
}

/** Whether a picture is much longer than wide, or the other way round. */
export function isLong({ width, height }: Size): boolean {
  return Math.min(width, height) > 0 && Math.max(width, height) > LONG_RATIO * Math.min(width, height)
}

/** Longer side that a long picture keeps so that its shorter one is kept as far as browsers can hold it, px. */
export function keptSide({ width, height }: Size): number {
  const longer = Math.max(width, height)
  const scale = Math.min(1, MOST_SIDE / longer, Math.sqrt(MOST_PIXELS / (width * height)))
  return Math.floor(longer * scale)
}

/** Pieces of equal length, one after the other along the longer side, px of the picture. */
export function piecesOf({ width, height }: Size, most: number): (Size & { x: number; y: number })[] {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  const wanted = Math.ceil(longer / Math.max(LEAST_PIECE, PIECE_RATIO * shorter))
  const count = Math.max(1, Math.min(wanted, most))
  const ends = Array.from({ length: count + 1 }, (_, k) => Math.round((k * longer) / count))
  return ends.slice(1).map((end, k) => {
    const start = ends[k]!
    return width > height
      ? { x: start, y: 0, width: end - start, height }
      : { x: 0, y: start, width, height: end - start }
  })
}

/**
 * A long picture cut into pieces, each a file of its own, numbered in their order; each says that it was generated where
 * the whole does.
 * @param most most pieces
 * @throws AppError FILE_DAMAGED, DEVICE_FAILED
 */
export async function cutLongPicture(file: File, most: number): Promise<File[]> {
  const whole = await createImageBitmap(file).catch((cause: unknown) => {
    throw new AppError('FILE_DAMAGED', undefined, { cause })
  })
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  try {
    const { keepLabel } = await import('#src/worker-clients/labels.ts')
    const files: File[] = []
    for (const { x, y, width, height } of piecesOf(whole, most)) {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new AppError('DEVICE_FAILED')
      context.drawImage(whole, -x, -y)
      const blob = await keepLabel(file, await canvas.convertToBlob({ type, quality: 0.95 }))
      const name = `${stemOf(file.name)}_${files.length + 1}.${extensionOf(type)}`
      files.push(new File([blob], name, { type, lastModified: file.lastModified }))
    }
    return files
  } finally {
    whole.close()
  }
}
