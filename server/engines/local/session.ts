import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { type Cut, cutModel } from '#kernels/upscale/cut-model.ts'

/** A network on this machine. */
export interface NetworkFile {
  /** File of the weights. */
  model: string
  threads: number
  /** Where it is cut in two, if it is. */
  cut?: Cut | undefined
}

// Kept between jobs: loading costs as much as a third of a run. One at a time, since each keeps the memory
// of its largest run.
let loaded: { key: string; sessions: Promise<InferenceSession[]> } | null = null

async function createSessions({ model, threads, cut }: NetworkFile): Promise<InferenceSession[]> {
  const settings: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Its plan doubles the memory on the second run (2.1 GB against 1.2 GB) and gains no time.
    enableMemPattern: false,
    graphOptimizationLevel: 'all',
  }
  if (!cut) return [await InferenceSession.create(model, settings)]
  const halves = cutModel(await readFile(model), cut)
  return Promise.all(halves.map((half) => InferenceSession.create(half, settings)))
}

async function loadSessions(file: NetworkFile): Promise<InferenceSession[]> {
  const key = [file.model, file.threads, file.cut?.tensor].join('|')
  if (loaded?.key === key) return loaded.sessions
  await loaded?.sessions.then(
    (sessions) => Promise.all(sessions.map((session) => session.release())),
    () => undefined, // They never came to be.
  )
  const sessions = createSessions(file)
  loaded = { key, sessions }
  return sessions
}

async function runSession(
  file: NetworkFile,
  session: InferenceSession,
  [values, dims]: [Float32Array, readonly number[]],
  outputs: readonly string[],
): Promise<Record<string, Float32Array>> {
  const input = new Tensor('float32', values, dims)
  const answers = await session.run({ [session.inputNames[0] as string]: input }, outputs)
  return Object.fromEntries(
    outputs.map((name) => {
      const data = answers[name]?.data
      if (!(data instanceof Float32Array)) throw new Error(`${file.model}: unexpected output`)
      return [name, data]
    }),
  )
}

/**
 * Runs a network of one input and one output, or a half of one that is cut.
 * @param dims shape of the input, float32
 * @param half 0 for all of it or its first half, 1 for its second half
 */
export async function runNetwork(
  file: NetworkFile,
  values: Float32Array,
  dims: readonly number[],
  half: 0 | 1 = 0,
): Promise<Float32Array> {
  const session = (await loadSessions(file))[half]
  if (!session) throw new RangeError(`${file.model}: it is not cut`)
  const [name] = session.outputNames as [string]
  const { [name]: output } = await runSession(file, session, [values, dims], [name])
  return output as Float32Array
}

/**
 * Runs a network of one input and several outputs.
 * @param dims shape of the input, float32 @param outputs names of those that are asked for
 */
export async function runOutputs(
  file: NetworkFile,
  values: Float32Array,
  dims: readonly number[],
  outputs: readonly string[],
): Promise<Record<string, Float32Array>> {
  const [session] = (await loadSessions(file)) as [InferenceSession]
  return runSession(file, session, [values, dims], outputs)
}
