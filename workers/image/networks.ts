import { AppError } from '#contracts/errors.ts'
import type { ModelId } from '#contracts/models.ts'
import type { RunNetwork } from '#kernels/networks.ts'
import type { Means } from './platform.ts'
import type { Openers } from './types.ts'

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
  /** Whether several workers ask it about the same picture, so that its answers are kept; see AnswerStore. */
  isShared: boolean
  runtime: Runtime
}

/** Networks that a job may run. */
export type Networks = Readonly<Partial<Record<ModelId, Network>>>

/**
 * Networks of a job, ready to be run; the runtime is loaded with the first run, so that other jobs do without it.
 * @throws AppError DEVICE_FAILED for a network that the job did not ask for before
 */
export function openNetworks(networks: Networks, ids: readonly ModelId[]): RunNetwork {
  const files = ids.map((id) => {
    const file = networks[id]
    if (!file) throw new AppError('DEVICE_FAILED')
    return file
  })
  return async (...run) => (await import('./session.ts')).runNetwork(files, ...run)
}

/** What a job has of the world around it: its networks, and what the page opens. */
export const meansOf = (networks: Networks, open?: Openers): Means => ({
  network: (...ids) => openNetworks(networks, ids),
  open,
})
