import type { Remote } from 'comlink'
import { type ModelId, modelUrl } from '#contracts/models.ts'
import type { ParamsOf } from '#ops/index.ts'
import type { RunMade, RunWork } from '#workers/image/types.ts'
import type { MadeCut, Network, ReadText, Runtime, VisionWorker } from '#workers/vision/contract.ts'
import { adoptWorker, reportOf, reviveError } from './comlink-worker.ts'
import { type JobOptions, WorkerPool } from './pool.ts'
import { hasGpu, RUNTIMES } from './runtimes.ts'

export type { ReadText } from '#workers/vision/contract.ts'
export { PACKS_CACHE } from '#workers/vision/contract.ts'

/** Loading a network takes seconds, so the worker is kept for a while. */
const IDLE_MS = 60_000

// One at a time: a network takes all the threads and much memory.
const pool = new WorkerPool<Remote<VisionWorker>>(
  () =>
    adoptWorker(
      new Worker(new URL('../../workers/vision/worker.ts', import.meta.url), {
        type: 'module',
        name: 'vision',
      }),
    ),
  { size: 1, idleMs: IDLE_MS },
)

/** Networks that gain nothing from a graphics card: integer sums, or many small runs of changing size. */
const ON_PROCESSOR: readonly ModelId[] = ['isnet', 'ocrFind', 'ocrRead']

/**
 * Build of the runtime that a network runs on here: the graphics card's where there is an adapter. IS-Net's
 * integer convolutions have no shaders, so it stays on the processor.
 */
export async function backendOf(model: ModelId): Promise<Runtime['backend']> {
  return !ON_PROCESSOR.includes(model) && (await hasGpu()) ? 'webgpu' : 'wasm'
}

async function networkOf(model: ModelId): Promise<Network> {
  const runtime = RUNTIMES[await backendOf(model)]
  return { model: new URL(modelUrl(model), self.location.href).href, runtime }
}

async function run<T>(
  work: (api: Remote<VisionWorker>, report: ReturnType<typeof reportOf>) => Promise<T>,
  options: JobOptions,
): Promise<T> {
  try {
    return await pool.run((api) => work(api, reportOf(options)), options)
  } catch (thrown) {
    throw reviveError(thrown)
  }
}

/** Cuts a picture's subject out on this device; see VisionWorker.cutOut. */
export async function cutOutOnDevice(
  file: Blob,
  painted: Blob | null,
  params: ParamsOf<'matting'>,
  options: JobOptions = {},
): Promise<MadeCut> {
  const network = await networkOf('isnet')
  return run((api, report) => api.cutOut(file, painted, params, network, report), options)
}

/** Carries out an operation that runs networks on this device; see VisionWorker.run. */
export async function runWithNetworks(
  work: RunWork,
  ids: readonly ModelId[],
  options: JobOptions = {},
): Promise<RunMade> {
  const found = await Promise.all(ids.map(async (id) => [id, await networkOf(id)] as const))
  return run((api, report) => api.run(work, Object.fromEntries(found), report), options)
}

/** Reads the upright lines of text in a picture on this device. */
export async function readTextsOnDevice(file: Blob, options: JobOptions = {}): Promise<ReadText[]> {
  const networks = { find: await networkOf('ocrFind'), read: await networkOf('ocrRead') }
  return run((api, report) => api.readTexts(file, networks, report), options)
}

/** Ends the vision worker; called at sign-out, since it may hold a private picture. */
export function terminateVisionWorker(): void {
  pool.terminate()
}
