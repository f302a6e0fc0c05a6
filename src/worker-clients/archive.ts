import type { Remote } from 'comlink'
import type { ArchiveWorker, Unpacked } from '#workers/archive/contract.ts'
import { adoptWorker, reviveError } from './comlink-worker.ts'
import { WorkerPool } from './pool.ts'

const pool = new WorkerPool<Remote<ArchiveWorker>>(
  () =>
    adoptWorker(
      new Worker(new URL('../../workers/archive/worker.ts', import.meta.url), {
        type: 'module',
        name: 'archive',
      }),
    ),
  { size: 1 },
)

/** Unpacks the pictures of a zip; see ArchiveWorker. */
export async function unpackZip(zip: Blob, mostFiles: number): Promise<Unpacked> {
  try {
    return await pool.run((api) => api.unpack(zip, mostFiles))
  } catch (thrown) {
    throw reviveError(thrown)
  }
}

/** Ends the archive worker; called at sign-out, since it may hold private pictures. */
export function terminateArchiveWorker(): void {
  pool.terminate()
}
