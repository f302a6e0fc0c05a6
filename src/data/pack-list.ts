import { MODELS, type ModelId, modelUrl } from '#contracts/models.ts'
import { OPS, type OpId } from '#ops/index.ts'
import { RUNTIME_FILES, type RuntimeFile } from '#src/worker-clients/runtimes.ts'
import { backendOf } from '#src/worker-clients/vision.ts'

/** What can be downloaded ahead so that a tool works on this device without a network. */
export const PACKS = {
  matting: { title: '智能抠图', summary: '去除背景，得到透明底图片', models: ['isnet'] },
  upscaleFast: { title: '高清放大', summary: '快速放大 2 倍或 4 倍', models: ['fastX2', 'fastX4'] },
  upscaleBest: { title: '真实放大', summary: '精细还原纹理，较慢', models: ['bestX4'] },
  planText: { title: '彩色平面图', summary: '识别图纸里的房间名与尺寸', models: ['ocrFind', 'ocrRead'] },
} as const satisfies Record<string, { title: string; summary: string; models: readonly ModelId[] }>
export type PackId = keyof typeof PACKS
export const PACK_IDS = Object.keys(PACKS) as PackId[]

/** Pack that an op needs on this device; null for one that needs none. */
export function packOf(op: OpId, params: Record<string, unknown>): PackId | null {
  const [network] = OPS[op].networks?.of(params) ?? []
  if (!network) return null
  return PACK_IDS.find((id) => (PACKS[id].models as readonly ModelId[]).includes(network)) ?? null
}

/** Files of a pack on this device, with the runtime that it shares with others; addresses are absolute. */
export async function filesOf(id: PackId): Promise<RuntimeFile[]> {
  const models: readonly ModelId[] = PACKS[id].models
  const backends = new Set(await Promise.all(models.map(backendOf)))
  const weights = models.map((model) => ({
    url: new URL(modelUrl(model), window.location.href).href,
    bytes: MODELS[model].bytes,
    sha256: MODELS[model].sha256,
  }))
  return [...[...backends].flatMap((backend) => RUNTIME_FILES[backend]), ...weights]
}

/** What stays of an address when its content's hash is taken out: the same for every version of a file. */
export function familyOf(url: string): string {
  return new URL(url).pathname.replace(/-(?:[0-9a-f]{16}|[\w-]{8})(\.\w+)$/, '$1')
}
