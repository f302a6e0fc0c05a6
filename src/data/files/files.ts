import { AppError, toAppError } from '#contracts/errors.ts'
import { extensionOf, stemOf } from '#contracts/file-names.ts'
import { FORMATS } from '#contracts/formats.ts'
import { shownName } from '#contracts/safe-name.ts'
import { underShownName } from '#src/data/store/shown-file.ts'
import { unpackZip } from '#src/worker-clients/archive.ts'
import { inspectFile, resizeForUpload, thumbnail } from '#src/worker-clients/image-files.ts'
import type { JobOptions } from '#src/worker-clients/pool.ts'
import { drawnFile } from './drawings.ts'
import { readyForFormat } from './format-part.ts'
import { isLong, keptSide } from './long-pictures.ts'

/** A picture that may be used as an input. */
export interface PreparedImage {
  file: File
  /** Pixels after EXIF orientation. */
  width: number
  height: number
  /** Name of the file that the user chose. */
  originalName: string
  /** Bytes of that file: `file` may be a copy that is packed otherwise. */
  chosenBytes: number
  /** Pages of the file; the first one is worked on. */
  pages: number
  /** Scaled down, because a side was over 4000 px. */
  shrunk: boolean
  /** Size before, where the shorter side was kept: fitted by its longer one, little of the picture would be left. */
  long: { width: number; height: number } | null
  /** A small copy for lists; null when this browser cannot show the type. */
  preview: Blob | null
}

export interface AcceptOptions {
  /** False keeps the picture's size whatever it is. */
  shrink?: boolean
  /** Takes drawings (DXF, SVG) as well, as pictures that are drawn of them. */
  drawings?: boolean
  /** Stops after so many good pictures. */
  most?: number
  /** Aborting leaves the files that were not checked yet. */
  signal?: AbortSignal
  /** Called for each good picture, in the order of the files. */
  onFound: (image: PreparedImage) => void
  onRefused: (name: string, error: AppError) => void
  /** How many files are through; a zip counts as the pictures in it. */
  onChecked?: (done: number, total: number) => void
}

/** What became of the files beyond those that were reported one by one. */
export interface Accepted {
  /** Files that were not looked at, because there were enough good ones. */
  left: number
  /** Pictures that were scaled down. */
  shrunk: number
  /** Files in zips that are no pictures. */
  skipped: number
}

/** A picture with no side above this is used as it is, px. */
const MOST_SIDE = 4000
/** Longer side of a picture that was larger, px. */
export const SHRUNK_SIDE = 1024
const PREVIEW_SIDE = 320
/** Files on their way at a time: enough to keep every worker busy, few enough to hold no heap of results. */
const WINDOW = 8

/** Quality of a copy that differs from its file only in how it stands and is packed, 1..100. */
const COPY_QUALITY = 95

/** The picture as JPEG, PNG or WebP, upright: everything reads it, and shows it alike. */
async function plainCopy(file: File, side: number, options: JobOptions): Promise<File> {
  const { blob } = await resizeForUpload(file, side, { ...options, quality: COPY_QUALITY })
  const name = blob.type === file.type ? file.name : `${stemOf(file.name)}.${extensionOf(blob.type)}`
  return new File([blob], name, { type: blob.type, lastModified: file.lastModified })
}

