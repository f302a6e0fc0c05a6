import { computed, effect } from '@preact/signals-react'
import { AppError } from '#contracts/errors.ts'
import { network } from '#src/data/api/network.ts'
import { currentOwner, user } from '#src/data/api/session.ts'
import { readBlob } from '#src/data/store/blobs.ts'
import { newId } from '#src/data/store/locks.ts'
import { onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { saveAs } from '#src/data/tasks/outputs.ts'
import { sumListOf, zipBlobs } from '#src/worker-clients/archive.ts'
import { askForFile, KEEP_MS, removeArchive, removeChosen, sweepArchives } from './download-files.ts'
import { type Download, type DownloadItem, retried } from './download-model.ts'
import { blobs, claimDownload, handOver, packings, runDownload } from './download-run.ts'
import {
  archivesInUse,
  downloads,
  dropDownload,
  findDownload,
  hideDownloads,
  loadDownloads,
  putDownload,
} from './download-store.ts'

export type { Download, DownloadItem } from './download-model.ts'

/** Archives on their way and finished ones, newest first. */
export function useDownloads(): readonly Download[] {
  return useSignalValue(downloads)
}

/** Saves a finished archive once more, while it is still there. */
export async function saveAgain(downloadId: string): Promise<void> {
  const download = findDownload(downloadId)
  if (download?.state === 'done') await handOver(download)
}

/**
 * An archive of results that all lie on this device: made at once from what is there, without copying.
 * What cannot be found any more is left out and listed.
 */
async function zipHere(name: string, items: readonly DownloadItem[]): Promise<number> {
  const found = await Promise.all(
    items.map(async (item): Promise<{ item: DownloadItem; blob?: Blob }> => {
      const blob = item.key ? await readBlob(item.key) : undefined
      if (blob) return { item: { ...item, state: 'done', bytes: blob.size }, blob }
      const error = { message: '结果已不在本机', remedy: '请重新处理' }
      return { item: { ...item, state: 'failed', error } }
    }),
  )
  const entries = found.flatMap(({ item, blob }) =>
    blob ? [{ name: item.name, modified: item.modified, blob, crc32: item.crc32 }] : [],
  )
  const sums = found.flatMap(({ item, blob }) =>
    blob && item.sha256 ? [{ name: item.name, sha256: item.sha256, remark: item.remark }] : [],
  )
  const modified = Date.now()
  const list = { name: '校验清单.sha256', modified, blob: new Blob([sumListOf(sums)]), crc32: null }
  const blob = entries.length > 0 ? await zipBlobs([...entries, list]) : null
  if (blob) saveAs(blob, name)
  const missing = items.length - entries.length
  // A notice is for what can still be done something about, or has to be known.
  if (missing === 0) return 0
  const all = found.map(({ item }) => item)
  const download = newDownload(name, all, { kind: 'memory' })
  if (blob) blobs.set(download.downloadId, blob)
  await putDownload({ ...download, state: 'done', bytes: blob?.size ?? 0, doneAt: modified })
  return missing
}

function newDownload(name: string, items: readonly DownloadItem[], place: Download['place']): Download {
  return {
    downloadId: newId(),
    userId: currentOwner(),
    name,
    createdAt: Date.now(),
    state: 'running',
    place,
    committed: 0,
    items: [...items],
    error: null,
    bytes: 0,
    doneAt: null,
  }
}

/** Whether an archive can be made at once from what lies on this device. */
export function isAllHere(items: readonly DownloadItem[]): boolean {
  return items.every((item) => item.key !== null && !item.thumbnail && !item.mark)
}

/** Where an archive can be written. */
export type DownloadPlace =
  | { kind: 'opfs' }
  | { kind: 'file'; handle: FileSystemFileHandle }
  | { kind: 'memory' }

/**
 * Starts an archive.
 * @param place where it is written; null for one that isAllHere
 * @returns how many files are known to be missing by now
 * @throws AppError FILE_DAMAGED when a local picture cannot be read
 */
export async function startDownload(
  name: string,
  items: readonly DownloadItem[],
  place: DownloadPlace | null,
): Promise<number> {
  if (place === null) return zipHere(name, items)
  const download = newDownload(name, items, { kind: 'memory' })
  const at = place.kind === 'opfs' ? { kind: 'opfs' as const, name: `${download.downloadId}.zip` } : place
  await putDownload({ ...download, place: at })
  void runDownload(download.downloadId)
  return 0
}

/** Stops an archive in good order; it goes on with resumeDownload, also after a reload. */
export function pauseDownload(downloadId: string): void {
  packings.get(downloadId)?.stop()
}

/** Whether the file that an archive is written to may be written to; asks the user where needed. */
async function mayWrite(download: Download): Promise<boolean> {
  if (download.place.kind !== 'file' || (await askForFile(download.place.handle))) return true
  const error = new AppError('SAVE_REFUSED')
  await putDownload({ ...download, error: { message: error.message, remedy: error.remedy } })
  return false
}

/** Goes on with a paused archive. Called in a click, since the browser may ask for permission. */
export async function resumeDownload(downloadId: string): Promise<void> {
  const download = findDownload(downloadId)
  if (download?.state !== 'paused' || !(await mayWrite(download))) return
  // Memory that a page lost, or gave up when it was stopped, holds nothing to go on with.
  const next = download.place.kind === 'memory' ? retried(download) : download
  await putDownload({ ...next, state: 'running', error: null })
  void runDownload(downloadId)
}

/** Tries the files again that an archive lacks; the same archive is completed. Called in a click. */
export async function retryDownload(downloadId: string): Promise<void> {
  const download = findDownload(downloadId)
  if (!download || packings.has(downloadId) || !(await mayWrite(download))) return
  await putDownload(retried(download))
  void runDownload(downloadId)
}

/** Gives an archive up, or closes the notice of a finished one. */
export async function dismissDownload(downloadId: string): Promise<void> {
  const download = findDownload(downloadId)
  packings.get(downloadId)?.abort()
  blobs.delete(downloadId)
  await dropDownload(downloadId)
  if (!download) return
  const { place, state } = download
  if (state === 'done') return void setTimeout(sweep, KEEP_MS + 1000)
  if (place.kind === 'opfs') await removeArchive(place.name)
  if (place.kind === 'file') await removeChosen(place.handle)
}

async function sweep(): Promise<void> {
  await sweepArchives(await archivesInUse())
}

/** A finished archive that lacks nothing has nothing more to say after a reload. */
const isOver = (download: Download) =>
  download.state === 'done' && download.items.every(({ state }) => state === 'done')

async function restore(owner: string): Promise<void> {
  for (const download of await loadDownloads(owner)) {
    const { downloadId } = download
    if (packings.has(downloadId)) continue
    if (isOver(download)) await dropDownload(downloadId)
    else if (download.state === 'running') void claimDownload(downloadId)
  }
  await sweep()
}

/** Whose archives are shown; null while it is not known. The server's word on a known user changes nothing here. */
const ownerOfShown = computed(() => (user.value === undefined ? null : currentOwner()))

let started = false

/** Offers what was cut short and wakes what waits for the network. Called once by main.tsx. */
export function startDownloads(): void {
  if (started) return
  started = true
  onPrivateDataCleared(() => {
    for (const { place } of downloads.peek()) if (place.kind === 'opfs') void removeArchive(place.name)
    for (const packing of packings.values()) packing.abort()
    blobs.clear()
    hideDownloads()
  })
  effect(() => {
    const owner = ownerOfShown.value
    if (owner !== null) queueMicrotask(() => void restore(owner))
  })
  effect(() => {
    if (network.value !== 'offline') for (const packing of packings.values()) packing.wake()
  })
}
