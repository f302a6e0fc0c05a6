import { AppError, toAppError } from '#contracts/errors.ts'
import { unpackZip } from '#src/worker-clients/archive.ts'
import { inspectFile, resizeForUpload, thumbnail } from '#src/worker-clients/image.ts'
import { extensionOf, stemOf } from './file-names.ts'

/** A picture that may be used as an input. */
export interface PreparedImage {
  file: File
  /** Pixels after EXIF orientation; 0 when this browser cannot read the type (TIFF). */
  width: number
  height: number
  /** Name of the file that the user chose. */
  originalName: string
  /** Scaled down, because a side was over 4000 px. */
  shrunk: boolean
  /** Object URL of a thumbnail; '' when this browser cannot show it. Release with releasePreview. */
  previewUrl: string
}

export interface AcceptOptions {
  /** No notice about shrinking. */
  silent?: boolean
  /** False keeps the picture's size whatever it is. */
  shrink?: boolean
  /** Most pictures taken out of one zip. */
  most?: number
}

export interface Accepted {
  accepted: PreparedImage[]
  refused: { name: string; error: AppError }[]
  /** To be shown as an info toast. */
  notice?: string
}

/** A picture with no side above this is used as it is, px. */
const MOST_SIDE = 4000
/** Longer side of a picture that was larger, px. */
const SHRUNK_SIDE = 1024
const PREVIEW_SIDE = 320
const SHRUNK_NOTICE = '图片过大，已自动压缩'

async function prepare(file: File, shrink: boolean): Promise<PreparedImage> {
  const { type, width, height, readable } = await inspectFile(file, file.name)
  // The name may lie about the type, and dropped files often have none.
  const typed =
    file.type === type ? file : new File([file], file.name, { type, lastModified: file.lastModified })
  const base = { originalName: file.name, shrunk: false }
  if (!readable) return { ...base, file: typed, width, height, previewUrl: '' }
  if (!shrink || Math.max(width, height) <= MOST_SIDE) {
    // Decoding for the preview also finds files that are broken behind their header.
    const preview = await thumbnail(typed, PREVIEW_SIDE)
    return { ...base, file: typed, width, height, previewUrl: URL.createObjectURL(preview) }
  }
  const small = await resizeForUpload(typed, SHRUNK_SIDE)
  const name = `${stemOf(file.name)}.${extensionOf(small.blob.type)}`
  const shrunk = new File([small.blob], name, { type: small.blob.type, lastModified: file.lastModified })
  const preview = await thumbnail(shrunk, PREVIEW_SIDE)
  return {
    file: shrunk,
    width: small.width,
    height: small.height,
    originalName: file.name,
    shrunk: true,
    previewUrl: URL.createObjectURL(preview),
  }
}

/** A zip starts with a local file header, or is empty; pictures with a zip behind them are pictures. */
async function isZip(file: File): Promise<boolean> {
  const [p, k, three, four] = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6))
}

/** Files with each zip replaced by the pictures in it. */
async function openZips(files: readonly File[], most: number) {
  const opened: File[] = []
  const refused: Accepted['refused'] = []
  for (const file of files) {
    if (!(await isZip(file))) {
      opened.push(file)
      continue
    }
    try {
      const found = await unpackZip(file, most)
      opened.push(...found.files)
      refused.push(
        ...found.refused.map(({ name, errorName }) => ({
          name: `${file.name} › ${name}`,
          error: new AppError(errorName),
        })),
      )
      if (found.left > 0) {
        const error = new AppError('ARCHIVE_TOO_MANY', `一次最多取 ${most} 张，还有 ${found.left} 张没有取出`)
        refused.push({ name: file.name, error })
      }
    } catch (thrown) {
      refused.push({ name: file.name, error: toAppError(thrown, 'ARCHIVE_DAMAGED') })
    }
  }
  return { opened, refused }
}

/**
 * Checks files by their bytes and applies the size rule of uploads: at most 4000 px a side is used unchanged,
 * anything larger becomes 1024 px on its longer side. Zips are opened. One bad file does not stop the others.
 * @returns pictures in the order of the files, refusals with a message and a remedy, and a notice
 */
export async function acceptImages(files: Iterable<File>, options: AcceptOptions = {}): Promise<Accepted> {
  const { opened, refused } = await openZips([...files], options.most ?? 500)
  const results = await Promise.allSettled(opened.map((file) => prepare(file, options.shrink ?? true)))
  const accepted: PreparedImage[] = []
  for (const [i, result] of results.entries()) {
    if (result.status === 'fulfilled') accepted.push(result.value)
    else refused.push({ name: opened[i]?.name ?? '', error: toAppError(result.reason, 'FILE_DAMAGED') })
  }
  const tells = !options.silent && accepted.some(({ shrunk }) => shrunk)
  return { accepted, refused, ...(tells ? { notice: SHRUNK_NOTICE } : {}) }
}

/** Frees the object URL of a preview. */
export function releasePreview(image: Pick<PreparedImage, 'previewUrl'>): void {
  if (image.previewUrl) URL.revokeObjectURL(image.previewUrl)
}
