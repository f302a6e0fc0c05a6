import { signal } from '@preact/signals-react'
import { type AssetId, assetUrl } from '#contracts/asset.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import { type InputRole, OPS } from '#contracts/ops.ts'
import { findTool } from '#src/tools/registry.ts'
import { useBlobUrl } from './blob-urls.ts'
import { readBlob } from './blobs.ts'
import { outputName } from './file-names.ts'
import { reportFailure } from './network.ts'
import { useSignalValue } from './signal-hooks.ts'
import type { LocalTask } from './task-model.ts'

/** Longer side of the picture that is wanted, px. */
export type OutputSize = 320 | 1280 | 'full'

export interface DownloadProgress {
  done: number
  total: number
  /** Names of files that could not be read. */
  failed: string[]
}

/** Format of scaled copies: WebP unless this browser turns out not to show it. */
const scaledFormat = signal<'webp' | 'jpg'>('webp')
const TINY_WEBP = 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'

if (typeof Image !== 'undefined') {
  const probe = new Image()
  probe.onerror = () => {
    scaledFormat.value = 'jpg'
  }
  probe.src = TINY_WEBP
}

function serverUrl(id: AssetId, type: string, size: OutputSize, format: 'webp' | 'jpg'): string {
  const scales = size !== 'full' && type.startsWith('image/')
  return scales ? assetUrl(id, { side: size, format }) : assetUrl(id)
}

/** Previews of device pictures are made here only for lists; larger ones are the picture itself. */
const sideOf = (size: OutputSize) => (size === 320 ? 320 : null)

/** Address of an output for <img> or <video>; undefined while it is read, and where there is none. */
export function useOutputUrl(
  task: LocalTask | undefined,
  index = 0,
  size: OutputSize = 'full',
): string | undefined {
  const format = useSignalValue(scaledFormat)
  const output = task?.outputs[index]
  const key = task?.outputMeta[index]?.key ?? null
  const local = useBlobUrl(key, sideOf(size))
  if (key) return local
  return output ? serverUrl(output.id, output.type, size, format) : undefined
}

/** Address of an input in a role; undefined while it is read, and where there is none. */
export function useInputUrl(
  task: LocalTask | undefined,
  role: InputRole = 'image',
  size: OutputSize = 1280,
): string | undefined {
  const format = useSignalValue(scaledFormat)
  const key = task?.localInputs?.find((input) => input.role === role)?.key ?? null
  const input = task?.inputs.find((one) => one.role === role)
  const local = useBlobUrl(key, sideOf(size))
  if (key) return local
  return input ? serverUrl(input.id, input.type, size, format) : undefined
}

async function fetchAsset(id: AssetId): Promise<Blob> {
  try {
    const response = await fetch(assetUrl(id), { credentials: 'same-origin' })
    if (response.status === 401) throw new AppError('NOT_SIGNED_IN')
    if (response.status === 404) throw new AppError('NOT_FOUND', '结果已从服务器删除')
    if (!response.ok) throw new AppError(response.status >= 502 ? 'NETWORK' : 'INTERNAL')
    return await response.blob()
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    reportFailure()
    throw new AppError('NETWORK', undefined, { cause: thrown })
  }
}

/**
 * Bytes of an output.
 * @throws AppError NOT_FOUND when they are gone, NETWORK when the server cannot be reached
 */
export async function readOutput(task: LocalTask, index = 0): Promise<Blob> {
  const output = task.outputs[index]
  if (!output) throw new AppError('NOT_FOUND', '此任务没有可用的结果')
  const key = task.outputMeta[index]?.key
  if (!key) return fetchAsset(output.id)
  const blob = await readBlob(key)
  if (!blob) throw new AppError('NOT_FOUND', '结果已不在本机，请重新处理')
  return blob
}

/** Name that an output is saved under: `stem_title.ext`, numbered where a task has several. */
export function downloadName(task: LocalTask, index = 0, title?: string): string {
  const output = task.outputs[index]
  const main =
    task.localInputs?.find(({ role }) => role === 'image') ?? task.inputs.find(({ role }) => role === 'image')
  const original = main?.name || task.localInputs?.[0]?.name || task.inputs[0]?.name || '筑绘'
  const shown = title ?? findTool(task.toolId)?.title ?? OPS[task.op].title
  const number = task.outputs.length > 1 ? `_${index + 1}` : ''
  return outputName(original, `${shown}${number}`, output?.type ?? '')
}

/** Time a browser may need to begin reading an object URL that was clicked. */
const URL_LIFE_MS = 60_000

function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFE_MS)
}

/**
 * Saves one output as a file of its own.
 * @param title shown part of the name; the tool's title when left out
 * @throws AppError NOT_FOUND, NETWORK
 */
export async function downloadOutput(task: LocalTask, index = 0, title?: string): Promise<void> {
  saveAs(await readOutput(task, index), downloadName(task, index, title))
}

/** Browsers drop downloads that follow each other too closely. */
const PAUSE_MS = 250

/**
 * Saves every output of the tasks, one file after another. What cannot be read is left out and named.
 * @returns how many were saved of how many, and the names of those that were not
 */
export async function downloadMany(
  tasks: readonly LocalTask[],
  options: {
    titleOf?: (task: LocalTask) => string
    onProgress?: (progress: DownloadProgress) => void
    signal?: AbortSignal
  } = {},
): Promise<DownloadProgress> {
  const jobs = tasks.flatMap((task) => task.outputs.map((_, index) => ({ task, index })))
  const progress: DownloadProgress = { done: 0, total: jobs.length, failed: [] }
  for (const { task, index } of jobs) {
    if (options.signal?.aborted) break
    const title = options.titleOf?.(task)
    try {
      await downloadOutput(task, index, title)
      progress.done++
    } catch (thrown) {
      console.warn('zhuhui: a result could not be saved', toAppError(thrown).errorName)
      progress.failed.push(downloadName(task, index, title))
    }
    options.onProgress?.({ ...progress, failed: [...progress.failed] })
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return progress
}
