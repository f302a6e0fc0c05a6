import { proxy, type Remote } from 'comlink'
import type {
  ArchiveWorker,
  BlobEntry,
  PackIo,
  PackJob,
  PackResult,
  Unpacked,
} from '#workers/archive/contract.ts'
import { adoptWorker, reviveError } from './comlink-worker.ts'
import { WorkerPool } from './pool.ts'

export type { BlobEntry, PackIo, PackJob, PackResult, SinkPlace } from '#workers/archive/contract.ts'
export { sumListOf } from '#workers/archive/lists.ts'
export { archiveNames } from '#workers/archive/names.ts'
export { DOWNLOADS_FOLDER, MEMORY_LIMIT } from '#workers/archive/places.ts'

const spawn = () =>
  adoptWorker<ArchiveWorker>(
    new Worker(new URL('../../workers/archive/worker.ts', import.meta.url), {
      type: 'module',
      name: 'archive',
    }),
  )
const pool = new WorkerPool<Remote<ArchiveWorker>>(spawn, { size: 1 })
/** Writing takes as long as the network does: opening a zip must not wait for it. */
const packers = new WorkerPool<Remote<ArchiveWorker>>(spawn, { size: 1 })

/** Unpacks the pictures of a zip; see ArchiveWorker. */
export async function unpackZip(zip: Blob, mostFiles: number): Promise<Unpacked> {
  try {
    return await pool.run((api) => api.unpack(zip, mostFiles))
  } catch (thrown) {
    throw reviveError(thrown)
  }
}

/** A zip of blobs that are all at hand; see ArchiveWorker. */
export async function zipBlobs(entries: BlobEntry[]): Promise<Blob> {
  try {
    return await pool.run((api) => api.zipBlobs(entries))
  } catch (thrown) {
    throw reviveError(thrown)
  }
}

/** An archive that is being written. */
export interface Packing {
  /** Resolves when it is finished or was stopped; rejects with CANCELLED after `abort`. */
  result: Promise<PackResult>
  /** Ends it in good order. */
  stop(): void
  /** The network may be back. */
  wake(): void
  /** Ends it at once; what was not committed is lost. */
  abort(): void
}

/** Writes an archive; one at a time, in the order of the calls. See ArchiveWorker. */
export function packArchive(job: PackJob, io: PackIo, onStart: () => void): Packing {
  const controller = new AbortController()
  let running: Remote<ArchiveWorker> | undefined
  const work = (api: Remote<ArchiveWorker>) => {
    running = api
    return api.pack(job, proxy(io))
  }
  const result = packers
    .run(work, { signal: controller.signal, onStart })
    .catch((thrown: unknown) => Promise.reject(reviveError(thrown)))
    .finally(() => {
      running = undefined
    })
  return {
    result,
    stop: () => {
      if (running) void running.stop()
      else controller.abort()
    },
    wake: () => void running?.wake(),
    abort: () => controller.abort(),
  }
}

/** Ends the archive workers; called at sign-out, since they may hold private pictures. */
export function terminateArchiveWorker(): void {
  pool.terminate()
  packers.terminate()
}
