import { type ReadonlySignal, signal } from '@preact/signals-react'
import { parseRecord, read, write } from '#src/data/store/db.ts'
import { type Download, zDownload } from './download-model.ts'

const all = signal<readonly Download[]>([])
/** Archives of the account on show, newest first. */
export const downloads: ReadonlySignal<readonly Download[]> = all

/** An archive by its id. */
export function findDownload(downloadId: string): Download | undefined {
  return all.peek().find((download) => download.downloadId === downloadId)
}

function show(download: Download): void {
  const rest = all.peek().filter(({ downloadId }) => downloadId !== download.downloadId)
  all.value = [...rest, download].sort((a, b) => b.createdAt - a.createdAt)
}

/** What a page holds in memory alone ends with it, so that there is nothing to keep of it. */
const isKept = ({ place }: Download) => place.kind !== 'memory'

/** Shows a record and keeps it. A full disk is told by useStorageProblem; the archive goes on. */
export async function putDownload(download: Download): Promise<void> {
  show(download)
  if (isKept(download)) await write((db) => db.put('downloads', { ...download })).catch(() => undefined)
}

/** Changes a record that is still there. */
export async function changeDownload(
  downloadId: string,
  change: (now: Download) => Download,
): Promise<Download | undefined> {
  const now = findDownload(downloadId)
  if (!now) return undefined
  const next = change(now)
  await putDownload(next)
  return next
}

/** Forgets a record. */
export async function dropDownload(downloadId: string): Promise<void> {
  all.value = all.peek().filter((download) => download.downloadId !== downloadId)
  await write((db) => db.delete('downloads', downloadId)).catch(() => undefined)
}

/** Forgets what is on show, not what is stored. */
export function hideDownloads(): void {
  all.value = []
}

/** The stored record as it is now; another tab may have changed it. */
export async function reloadDownload(downloadId: string): Promise<Download | undefined> {
  const record = await read<unknown>((db) => db.get('downloads', downloadId), undefined)
  const found = parseRecord(zDownload, record, 'downloads')
  if (found) show(found)
  else all.value = all.peek().filter((download) => download.downloadId !== downloadId)
  return found
}

/** Reads an account's records and shows them beside what this page holds in memory. */
export async function loadDownloads(owner: string): Promise<readonly Download[]> {
  const records = await read<unknown[]>((db) => db.getAllFromIndex('downloads', 'userId', owner), [])
  const found = records.flatMap((record) => parseRecord(zDownload, record, 'downloads') ?? [])
  for (const download of found) if (!findDownload(download.downloadId)) show(download)
  return found
}

/** Names of all archives in the private file system that a record of any account needs. */
export async function archivesInUse(): Promise<ReadonlySet<string>> {
  const records = await read<unknown[]>((db) => db.getAll('downloads'), [])
  const found = records.flatMap((record) => parseRecord(zDownload, record, 'downloads') ?? [])
  return new Set(found.flatMap(({ place }) => (place.kind === 'opfs' ? [place.name] : [])))
}
