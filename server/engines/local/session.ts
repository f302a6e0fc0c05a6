import { InferenceSession, Tensor } from 'onnxruntime-node'

// Kept between jobs: loading costs as much as a third of a run. One at a time, since each keeps the memory
// of its largest run.
let loaded: { model: string; threads: number; session: Promise<InferenceSession> } | null = null

async function loadSession(model: string, threads: number): Promise<InferenceSession> {
  if (loaded?.model === model && loaded.threads === threads) return loaded.session
  await loaded?.session.then(
    (session) => session.release(),
    () => undefined, // It never came to be.
  )
  const session = InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Its plan doubles the memory on the second run (2.1 GB against 1.2 GB) and gains no time.
    enableMemPattern: false,
    graphOptimizationLevel: 'all',
  })
  loaded = { model, threads, session }
  return session
}

/**
 * Runs a network of one input and one output.
 * @param model file of the weights
 * @param dims shape of the input, float32
 */
export async function runNetwork(
  { model, threads }: { model: string; threads: number },
  values: Float32Array,
  dims: readonly number[],
): Promise<Float32Array> {
  const session = await loadSession(model, threads)
  const input = new Tensor('float32', values, dims)
  const answers = await session.run({ [session.inputNames[0] as string]: input })
  const output = answers[session.outputNames[0] as string]
  if (!output || !(output.data instanceof Float32Array)) throw new Error(`${model}: unexpected output`)
  return output.data
}
