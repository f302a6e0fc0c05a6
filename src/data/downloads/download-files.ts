import { DOWNLOADS_FOLDER } from '#src/worker-clients/archive.ts'

/** A browser copies a file that it was handed; it must not be taken away meanwhile. */
export const KEEP_MS = 15 * 60_000
const RELEASE_TRIES = 10
const RELEASE_MS = 200

/** Whether this browser has a private file system that a worker can write to. */
export function hasPrivateFiles(): boolean {
  return typeof navigator.storage?.getDirectory === 'function' && typeof FileSystemFileHandle !== 'undefined'
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(DOWNLOADS_FOLDER, { create: true })
}

/** An archive in the private file system; undefined when it is not there any more. */
export async function openArchive(name: string): Promise<File | undefined> {
  try {
    return await (await (await openFolder()).getFileHandle(name)).getFile()
  } catch {
    return undefined
  }
}

/** Removes an archive from the private file system. A worker that was just ended may hold it for a moment. */
export async function removeArchive(name: string): Promise<void> {
  for (let tries = 0; tries < RELEASE_TRIES; tries++) {
    try {
      await (await openFolder()).removeEntry(name)
      return
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === 'NotFoundError') return
      await new Promise((resolve) => setTimeout(resolve, RELEASE_MS))
    }
  }
}

/**
 * Removes archives that nobody refers to, once browsers have long copied them.
 * @param inUse names that are still needed
 */
export async function sweepArchives(inUse: ReadonlySet<string>, now = Date.now()): Promise<void> {
  if (!hasPrivateFiles()) return
  try {
    for await (const [name, handle] of await openFolder()) {
      if (inUse.has(name) || handle.kind !== 'file') continue
      const { lastModified } = await (handle as FileSystemFileHandle).getFile()
      if (now - lastModified > KEEP_MS) await removeArchive(name)
    }
  } catch (thrown) {
    console.warn('zhuhui: old archives could not be removed', thrown)
  }
}

type Permitted = FileSystemFileHandle & {
  requestPermission?: (options: { mode: 'readwrite' }) => Promise<PermissionState>
  remove?: () => Promise<void>
}

/** Asks, in a click, to go on writing to a file that was chosen before a reload. */
export async function askForFile(handle: FileSystemFileHandle): Promise<boolean> {
  const { requestPermission } = handle as Permitted
  if (!requestPermission) return true
  return (await requestPermission.call(handle, { mode: 'readwrite' }).catch(() => 'denied')) === 'granted'
}

/** Removes a chosen file that was given up, where the browser lets a page do that. */
export async function removeChosen(handle: FileSystemFileHandle): Promise<void> {
  await (handle as Permitted).remove?.().catch(() => undefined)
}

interface SavePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string
    types: { description: string; accept: Record<string, string[]> }[]
  }) => Promise<FileSystemFileHandle>
}

/** Whether the user can choose a file that is written to directly. */
export function canChooseFile(): boolean {
  return typeof (window as SavePicker).showSaveFilePicker === 'function'
}

/** Asks, in a click, where an archive goes; 'cancelled' when the user closed it, null when it is not allowed here. */
export async function chooseFile(name: string): Promise<FileSystemFileHandle | 'cancelled' | null> {
  try {
    const types = [{ description: 'ZIP', accept: { 'application/zip': ['.zip'] } }]
    return (await (window as SavePicker).showSaveFilePicker?.({ suggestedName: name, types })) ?? null
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'AbortError' ? 'cancelled' : null
  }
}
