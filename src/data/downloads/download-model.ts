import { z } from 'zod'
import { type ArchiveEntry, zArchiveEntry } from '#contracts/archive.ts'
import { assetUrl } from '#contracts/asset.ts'
import { extensionOf, stemOf } from '#contracts/file-names.ts'
import { safeFileName } from '#contracts/safe-name.ts'
import { downloadName } from '#src/data/tasks/output-name.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { trimWords } from '#src/text/format.ts'
import { archiveNames } from '#src/worker-clients/archive.ts'
import { copyType, type DownloadFormat, downloadVariant } from './download-variant.ts'

/** A file of an archive, and where this device finds what it knows of it. */
const zItem = zArchiveEntry.extend({
  taskId: z.string(),
  /** Number of the task's output. */
  output: z.number().int().nonnegative(),
  /** Key in the store `blobs`; null for what lies on the server. */
  key: z.string().nullable(),
  /** Address on the server of what this device changes before it goes into the archive; null otherwise. */
  source: z.string().nullable(),
  /** Bytes that it is taken to have until that is known. */
  estimate: z.number().int().nonnegative(),
  /** A small copy. */
  thumbnail: z.boolean(),
  /** The account's own watermark is laid over it on this device. */
  mark: z.boolean().default(false),
})
export type DownloadItem = z.infer<typeof zItem>

const zHandle = z.custom<FileSystemFileHandle>(
  (value) => typeof FileSystemFileHandle !== 'undefined' && value instanceof FileSystemFileHandle,
)

/** An archive on its way, or finished: the record in the store `downloads`. */
export const zDownload = z.object({
  downloadId: z.string(),
  userId: z.string(),
  /** File name with `.zip`. */
  name: z.string(),
  createdAt: z.number(),
  /** `running` ones that no tab writes were cut short. */
  state: z.enum(['running', 'paused', 'done']),
  place: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('opfs'), name: z.string() }),
    z.object({ kind: z.literal('file'), handle: zHandle }),
    z.object({ kind: z.literal('memory') }),
  ]),
  /** Bytes of the archive that are safely written. */
  committed: z.number().int().nonnegative(),
  items: z.array(zItem),
  /** Why it does not go on. */
  error: z.object({ message: z.string(), remedy: z.string() }).nullable(),
  /** Size of the finished archive; 0 before. */
  bytes: z.number().int().nonnegative(),
  doneAt: z.number().nullable(),
})
export type Download = z.infer<typeof zDownload>

export interface DownloadOptions {
  format: DownloadFormat
  /** Small copies of all pictures, in a folder of their own. */
  thumbnails: boolean
  /** The account's own watermark over all pictures. */
  mark: boolean
}

/** Name of an archive that was given none. */
export const DEFAULT_NAME = 'photo'

/** Folder of the small copies. */
const THUMBNAILS = '缩略图'
/** A copy of 100 px takes about this much. */
const THUMBNAIL_BYTES = 8000

type Planned = Omit<DownloadItem, 'name'> & { title: string }

function plan(task: LocalTask, output: number, title: string, options: DownloadOptions): Planned | null {
  const found = task.outputs[output]
  if (!found) return null
  const meta = task.outputMeta[output]
  const key = meta?.key ?? null
  const asked = key ? { variant: {}, type: found.type } : downloadVariant(task.op, found.type, options.format)
  const mark = options.mark && found.type.startsWith('image/')
  const isAsIs = Object.keys(asked.variant).length === 0 && !mark
  const address = key ? null : assetUrl(found.id, asked.variant)
  const known = {
    modified: task.finishedAt ?? task.createdAt,
    url: mark ? null : address,
    bytes: isAsIs ? found.bytes : null,
    // The id of an asset is its SHA-256: what arrives is checked against it.
    sha256: isAsIs ? found.id : null,
    crc32: key && isAsIs ? (meta?.crc32 ?? null) : null,
    remark: found.trim ? trimWords(found.trim) : '',
  }
  return {
    ...zArchiveEntry.omit({ name: true }).parse(known),
    title: downloadName(task, output, title, mark ? copyType(asked.type) : asked.type),
    taskId: task.taskId,
    output,
    key,
    source: mark ? address : null,
    estimate: found.bytes,
    thumbnail: false,
    mark,
  }
}

