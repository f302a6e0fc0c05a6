import { AppError } from '#contracts/errors.ts'
import type { ModelId } from '#contracts/models.ts'
import { type RunOutputs, type Segmenter, segment } from '#kernels/segmentation/segment.ts'
import type { Cut } from '#kernels/upscale/cut-model.ts'
import type { RunHalf } from '#kernels/upscale/enlarge.ts'
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
  runtime: Runtime
}

/** Networks that a job may run. */
export type Networks = Readonly<Partial<Record<ModelId, Network>>>

/** A network of a job that has several outputs; see openNetwork. */
export function openOutputs(networks: Networks, id: ModelId): RunOutputs {
  const files = networks[id]
  if (!files) throw new AppError('DEVICE_FAILED')
  return async (values, dims, outputs) => {
    const { runOutputs } = await import('./session.ts')
    return runOutputs(files, values, dims, outputs)
  }
}

/** Segments pictures by the network `seeing`. */
export const segmenterOf =
  (networks: Networks): Segmenter =>
  (image) =>
    segment(image, openOutputs(networks, 'seeing'))

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

/** What a job has of the world around it: its networks, and what the page opens. */
export const meansOf = (networks: Networks, open?: Openers) => ({
  network: (id: ModelId, cut: Cut | undefined) => openNetwork(networks, id, cut),
  segment: segmenterOf(networks),
  open,
})