async function prepare(
  chosen: File,
  { shrink = true, drawings = false }: Pick<AcceptOptions, 'shrink' | 'drawings'>,
  options: JobOptions,
): Promise<PreparedImage> {
  const file = drawings ? await drawnFile(chosen, options) : chosen
  const { type, width, height, pages, readable, needsCopy } = await inspectFile(file, file.name, options)
  if (type === FORMATS.heic.type) await readyForFormat('heic', options.signal)
  // The name may lie about the type, and dropped files often have none.
  const claimed =
    file.type === type ? file : new File([file], file.name, { type, lastModified: file.lastModified })
  const typed = needsCopy ? await plainCopy(claimed, Math.max(width, height), options) : claimed
  const base = { originalName: chosen.name, chosenBytes: chosen.size, shrunk: false, long: null, pages }
  if (!readable) return { ...base, file: typed, width, height, preview: null }
  if (!shrink || Math.max(width, height) <= MOST_SIDE) {
    // Decoding for the preview also finds files that are broken behind their header.
    return { ...base, file: typed, width, height, preview: await thumbnail(typed, PREVIEW_SIDE, options) }
  }
  const long = isLong({ width, height }) ? { width, height } : null
  const side = long ? keptSide(long) : SHRUNK_SIDE
  if (long && side === Math.max(width, height))
    return {
      ...base,
      long,
      file: typed,
      width,
      height,
      preview: await thumbnail(typed, PREVIEW_SIDE, options),
    }
  const small = await resizeForUpload(typed, side, options)
  const name = `${stemOf(file.name)}.${extensionOf(small.blob.type)}`
  const shrunk = new File([small.blob], name, { type: small.blob.type, lastModified: file.lastModified })
  return {
    file: shrunk,
    width: small.width,
    height: small.height,
    ...base,
    shrunk: long === null,
    long,
    preview: await thumbnail(shrunk, PREVIEW_SIDE, options),
  }
}

/** A zip starts with a local file header, or is empty; pictures with a zip behind them are pictures. */
async function isZip(file: File): Promise<boolean> {
  const [p, k, three, four] = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6))
}

/** Files with each zip replaced by the pictures in it. */
async function openZips(
  files: readonly File[],
  options: AcceptOptions,
): Promise<{ opened: File[]; skipped: number }> {
  const { most = 500, signal, onRefused } = options
  const opened: File[] = []
  let skipped = 0
  for (const file of files) {
    if (signal?.aborted) break
    // A file that has gone from the disk meanwhile is told by its check.
    if (!(await isZip(file).catch(() => false))) {
      opened.push(file)
      continue
    }
    try {
      const found = await unpackZip(file, most)
      opened.push(...found.files)
      skipped += found.skipped
      for (const { name, errorName } of found.refused)
        onRefused(`${file.name} › ${shownName(name)}`, new AppError(errorName))
      if (found.left > 0) {
        const words = `一次最多取 ${most} 张，还有 ${found.left} 张没有取出`
        onRefused(file.name, new AppError('ARCHIVE_TOO_MANY', words))
      }
    } catch (thrown) {
      onRefused(file.name, toAppError(thrown, 'ARCHIVE_DAMAGED'))
    }
  }
  return { opened, skipped }
}

/**
 * Checks files by their bytes and applies the size rule of uploads: at most 4000 px a side is used unchanged,
 * anything larger becomes 1024 px on its longer side, what is much longer than wide keeps its shorter one. Zips are opened. One bad file does not stop the others.
 * Results are reported as they come, so that hundreds of files show up one after another.
 */
export async function acceptImages(files: Iterable<File>, options: AcceptOptions): Promise<Accepted> {
  const { most = Number.POSITIVE_INFINITY, signal, onFound, onRefused, onChecked } = options
  const chosen = Array.from(files, underShownName)
  const unzipped = await openZips(chosen, options)
  const { skipped } = unzipped
  const opened = unzipped.opened.map(underShownName)
  const checks: Promise<PreparedImage | AppError>[] = []
  let good = 0
  let shrunk = 0
  for (let at = 0; at < opened.length; at++) {
    if (signal?.aborted) return { left: 0, shrunk, skipped }
    if (good >= most) return { left: opened.length - at, shrunk, skipped }
    for (let next = checks.length; next < Math.min(at + WINDOW, opened.length); next++) {
      const check = prepare(opened[next]!, options, { signal })
      checks.push(check.catch((thrown: unknown) => toAppError(thrown, 'FILE_DAMAGED')))
    }
    const result = await checks[at]!
    if (signal?.aborted) return { left: 0, shrunk, skipped }
    if (result instanceof AppError) onRefused(opened[at]!.name, result)
    else {
      good++
      if (result.shrunk) shrunk++
      onFound(result)
    }
    onChecked?.(at + 1, opened.length)
  }
  return { left: 0, shrunk, skipped }
}
