import type { PDFDocumentProxy } from 'pdfjs-dist'
import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { stemOf } from '#contracts/file-names.ts'
import type { JobOptions } from '#src/worker-clients/pool.ts'
import { PDF_FILES } from '#src/worker-clients/runtimes.ts'
import { readyForFormat } from './format-part.ts'
import { type OpenedSheet, offerSheets, type SheetOffer } from './sheets.ts'

/** Longer side of a page as a picture, px, and of its small picture. */
const SIDE = 3000
const THUMB_SIDE = 240
/** Most pages that are offered beside the one that was taken. */
const MOST_PAGES = 60
/** The mark may stand behind a few bytes of something else (ISO 32000-1, Annex H). */
const MARK = '%PDF-'
const MARK_WITHIN = 1024

/** Whether a file is a PDF by its bytes. */
export async function isPdf(file: Blob): Promise<boolean> {
  return (await file.slice(0, MARK_WITHIN).text()).includes(MARK)
}

let library: Promise<typeof import('pdfjs-dist')> | undefined

/** pdf.js, loaded when a PDF is first chosen; a file of its own beside the app's. */
function loadLibrary(): Promise<typeof import('pdfjs-dist')> {
  const [page, worker] = PDF_FILES
  const load = async () => {
    const made = (await import(/* @vite-ignore */ page.url)) as typeof import('pdfjs-dist')
    made.GlobalWorkerOptions.workerSrc = worker.url
    return made
  }
  library ??= load().catch((cause: unknown) => {
    library = undefined
    throw new AppError('PART_MISSING', '打开 PDF 的组件还没有下载到本机', { cause })
  })
  return library
}

/** Opens a PDF for a while. @throws AppError PDF_LOCKED, FILE_DAMAGED, PART_MISSING */
async function withPdf<T>(
  file: File,
  { signal }: JobOptions,
  work: (pdf: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  if (file.size > LIMITS.uploadBytes) throw new AppError('FILE_TOO_BIG')
  await readyForFormat('pdf', signal)
  const { getDocument } = await loadLibrary()
  const data = new Uint8Array(await file.arrayBuffer())
  const task = getDocument({ data, enableXfa: false, verbosity: 0 })
  const stop = () => void task.destroy()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await work(await task.promise)
  } catch (thrown) {
    if (signal?.aborted) throw signal.reason
    if (thrown instanceof AppError) throw thrown
    const name = thrown instanceof Error ? thrown.name : ''
    throw name === 'PasswordException'
      ? new AppError('PDF_LOCKED', undefined, { cause: thrown })
      : new AppError('FILE_DAMAGED', 'PDF 已损坏或不完整', { cause: thrown })
  } finally {
    signal?.removeEventListener('abort', stop)
    await task.destroy()
  }
}

async function drawPage(pdf: PDFDocumentProxy, number: number, side: number) {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: side / Math.max(width, height) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  // As for a printer: it does not wait for the page to be on show.
  await page.render({ canvas, viewport, intent: 'print', background: '#fff' }).promise
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new AppError('DEVICE_FAILED')
  return { blob, width: canvas.width, height: canvas.height }
}

/**
 * A page of a PDF as a picture; the other pages are offered beside it.
 * @param number from 1
 * @throws AppError PDF_LOCKED, FILE_DAMAGED, FILE_TOO_BIG, PART_MISSING
 */
export function openPdf(file: File, number: number, options: JobOptions): Promise<OpenedSheet> {
  return withPdf(file, options, async (pdf) => {
    const { blob, width, height } = await drawPage(pdf, number, SIDE)
    const name = pdf.numPages > 1 ? `${stemOf(file.name)}-${number}.png` : `${stemOf(file.name)}.png`
    const made = new File([blob], name, { type: 'image/png', lastModified: file.lastModified })
    const others = Array.from({ length: Math.min(MOST_PAGES, pdf.numPages) }, (_, k) => k + 1)
    offerSheets(
      made,
      others.filter((other) => other !== number).map((other) => offerOf(file, other)),
    )
    return { file: made, width, height }
  })
}

const offerOf = (file: File, number: number): SheetOffer => ({
  title: `第 ${number} 页`,
  thumb: () => withPdf(file, {}, async (pdf) => (await drawPage(pdf, number, THUMB_SIDE)).blob),
  open: (options) => openPdf(file, number, options),
})
