import { AppError, toAppError } from '#contracts/errors.ts'
import { stemOf } from '#contracts/file-names.ts'
import { type Encoded, openDrawing } from '#src/worker-clients/image-files.ts'
import type { JobOptions } from '#src/worker-clients/pool.ts'

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

/**
 * A drawing (DXF, SVG) as the picture that tools work on; any other file as it is.
 * @throws AppError NO_LINES, FILE_SVG, FILE_DAMAGED, DRAWING_TOO_COMPLEX
 */
export async function drawnFile(file: File, options: JobOptions): Promise<File> {
  const limit = AbortSignal.timeout(MOST_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  try {
    const opened = await openDrawing(file, { ...options, signal })
    if (!opened) return file
    const blob = opened.blob.type === 'image/png' ? opened.blob : await drawSvg(opened, signal)
    return new File([blob], `${stemOf(file.name)}.png`, {
      type: 'image/png',
      lastModified: file.lastModified,
    })
  } catch (thrown) {
    if (limit.aborted && !options.signal?.aborted)
      throw new AppError('DRAWING_TOO_COMPLEX', '一分钟内没有画完这张图纸', { cause: thrown })
    throw toAppError(thrown, 'FILE_DAMAGED')
  }
}
