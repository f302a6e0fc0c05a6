import { AppError } from '#contracts/errors.ts'
import { type Answers, OpenNetworks, type RunNetwork } from '#kernels/networks.ts'
import { answerTo } from './answers.ts'
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

const networks = new OpenNetworks(async ({ model, runtime }: Network) => {
  const ort = await load(runtime)
  const bytes = await readModel(model)
  const create = (provider: Runtime['backend']) =>
    ort.InferenceSession.create(bytes, {
      executionProviders: [provider],
      graphOptimizationLevel: 'all',
      executionMode: 'sequential',
    })
  // A driver may lack what the network needs; the same build computes on the processor as well.
  const session = await (runtime.backend === 'wasm'
    ? create('wasm')
    : create('webgpu').catch(() => create('wasm')))
  return { session, tensor: (values, dims) => new ort.Tensor('float32', values, dims) }
})

/** Runs networks that work together, see RunNetwork. */
export function runNetwork(
  files: readonly Network[],
  ...[values, dims, wanted = {}]: Parameters<RunNetwork>
): Promise<Answers> {
  const run = () => networks.run(files, values, dims, wanted)
  const asked = files[wanted.part ?? 0]
  return asked?.isShared ? answerTo(asked.model, { values, dims, wanted }, run) : run()
}
