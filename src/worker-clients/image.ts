import { proxy, type Remote, releaseProxy, wrap } from 'comlink'
import { AppError, ERRORS, type ErrorName } from '#contracts/errors.ts'
import type { ParamsOf } from '#contracts/ops.ts'
import {
  type CompressResult,
  type Encoded,
  ERROR_PREFIX,
  type ImageFacts,
  type ImageWorker,
} from '#workers/image/contract.ts'
import { type PoolWorker, WorkerPool } from './pool.ts'

export type { CompressResult, Encoded, ImageFacts } from '#workers/image/contract.ts'

/** Options of every job. */
export interface JobOptions {
  /** Aborting ends the job at once. */
  signal?: AbortSignal
  /** 0..1 and what is being done, in Chinese. */
  onProgress?: (progress: number, step: string) => void
  /** Called when a worker takes the job from the queue. */
  onStart?: () => void
}

const MOST_WORKERS = 4

function spawn(): PoolWorker<Remote<ImageWorker>> {
  const worker = new Worker(new URL('../../workers/image/worker.ts', import.meta.url), {
    type: 'module',
    name: 'image',
  })
  const api = wrap<ImageWorker>(worker)
  return {
    api,
    terminate() {
      api[releaseProxy]()
      worker.terminate()
    },
    onCrash(listener) {
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        listener(event.error ?? event.message)
      })
      worker.addEventListener('messageerror', () => listener('messageerror'))
    },
  }
}

const pool = new WorkerPool(spawn, { size: Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS) })

/** An error that came out of the worker, as the AppError that it was inside. */
function revive(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof Error && thrown.name.startsWith(ERROR_PREFIX)) {
    const entry = thrown.name.slice(ERROR_PREFIX.length)
    if (entry in ERRORS) return new AppError(entry as ErrorName, thrown.message, { cause: thrown })
  }
  return new AppError('DEVICE_FAILED', undefined, { cause: thrown })
}

async function run<T>(
  work: (api: Remote<ImageWorker>) => Promise<T>,
  options: JobOptions,
  urgent = false,
): Promise<T> {
  try {
    return await pool.run(work, { ...options, urgent })
  } catch (thrown) {
    throw revive(thrown)
  }
}

const ignore = () => undefined

/** Draws the lines of a picture on this device; PNG, longer side at most 3000 px. */
export async function drawLinesOnDevice(
  file: Blob,
  params: ParamsOf<'lineart'>,
  options: JobOptions = {},
): Promise<Blob> {
  const report = proxy(options.onProgress ?? ignore)
  return (await run((api) => api.drawLines(file, params, report), options)).blob
}

/** Compresses a picture on this device; never larger than the file, without metadata. */
export function compressOnDevice(
  file: File,
  params: ParamsOf<'compress'>,
  options: JobOptions = {},
): Promise<CompressResult> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.compress(file, params, report), options)
}

/** Scales a picture down so that its longer side is at most `side` px. */
export function resizeForUpload(file: Blob, side = 1024, options: JobOptions = {}): Promise<Encoded> {
  return run((api) => api.resize(file, side), options, true)
}

/** A small upright copy for lists. */
export function thumbnail(file: Blob, side = 320, options: JobOptions = {}): Promise<Blob> {
  return run((api) => api.thumbnail(file, side), options, true)
}

/** Checks a file by its bytes; rejects with the FILE_ errors of the catalogue. */
export function inspectFile(file: Blob, name: string, options: JobOptions = {}): Promise<ImageFacts> {
  return run((api) => api.inspect(file, name), options, true)
}

/** SHA-256 of the bytes, lower-case hexadecimal. */
export function hashFile(file: Blob, options: JobOptions = {}): Promise<string> {
  return run((api) => api.hash(file), options, true)
}

/** Ends all image workers; called at sign-out, since they may hold private pictures. */
export function terminateImageWorkers(): void {
  pool.terminate()
}
