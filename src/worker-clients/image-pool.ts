import type { Remote } from 'comlink'
import type { ImageWorker } from '#workers/image/contract.ts'
import type { OnProgress } from '#workers/image/types.ts'
import { adoptSharing, answers } from './answers.ts'
import { reportOf, reviveError } from './comlink-worker.ts'
import { type JobOptions, WorkerPool } from './pool.ts'

const MOST_WORKERS = 4

const startWorker = () =>
  adoptSharing<ImageWorker>(
    new Worker(new URL('../../workers/image/worker.ts', import.meta.url), { type: 'module', name: 'image' }),
  )

const pool = new WorkerPool<Remote<ImageWorker>>(startWorker, {
  size: Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS),
})

/** How long the worker of live previews keeps what it has measured, ms. */
const PREVIEW_IDLE_MS = 60_000

/** One worker of its own for live previews: it keeps what it has measured, and no batch stands before it. */
const previews = new WorkerPool<Remote<ImageWorker>>(startWorker, { size: 1, idleMs: PREVIEW_IDLE_MS })

/** How long the worker of networks keeps the one that it has loaded, ms: loading takes seconds. */
const NETWORK_IDLE_MS = 60_000

/** One worker for jobs that run networks: each takes all the threads and much memory. */
const networks = new WorkerPool<Remote<ImageWorker>>(startWorker, { size: 1, idleMs: NETWORK_IDLE_MS })

/** Where a job runs, and whether it goes before others there. */
interface Turn {
  urgent?: boolean
  workers?: WorkerPool<Remote<ImageWorker>>
}

/** Before the jobs of a batch: short, and somebody waits for it. */
export const URGENT: Turn = { urgent: true }
/** On the worker of live previews. */
export const LIVE: Turn = { urgent: true, workers: previews }
/** On the worker of networks. */
export const NETWORKS: Turn = { workers: networks }

/**
 * Runs a job on an image worker.
 * @param work given the worker and where to report progress
 * @throws AppError as the job rejects with it, CANCELLED, or DEVICE_FAILED
 */
export async function run<T>(
  work: (api: Remote<ImageWorker>, report: OnProgress) => Promise<T>,
  options: JobOptions,
  { urgent = false, workers = pool }: Turn = {},
): Promise<T> {
  try {
    return await workers.run((api) => work(api, reportOf(options)), { ...options, urgent })
  } catch (thrown) {
    throw reviveError(thrown)
  }
}

/** Ends all image workers; called at sign-out, since they may hold private pictures. */
export function terminateImageWorkers(): void {
  pool.terminate()
  previews.terminate()
  networks.terminate()
  answers.clear()
}
