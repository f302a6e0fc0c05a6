/** A worker that runs a network and nothing else: the reference of the bench `device`. */
import { expose } from 'comlink'
import * as ort from 'onnxruntime-web/wasm'

const MOST_THREADS = 4
let session: ort.InferenceSession | undefined
let input: ort.Tensor | undefined

const api = {
  /** Loads a network and keeps its input. */
  async prepare(model: string, paths: { mjs: string; wasm: string }, dims: number[], values: Float32Array) {
    ort.env.wasm.numThreads = Math.min(navigator.hardwareConcurrency || 1, MOST_THREADS)
    ort.env.wasm.wasmPaths = paths
    const bytes = new Uint8Array(await (await fetch(model)).arrayBuffer())
    session = await ort.InferenceSession.create(bytes, {
      executionProviders: ['wasm'],
      graphOptimizationLevel: 'all',
      executionMode: 'sequential',
    })
    input = new ort.Tensor('float32', values, dims)
  },
  /** Milliseconds of one run. */
  async run(): Promise<number> {
    if (!session || !input) throw new Error('not prepared')
    const start = performance.now()
    const answers = await session.run({ [session.inputNames[0] as string]: input })
    await answers[session.outputNames[0] as string]?.getData(true)
    return performance.now() - start
  },
}

export type BareNetwork = typeof api
expose(api)
