import { AppError } from '#contracts/errors.ts'
import type { ModelId } from '#contracts/models.ts'
import type { Cut } from '#kernels/upscale/cut-model.ts'
import type { RunHalf } from '#kernels/upscale/enlarge.ts'

/** Cache that holds networks and runtimes kept for work without a network. */
export const PACKS_CACHE = 'packs'

/** The files of onnxruntime-web; addresses on this origin. */
export interface Runtime {
  backend: 'wasm' | 'webgpu'
  mjs: string
  wasm: string
}

/** What it takes to run a network. Both are taken from the packs' cache when they are there. */
export interface Network {
  /** Address of the weights. */
  model: string
  runtime: Runtime
}

/** Networks that a job may run. */
export type Networks = Readonly<Partial<Record<ModelId, Network>>>

/**
 * A network of a job, ready to be run; the runtime is loaded with its first run, so that other jobs do without it.
 * @param cut where it is cut in two, if it is
 * @throws AppError DEVICE_FAILED for a network that the job did not ask for before
 */
export function openNetwork(networks: Networks, id: ModelId, cut: Cut | undefined): RunHalf {
  const files = networks[id]
  if (!files) throw new AppError('DEVICE_FAILED')
  return async (half, values, dims) => {
    const { runNetwork } = await import('./session.ts')
    return runNetwork({ ...files, cut }, values, dims, half)
  }
}
