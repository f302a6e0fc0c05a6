import { AppError } from '#contracts/errors.ts'
import type { InputRole } from '#contracts/ops.ts'
import type { LocalTask } from './task-model.ts'

export type OutputSize = 320 | 1280 | 'full'
export interface DownloadProgress {
  done: number
  total: number
  /** Names of files that could not be read. */
  failed: string[]
}
/** Address of an output for <img src>; undefined while it is being read. */
export function useOutputUrl(
  _task: LocalTask | undefined,
  _index = 0,
  _size: OutputSize = 'full',
): string | undefined {
  return undefined
}
/** Address of an input (the one named image by default). */
export function useInputUrl(
  _task: LocalTask | undefined,
  _role: InputRole = 'image',
  _size: OutputSize = 1280,
): string | undefined {
  return undefined
}
export async function readOutput(_task: LocalTask, _index = 0): Promise<Blob> {
  throw new AppError('NOT_FOUND')
}
/** Saves one output under `stem_title.ext`; the title is the op's where none is given. */
export async function downloadOutput(_task: LocalTask, _index = 0, _title?: string): Promise<void> {}
/** Saves every output of the tasks, one after another. */
export async function downloadMany(
  _tasks: readonly LocalTask[],
  _options: {
    zipName?: string
    titleOf?: (task: LocalTask) => string
    onProgress?: (progress: DownloadProgress) => void
    signal?: AbortSignal
  } = {},
): Promise<DownloadProgress> {
  return { done: 0, total: 0, failed: [] }
}
