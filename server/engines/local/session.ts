import { InferenceSession, Tensor } from 'onnxruntime-node'
import { type Answers, OpenNetworks, type RunNetwork } from '#kernels/networks.ts'

/** Networks on this machine that work together. */
export interface NetworkFiles {
  /** Files of the weights. */
  models: readonly string[]
  threads: number
}

const networks = new OpenNetworks(async ({ model, threads }: { model: string; threads: number }) => ({
  session: await InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Its plan doubles the memory on the second run (2.1 GB against 1.2 GB) and gains no time.
    enableMemPattern: false,
    graphOptimizationLevel: 'all',
  }),
  tensor: (values, dims) => new Tensor('float32', values, dims),
}))

/** Runs networks in files, see RunNetwork. */
export function runNetwork(
  { models, threads }: NetworkFiles,
  ...run: Parameters<RunNetwork>
): Promise<Answers> {
  const files = models.map((model) => ({ model, threads }))
  return networks.run(files, ...run)
}
