import type { ArchiveEntry } from '#contracts/archive.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import { network, probe } from '#src/data/api/network.ts'
import { markPicture } from '#src/data/settings/watermark.ts'
import { readBlob } from '#src/data/store/blobs.ts'
import { withLock } from '#src/data/store/locks.ts'
import { saveAs } from '#src/data/tasks/outputs.ts'
import { type PackIo, type Packing, type PackResult, packArchive } from '#src/worker-clients/archive.ts'
import { resizeForUpload } from '#src/worker-clients/image-files.ts'
import { openArchive } from './download-files.ts'
import { sample, setLive } from './download-live.ts'
import { type Download, type DownloadItem, entryOf } from './download-model.ts'
import { changeDownload, findDownload, putDownload, reloadDownload } from './download-store.ts'

/** Archives that this tab writes, or has in its queue. */
export const packings = new Map<string, Packing>()
/** Archives that were held in memory, to be saved again. */
export const blobs = new Map<string, Blob>()

const lockOf = (downloadId: string) => `zhuhui-download-${downloadId}`

async function fetchSource(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'same-origin' }).catch((cause: unknown) => {
    throw new AppError('NETWORK', undefined, { cause })
  })
  if (response.status === 404) throw new AppError('NOT_FOUND', '结果已从服务器删除')
  if (!response.ok) throw new AppError('NETWORK')
  return response.blob()
}

/** Bytes of an item that this device has, or changes. */
async function openItem(item: DownloadItem): Promise<Blob> {
  const blob = item.key ? await readBlob(item.key) : item.source ? await fetchSource(item.source) : undefined
  if (!blob) throw new AppError('NOT_FOUND', '结果已不在本机')
  if (item.mark) return markPicture(blob)
  return item.thumbnail ? (await resizeForUpload(blob, 100)).blob : blob
}

function applyChanges(download: Download, committed: number, changes: [number, ArchiveEntry][]): Download {
  const items = [...download.items]
  for (const [index, entry] of changes) {
    const item = items[index]
    if (item) items[index] = { ...item, ...entry }
  }
  return { ...download, committed, items }
}

function ioOf(downloadId: string): PackIo {
  return {
    async open(index) {
      try {
        const item = findDownload(downloadId)?.items[index]
        if (!item) throw new AppError('CANCELLED')
        return { blob: await openItem(item) }
      } catch (thrown) {
        const { message, remedy, errorName } = toAppError(thrown, 'DEVICE_FAILED')
        return { error: { message, remedy }, again: errorName === 'NETWORK' }
      }
    },
    async commit(committed, changes) {
      await changeDownload(downloadId, (now) => applyChanges(now, committed, changes))
      sample(downloadId)
    },
    progress(index, received, waiting) {
      if (!packings.has(downloadId)) return
      setLive(downloadId, { index, received, phase: waiting ? 'waiting' : 'going' })
      sample(downloadId)
    },
    async online() {
      await probe()
      return network.peek() !== 'offline'
    },
  }
}

async function finish(downloadId: string, result: PackResult): Promise<void> {
  if (result.outcome !== 'done') {
    const error = result.outcome === 'signIn' ? new AppError('NOT_SIGNED_IN', '登录已过期') : null
    await changeDownload(downloadId, (now) => ({
      ...now,
      state: 'paused',
      error: error && { message: error.message, remedy: '请登录后点“继续下载”' },
    }))
    return
  }
  if (result.blob) blobs.set(downloadId, result.blob)
  const { bytes } = result
  const done = await changeDownload(downloadId, (now) => ({
    ...now,
    state: 'done',
    bytes,
    error: null,
    doneAt: Date.now(),
  }))
  if (done && bytes > 0) await handOver(done)
}

/** Writes an archive in this tab, if no other one does. */
export async function runDownload(downloadId: string): Promise<void> {
  const work = async () => {
    const download = findDownload(downloadId)
    if (!download || packings.has(downloadId)) return 'ran' as const
    setLive(downloadId, { phase: 'queued', index: -1, received: 0, samples: [] })
    const { place, committed, items, name } = download
    const head = `以下文件没有包含在 ${name} 中：`
    const job = {
      place,
      committed,
      entries: items.map(entryOf),
      missingList: { name: '未包含的文件.txt', head },
      sumList: { name: '校验清单.sha256' },
    }
    const packing = packArchive(job, ioOf(downloadId), () => setLive(downloadId, { phase: 'going' }))
    packings.set(downloadId, packing)
    try {
      await finish(downloadId, await packing.result)
    } catch (thrown) {
      await handleFailure(downloadId, toAppError(thrown))
    } finally {
      packings.delete(downloadId)
      setLive(downloadId, null)
    }
    return 'ran' as const
  }
  if ((await withLock(lockOf(downloadId), work, { wait: false })) === 'ran') return
  await claimDownload(downloadId)
}

async function handleFailure(downloadId: string, error: AppError): Promise<void> {
  const shown = error.errorName === 'CANCELLED' ? null : { message: error.message, remedy: error.remedy }
  await changeDownload(downloadId, (now) => ({ ...now, state: 'paused', error: shown }))
}

/** Gives a finished archive to the browser's downloads, unless it was written where the user wanted it. */
export async function handOver(download: Download): Promise<void> {
  const { place, downloadId, name } = download
  if (place.kind === 'file') return
  const found = place.kind === 'opfs' ? await openArchive(place.name) : blobs.get(downloadId)
  if (found) saveAs(found, name)
  else
    await changeDownload(downloadId, (now) => ({
      ...now,
      error: { message: '压缩包已被清理', remedy: '请重新下载' },
    }))
}

/**
 * Takes over a record that says it is being written, by another tab or by one that is gone: waits until nobody
 * writes it, and shows what is left to do.
 */
export async function claimDownload(downloadId: string): Promise<void> {
  setLive(downloadId, { phase: 'elsewhere' })
  await withLock(lockOf(downloadId), async () => {
    setLive(downloadId, null)
    const now = await reloadDownload(downloadId)
    if (now?.state === 'running') await putDownload({ ...now, state: 'paused' })
  })
}
