import { MODELS, type ModelId, modelUrl } from '#contracts/models.ts'
import { PACKS as OP_PACKS, OPS, type OpId, type PackId as OpPackId } from '#ops/index.ts'
import type { PackFacts } from '#ops/op-facts.ts'
import { backendOf } from '#src/worker-clients/networks.ts'
import { HEIF_FILE, PDF_FILES, RUNTIME_FILES, type RuntimeFile } from '#src/worker-clients/runtimes.ts'

/** What can be downloaded ahead: the packs of operations, and what opens files of some formats. */
export type PackId = OpPackId | 'heic' | 'pdf'
export const PACKS: Readonly<Record<PackId, PackFacts>> = {
  ...OP_PACKS,
  heic: { title: 'HEIC 照片', summary: '打开 iPhone 等手机的照片（libheif，LGPL-3.0）', models: [] },
  pdf: { title: 'PDF 图纸', summary: '打开 PDF 里的平面图（pdf.js，Apache-2.0）', models: [] },
}
export const PACK_IDS = Object.keys(PACKS) as PackId[]

/** Pack that holds these networks; null where there are none. */
export function packWith([network]: readonly ModelId[]): PackId | null {
  if (!network) return null
  return PACK_IDS.find((id) => PACKS[id].models.includes(network)) ?? null
}

/** Pack that an op needs on this device, as far as its parameters tell; null for one that needs none. */
export function packOf(op: OpId, params: Record<string, unknown>): PackId | null {
  return packWith(OPS[op].networks?.of(params) ?? [])
}

/** Files of a pack on this device, with the runtime that it shares with others; addresses are absolute. */
export async function filesOf(id: PackId): Promise<RuntimeFile[]> {
  if (id === 'heic') return [HEIF_FILE]
  if (id === 'pdf') return [...PDF_FILES]
  const { models } = PACKS[id]
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
