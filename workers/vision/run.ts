import { AppError } from '#contracts/errors.ts'
import type { ModelId } from '#contracts/models.ts'
import { NETWORK_RUNS } from '#ops/network-runs.ts'
import { runWith } from '#workers/image/run-with.ts'
import type { RunMade, RunWork } from '#workers/image/types.ts'
import type { Network, OnProgress } from './contract.ts'
import { runNetwork } from './session.ts'

/** See VisionWorker.run. */
export function run(
  work: RunWork,
  networks: Readonly<Partial<Record<ModelId, Network>>>,
  onProgress: OnProgress,
): Promise<RunMade> {
  const network = (id: ModelId, cut: Parameters<typeof runNetwork>[0]['cut']) => {
    const files = networks[id]
    if (!files) throw new AppError('DEVICE_FAILED')
    return (half: 0 | 1, values: Float32Array<ArrayBuffer>, dims: readonly number[]) =>
      runNetwork({ ...files, cut }, values, dims, { half })
  }
  return runWith(NETWORK_RUNS, work, { network }, onProgress)
}
