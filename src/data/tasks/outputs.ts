import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { type AssetId, type AssetVariant, assetUrl } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import type { InputRole } from '#contracts/ops.ts'
import { reportFailure } from '#src/data/api/network.ts'
import { downloadVariant } from '#src/data/downloads/download-variant.ts'
import { markPicture } from '#src/data/settings/watermark.ts'
import { useBlobUrl } from '#src/data/store/blob-urls.ts'
import { readBlob } from '#src/data/store/blobs.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { downloadName } from './output-name.ts'
import type { LocalTask } from './task-model.ts'

/** Longer side of the picture that is wanted, px. */
export type OutputSize = 320 | 1280 | 'full'

/** Format of scaled copies: WebP unless this browser turns out not to show it. */
const scaledFormat = signal<'webp' | 'jpg'>('webp')
const TINY_WEBP = 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'
let isProbed = false

/** Format of scaled copies; found out when the first one is to be shown. */
function useScaledFormat(): 'webp' | 'jpg' {
  useEffect(() => {
    if (isProbed) return
    isProbed = true
    const probe = new Image()
    probe.onerror = () => {
      scaledFormat.value = 'jpg'
    }
    probe.src = TINY_WEBP
  }, [])
  return useSignalValue(scaledFormat)
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
  const format = useScaledFormat()
  const output = task?.outputs[index]
  const key = task?.outputMeta[index]?.key ?? null
  const local = useBlobUrl(key, sideOf(size))
  if (key) return local
  return output ? serverUrl(output.id, output.type, size, format) : undefined
}

/** Which of a task's outputs is shown as its picture: of films the cover that came along; -1 where there is none. */
export const coverOf = ({ outputs }: LocalTask): number =>
  outputs.findIndex(({ type }) => type.startsWith('image/'))

/** Address of an input in a role; undefined while it is read, and where there is none. */
export function useInputUrl(
  task: LocalTask | undefined,
  role: InputRole = 'image',
  size: OutputSize = 1280,
): string | undefined {
  const format = useScaledFormat()
  const key = task?.localInputs?.find((input) => input.role === role)?.key ?? null
  const input = task?.inputs.find((one) => one.role === role)
  const local = useBlobUrl(key, sideOf(size))
  if (key) return local
  return input ? serverUrl(input.id, input.type, size, format) : undefined
}

async function fetchAsset(id: AssetId, variant: AssetVariant = {}): Promise<Blob> {
  try {
    const response = await fetch(assetUrl(id, variant), { credentials: 'same-origin' })
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

/** Time a browser may need to begin reading an object URL that was clicked. */
const URL_LIFE_MS = 60_000

/** Hands bytes to the browser's downloads. */
export function saveAs(blob: Blob, name: string): void {
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
 * What a download of one output saves: results of the server as downloadVariant wants them.
 * @throws AppError NOT_FOUND, NETWORK
 */
export async function readDownload(task: LocalTask, index = 0): Promise<{ blob: Blob; type?: string }> {
  const output = task.outputs[index]
  if (!output || task.outputMeta[index]?.key) return { blob: await readOutput(task, index) }
  const { variant, type } = downloadVariant(task.op, output.type)
  return { blob: await fetchAsset(output.id, variant), type }
}

/**
 * Saves one output as a file of its own.
 * @param title shown part of the name; the tool's title when left out
 * @throws AppError NOT_FOUND, NETWORK
 */
export async function downloadOutput(task: LocalTask, index = 0, title?: string): Promise<void> {
  const { blob, type } = await readDownload(task, index)
  saveAs(blob, downloadName(task, index, title, type))
}

/**
 * Saves one output with the account's own watermark.
 * @throws AppError NOT_FOUND, NETWORK, DEVICE_FAILED
 */
export async function downloadMarked(task: LocalTask, index = 0): Promise<void> {
  const marked = await markPicture((await readDownload(task, index)).blob)
  saveAs(marked, downloadName(task, index, undefined, marked.type))
}
