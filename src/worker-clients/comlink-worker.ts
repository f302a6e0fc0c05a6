import { proxy, type Remote, releaseProxy, wrap } from 'comlink'
import { AppError, ERRORS, type ErrorName } from '#contracts/errors.ts'
import { ERROR_PREFIX } from '#workers/carry-errors.ts'
import type { JobOptions, PoolWorker } from './pool.ts'

/** A started worker in the shape that the pool handles. */
export function adoptWorker<Api>(worker: Worker): PoolWorker<Remote<Api>> {
  const api = wrap<Api>(worker)
  return {
    api,
    terminate() {
      api[releaseProxy]()
      worker.terminate()
    },
    onCrash(listener) {
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        // Code that breaks says how; code that could not be fetched says nothing.
        const broke = event instanceof ErrorEvent
        listener(broke ? (event.error ?? event.message) : new AppError('PART_MISSING'))
      })
      worker.addEventListener('messageerror', () => listener('messageerror'))
    },
  }
}

/** Where a worker reports the progress of a job. */
export function reportOf({ onProgress }: JobOptions): (progress: number, step: string) => void {
  return proxy(onProgress ?? (() => undefined))
}

/** An error that came out of a worker, as the AppError that it was inside. */
export function reviveError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof Error && thrown.name.startsWith(ERROR_PREFIX)) {
    const entry = thrown.name.slice(ERROR_PREFIX.length)
    if (entry in ERRORS) return new AppError(entry as ErrorName, thrown.message, { cause: thrown })
  }
  return new AppError('DEVICE_FAILED', undefined, { cause: thrown })
}
