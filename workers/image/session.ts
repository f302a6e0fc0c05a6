import type { InferenceSession } from 'onnxruntime-web'
import { AppError } from '#contracts/errors.ts'
import { type Cut, cutModel } from '#kernels/upscale/cut-model.ts'
import { type Network, PACKS_CACHE, type Runtime } from './networks.ts'

const MOST_THREADS = 4

type Ort = typeof import('onnxruntime-web')

/** A file from the packs' cache; undefined where it is not kept. */
async function findKept(url: string): Promise<ArrayBuffer | undefined> {
  // Without a secure context there are no caches.
  if (typeof caches === 'undefined') return undefined
  const found = await caches.match(url, { cacheName: PACKS_CACHE, ignoreVary: true })
  return found?.arrayBuffer()
}

async function readModel(url: string): Promise<Uint8Array> {
  const kept = await findKept(url)
  if (kept) return new Uint8Array(kept)
  const response = await fetch(url).catch((cause: unknown) => {
    throw new AppError('NETWORK', '离线包还没有下载到本机', { cause })
  })
  if (!response.ok) throw new AppError('DEVICE_FAILED', '服务器上没有这个模型')
  return new Uint8Array(await response.arrayBuffer())
}

const started = new Map<Runtime['backend'], Promise<Ort>>()

async function start({ backend, mjs, wasm }: Runtime): Promise<Ort> {
  const ort: Ort =
    backend === 'webgpu' ? await import('onnxruntime-web/webgpu') : await import('onnxruntime-web/wasm')
  const { wasm: settings } = ort.env
  // Threads share memory, which only an isolated page may.
  settings.numThreads = self.crossOriginIsolated
    ? Math.min(navigator.hardwareConcurrency || 1, MOST_THREADS)
    : 1
  settings.wasmPaths = { mjs, wasm }
  const kept = await findKept(wasm)
  if (kept) settings.wasmBinary = kept
  return ort
}

function load(runtime: Runtime): Promise<Ort> {
  const known = started.get(runtime.backend)
  if (known) return known
  const loading = start(runtime)
  started.set(runtime.backend, loading)
  loading.catch(() => started.delete(runtime.backend))
  return loading
}

/** The network, or its two halves. */
async function createSessions(
  ort: Ort,
  { model, runtime: { backend }, cut }: CutNetwork,
): Promise<InferenceSession[]> {
  const bytes = await readModel(model)
  const parts = cut ? cutModel(bytes, cut) : [bytes]
  const create = (provider: Runtime['backend']) =>
    Promise.all(
      parts.map((part) =>
        ort.InferenceSession.create(part, {
          executionProviders: [provider],
          graphOptimizationLevel: 'all',
          executionMode: 'sequential',
        }),
      ),
    )
  if (backend === 'wasm') return create('wasm')
  // A driver may lack what the network needs; the same build computes on the processor as well.
  return create('webgpu').catch(() => create('wasm'))
}

/** The network that is ready; one at a time, since WebAssembly's memory never shrinks. */
let ready: { key: string; ort: Ort; sessions: InferenceSession[] } | undefined

async function prepare(network: CutNetwork): Promise<{ ort: Ort; sessions: InferenceSession[] }> {
  const key = `${network.runtime.backend} ${network.model}`
  if (ready?.key === key) return ready
  const last = ready
  ready = undefined
  for (const session of last?.sessions ?? []) await session.release()
  const ort = await load(network.runtime)
  ready = { key, ort, sessions: await createSessions(ort, network) }
  return ready
}

/** A network with where it is cut in two, if it is; always the same for one network. */
export interface CutNetwork extends Network {
  cut?: Cut | undefined
}

async function runSession(
  session: InferenceSession,
  input: InferenceSession.OnnxValueMapType[string],
  outputs: readonly string[],
): Promise<Record<string, Float32Array>> {
  const answers = await session.run({ [session.inputNames[0] as string]: input }, outputs)
  const read = outputs.map(async (name) => {
    const data = await answers[name]?.getData(true)
    if (!(data instanceof Float32Array)) throw new AppError('DEVICE_FAILED')
    return [name, data] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/**
 * Runs a network of one input and one output, or a half of one that is cut.
 * @param dims shape of the input, float32
 * @param half 0 for all of it or its first half, 1 for its second half
 */
export async function runNetwork(
  network: CutNetwork,
  values: Float32Array<ArrayBuffer>,
  dims: readonly number[],
  half: 0 | 1,
): Promise<Float32Array> {
  const { ort, sessions } = await prepare(network)
  const session = sessions[half]
  if (!session) throw new AppError('DEVICE_FAILED')
  const [name] = session.outputNames as [string]
  const { [name]: output } = await runSession(session, new ort.Tensor('float32', values, dims), [name])
  return output as Float32Array
}

/**
 * Runs a network of one input and several outputs.
 * @param dims shape of the input, float32 @param outputs names of those that are asked for
 */
export async function runOutputs(
  network: Network,
  values: Float32Array,
  dims: readonly number[],
  outputs: readonly string[],
): Promise<Record<string, Float32Array>> {
  const { ort, sessions } = await prepare(network)
  const [session] = sessions as [InferenceSession]
  return runSession(session, new ort.Tensor('float32', values, dims), outputs)
}