/** The small copy that goes with a picture. */
function planThumbnail(item: DownloadItem, task: LocalTask): Planned | null {
  const found = task.outputs[item.output]
  if (!found?.type.startsWith('image/')) return null
  const title = `${stemOf(item.name)}.${extensionOf(copyType(found.type))}`
  const url = item.key ? null : assetUrl(found.id, { side: 100 })
  const unknown = { bytes: null, sha256: null, crc32: null, source: null, remark: '' }
  return { ...item, ...unknown, url, title, estimate: THUMBNAIL_BYTES, thumbnail: true, mark: false }
}

const named = (planned: readonly Planned[], names: readonly string[]): DownloadItem[] =>
  planned.map(({ title: _title, ...item }, index) => ({ ...item, name: names[index] ?? '' }))

/** Everything that an archive of the tasks' results will hold, under its names. */
export function planDownload(
  tasks: readonly LocalTask[],
  titleOf: (task: LocalTask) => string,
  options: DownloadOptions,
): DownloadItem[] {
  const byId = new Map(tasks.map((task) => [task.taskId, task]))
  const results = tasks.flatMap((task) =>
    task.outputs.flatMap((_, output) => plan(task, output, titleOf(task), options) ?? []),
  )
  const items = named(results, archiveNames(results.map(({ title }) => title)))
  if (!options.thumbnails) return items
  const copies = items.flatMap((item) => {
    const task = byId.get(item.taskId)
    return (task && planThumbnail(item, task)) ?? []
  })
  return [
    ...items,
    ...named(
      copies,
      archiveNames(
        copies.map(({ title }) => title),
        [],
        THUMBNAILS,
      ),
    ),
  ]
}

/** File name of an archive as the user typed it: safe, and with its extension. */
export function archiveName(typed: string): string {
  const stem = typed.trim().replace(/\.zip$/i, '')
  return `${stem === '' ? DEFAULT_NAME : safeFileName(stem)}.zip`
}

/** Bytes of an item: found, expected or guessed. */
const sizeOf = (item: DownloadItem) => item.bytes ?? Math.max(item.estimate, item.received)

/** Bytes that an archive will take, as far as that can be told. */
export function estimateBytes(items: readonly DownloadItem[]): number {
  return items.reduce((sum, item) => sum + sizeOf(item), 0)
}

/** How far an archive is. */
export interface DownloadCount {
  total: number
  done: number
  failed: DownloadItem[]
  bytes: number
  totalBytes: number
  /** 0..1 over the bytes. */
  fraction: number
}

/** Counts an archive. @param live bytes of the item on its way that have not been committed yet */
export function countDownload(
  { items }: Download,
  live?: { index: number; received: number },
): DownloadCount {
  const failed = items.filter(({ state }) => state === 'failed')
  let [done, bytes, totalBytes] = [0, 0, 0]
  for (const [index, item] of items.entries()) {
    if (item.state === 'failed') continue
    const size = sizeOf(item)
    totalBytes += size
    if (item.state === 'done') done++
    const received = live?.index === index ? Math.max(live.received, item.received) : item.received
    bytes += item.state === 'done' ? size : Math.min(received, size)
  }
  const fraction = totalBytes > 0 ? Math.min(1, bytes / totalBytes) : failed.length > 0 ? 0 : 1
  return { total: items.length, done, failed, bytes, totalBytes, fraction }
}

/** A moment of a transfer. */
export interface Sample {
  at: number
  bytes: number
}

/**
 * Seconds left at the pace of the last samples; null while they say nothing yet.
 * @param samples oldest first
 */
export function secondsLeft(samples: readonly Sample[], bytesLeft: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return null
  const [ms, bytes] = [last.at - first.at, last.bytes - first.bytes]
  return ms < 1000 || bytes <= 0 ? null : (bytesLeft / bytes) * (ms / 1000)
}

/** The record with its failed files to be tried again. Memory keeps nothing, so there all are. */
export function retried(download: Download): Download {
  const isLost = download.place.kind === 'memory'
  const items = download.items.map((item): DownloadItem => {
    if (item.state !== 'failed' && !isLost) return item
    return { ...item, state: 'pending', received: 0, etag: null, error: null }
  })
  const committed = isLost ? 0 : download.committed
  return { ...download, items, committed, state: 'running', error: null, doneAt: null }
}

/** What the worker is told of an item. */
export function entryOf(item: DownloadItem): ArchiveEntry {
  return zArchiveEntry.parse(item)
}
