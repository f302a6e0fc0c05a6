import { type Remote, wrap } from 'comlink'
import { type ModelId, modelUrl } from '#contracts/models.ts'
import { type Openers, runOnDevice } from '#src/worker-clients/image-ops.ts'
import { RUNTIMES } from '#src/worker-clients/runtimes.ts'
import type { BareNetwork } from './bare-network.ts'

/** What the bench asks of the page; times in ms. */
export interface DeviceBench {
  /** Prepares the bare network of an op. */
  prepare(op: 'matting' | 'upscale', photo: string): Promise<void>
  bare(): Promise<number>
  /** The product's way: from the photo's bytes to the encoded result, through the real worker. */
  product(op: 'matting' | 'upscale', photo: string): Promise<number>
}

const MODEL_OF: Record<'matting' | 'upscale', { id: ModelId; mean: number }> = {
  matting: { id: 'isnet', mean: 0.5 },
  upscale: { id: 'fastX2', mean: 0 },
}
const ISNET_SIDE = 1024
const refuse = () => Promise.reject(new Error('nothing of the library is laid here'))
const NOTHING: Openers = { material: refuse, library: refuse, scene: refuse }
let reference: { worker: Worker; api: Remote<BareNetwork> } | undefined

/** The picture as a network takes it: planes of red, green and blue, 0..1 less the mean. */
function planesOf(picture: ImageBitmap, width: number, height: number, mean: number): Float32Array {
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(picture, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const pixels = width * height
  const planes = new Float32Array(3 * pixels)
  for (let i = 0; i < pixels; i++) {
    for (let c = 0; c < 3; c++) planes[c * pixels + i] = (data[4 * i + c] ?? 0) / 255 - mean
  }
  return planes
}

async function read(photo: string): Promise<Blob> {
  return (await fetch(photo)).blob()
}

const bench: DeviceBench = {
  async prepare(op, photo) {
    reference?.worker.terminate()
    const worker = new Worker(new URL('./bare-network.ts', import.meta.url), { type: 'module' })
    reference = { worker, api: wrap<BareNetwork>(worker) }
    const { id, mean } = MODEL_OF[op]
    const picture = await createImageBitmap(await read(photo))
    const [width, height] = op === 'matting' ? [ISNET_SIDE, ISNET_SIDE] : [picture.width, picture.height]
    const values = planesOf(picture, width, height, mean)
    const { mjs, wasm } = RUNTIMES.wasm
    await reference.api.prepare(
      new URL(modelUrl(id), location.href).href,
      { mjs, wasm },
      [1, 3, height, width],
      values,
    )
  },
  async bare() {
    if (!reference) throw new Error('not prepared')
    return reference.api.run()
  },
  async product(op, photo) {
    const file = await read(photo)
    const start = performance.now()
    await runOnDevice({ op, params: {}, inputs: [{ role: 'image', file }] }, [MODEL_OF[op].id], NOTHING)
    return performance.now() - start
  },
}

Object.assign(window, { bench })
