import { parentPort } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { OpenNetworks, type RunNetwork } from '#kernels/networks.ts'

/** A network on this machine. */
export interface NetworkFile {
  /** File of the weights. */
  model: string
  threads: number
}

/** A run of a network that the engine asks its thread for. */
export interface AskedRun {
  id: number
  files: readonly NetworkFile[]
  run: Parameters<RunNetwork>
}

/** The thread's reply to a run with the same id: what the network answered, or why it failed. */
export type RunReply = { id: number; answers: Awaited<ReturnType<RunNetwork>> } | { id: number; error: Error }

const networks = new OpenNetworks<NetworkFile>(async ({ model, threads }) => {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Its plan doubles the memory on the second run (2.1 GB against 1.2 GB) and gains no time.
    enableMemPattern: false,
    graphOptimizationLevel: 'all',
    // A thread that spins until another one is ready takes the processor from kernels that run beside.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
  const session = await InferenceSession.create(model, options)
  return { session, tensor: (values, dims) => new Tensor('float32', values, dims) }
})

parentPort?.on('message', async ({ id, files, run }: AskedRun) => {
  const reply = await networks.run(files, ...run).then(
    (answers): RunReply => ({ id, answers }),
    (error: unknown): RunReply => ({ id, error: error instanceof Error ? error : new Error(String(error)) }),
  )
  const moved = 'answers' in reply ? reply.answers.map(({ buffer }) => buffer as ArrayBuffer) : []
  parentPort?.postMessage(reply, moved)
})
