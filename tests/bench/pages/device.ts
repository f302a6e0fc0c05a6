import { type Remote, wrap } from 'comlink'
import { type ModelId, modelUrl } from '#contracts/models.ts'
import { OPS } from '#contracts/ops.ts'
import { RUNTIMES } from '#src/worker-clients/runtimes.ts'
import { cutOutOnDevice, upscaleOnDevice } from '#src/worker-clients/vision.ts'
import type { BareNetwork } from './bare-network.ts'

/** What the bench asks of the page; times in ms. */
export interface DeviceBench {
  /** Prepares the bare network of an op. */
  prepare(op: 'matting' | 'upscale', photo: string): Promise<void>
  bare(): Promise<number>
  /** The product's way: from the photo's bytes to the encoded result, through the real worker. */
  product(op: 'matting' | 'upscale', photo: string): Promise<number>
}

const MODEL_OF: Record<'matting' | 'upscale', { id: ModelId; low: number; high: number }> = {
  matting: { id: 'isnet', low: -0.5, high: 0.5 },
  upscale: { id: 'fastX2', low: 0, high: 1 },
}
const ISNET_SIDE = 1024
let reference: { worker: Worker; api: Remote<BareNetwork> } | undefined

async function read(photo: string): Promise<Blob> {
  return (await fetch(photo)).blob()
}

const bench: DeviceBench = {
  async prepare(op, photo) {
    reference?.worker.terminate()
    const worker = new Worker(new URL('./bare-network.ts', import.meta.url), { type: 'module' })
    reference = { worker, api: wrap<BareNetwork>(worker) }
    const { id, low, high } = MODEL_OF[op]
    const { width, height } = await createImageBitmap(await read(photo))
    const dims = op === 'matting' ? [1, 3, ISNET_SIDE, ISNET_SIDE] : [1, 3, height, width]
    const { mjs, wasm } = RUNTIMES.wasm
    await reference.api.prepare(new URL(modelUrl(id), location.href).href, { mjs, wasm }, dims, low, high)
  },
  async bare() {
    if (!reference) throw new Error('not prepared')
    return reference.api.run()
  },
  async product(op, photo) {
    const file = await read(photo)
    const start = performance.now()
    if (op === 'matting') await cutOutOnDevice(file, null, OPS.matting.params.parse({}))
    else await upscaleOnDevice(file, OPS.upscale.params.parse({ factor: 2, quality: 'fast' }))
    return performance.now() - start
  },
}

Object.assign(window, { bench })
