import { AppError, toAppError } from '#contracts/errors.ts'
import { stemOf } from '#contracts/file-names.ts'
import { type Encoded, type Extents, openDrawing } from '#src/worker-clients/image-files.ts'
import type { JobOptions } from '#src/worker-clients/pool.ts'
import { isPdf, openPdf } from './pdf.ts'
import { type OpenedSheet, offerSheets, type SheetOffer } from './sheets.ts'

/** What one drawing may take, ms: more is no plan, or one that never ends. */
const MOST_MS = 60_000

/** Draws an SVG document: as a picture, which runs no script and loads nothing, on white. */
async function drawSvg({ blob, width, height }: Encoded, signal: AbortSignal): Promise<Blob> {
  const url = URL.createObjectURL(blob)
  try {
    const image = new Image(width, height)
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      image.onload = () => resolve()
      image.onerror = () => reject(new AppError('FILE_DAMAGED', 'SVG 有错，浏览器画不出来'))
      image.src = url
    })
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    if (!context) throw new AppError('DEVICE_FAILED')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(image, 0, 0, width, height)
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!png) throw new AppError('DEVICE_FAILED')
    return png
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Longer side of the small pictures of other drawings, px. */
const THUMB_SIDE = 360

/** A drawing as a picture, and what else lies on its sheet; null for any other file. */
async function openSheet(file: File, options: JobOptions, drawing?: Extents): Promise<OpenedSheet | null> {
  if (await isPdf(file)) return openPdf(file, 1, options)
  const limit = AbortSignal.timeout(MOST_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  try {
    const opened = await openDrawing(file, { ...options, signal }, drawing ? { drawing } : {})
    if (!opened) return null
    const { width, height, others } = opened
    const blob = opened.blob.type === 'image/png' ? opened.blob : await drawSvg(opened, signal)
    const drawn = new File([blob], `${stemOf(file.name)}.png`, {
      type: 'image/png',
      lastModified: file.lastModified,
    })
    offerSheets(drawn, others.map(offerOf(file)))
    return { file: drawn, width, height }
  } catch (thrown) {
    if (limit.aborted && !options.signal?.aborted)
      throw new AppError('DRAWING_TOO_COMPLEX', '一分钟内没有画完这张图纸', { cause: thrown })
    throw toAppError(thrown, 'FILE_DAMAGED')
  }
}

const offerOf =
  (file: File) =>
  (drawing: Extents, n: number): SheetOffer => ({
    title: `同一张图纸的另一个图 ${n + 1}`,
    async thumb() {
      const small = await openDrawing(file, {}, { drawing, side: THUMB_SIDE })
      if (!small) throw new AppError('FILE_DAMAGED')
      return small.blob
    },
    async open(options) {
      const opened = await openSheet(file, options, drawing)
      if (!opened) throw new AppError('FILE_DAMAGED')
      return opened
    },
  })

/**
 * A drawing (DXF, SVG, PDF) as the picture that tools work on; any other file as it is.
 * @throws AppError NO_LINES, DRAWING_ELSEWHERE, DRAWING_ON_PAPER, FILE_SVG, FILE_DAMAGED, DRAWING_TOO_COMPLEX,
 *   PDF_LOCKED, PART_MISSING
 */
export async function drawnFile(file: File, options: JobOptions): Promise<File> {
  return (await openSheet(file, options))?.file ?? file
}
