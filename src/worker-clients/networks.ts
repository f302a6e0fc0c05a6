import { type ModelId, modelUrl } from '#contracts/models.ts'
import type { Networks, Runtime } from '#workers/image/networks.ts'
import { hasGpu, RUNTIMES } from './runtimes.ts'

export { PACKS_CACHE } from '#workers/image/networks.ts'

/** Networks that gain nothing from a graphics card: integer sums, or small runs of changing size. */
const ON_PROCESSOR: readonly ModelId[] = ['isnet', 'ocrFind', 'ocrRead', 'seeing', 'plans']

/** Networks that previews, runs and the mask editor ask about the same picture. Tiles of large ones are asked for once. */
const SHARED: readonly ModelId[] = ['ocrFind', 'ocrRead', 'seeing', 'plans']

/**
 * Build of the runtime that a network runs on here: the graphics card's where there is an adapter. IS-Net's
 * integer convolutions have no shaders, so it stays on the processor.
 */
export async function backendOf(model: ModelId): Promise<Runtime['backend']> {
  return !ON_PROCESSOR.includes(model) && (await hasGpu()) ? 'webgpu' : 'wasm'
}

/** What it takes to run networks on this device. */
export async function networkFiles(ids: readonly ModelId[]): Promise<Networks> {
  const found = ids.map(async (id) => {
    const runtime = RUNTIMES[await backendOf(id)]
    const model = new URL(modelUrl(id), self.location.href).href
    return [id, { model, runtime, isShared: SHARED.includes(id) }] as const
  })
  return Object.fromEntries(await Promise.all(found))
}
