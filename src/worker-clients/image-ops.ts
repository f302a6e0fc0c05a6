import { proxy } from 'comlink'
import { OPS, type ParamsOf } from '#ops/index.ts'
import type {
  MaterialFile,
  Noted,
  OpenLibrary,
  RunMade,
  RunWork,
  StructureCheck,
} from '#workers/image/types.ts'
import type { ReadText } from '#workers/vision/contract.ts'
import { run, URGENT } from './image-pool.ts'
import type { JobOptions } from './pool.ts'
import { runWithNetworks } from './vision.ts'

export type { RunInput, StructureCheck } from '#workers/image/types.ts'

/** What an operation may ask the page for. */
interface Openers {
  /** Gives a material of the library; rejects with INPUT_MISSING. */
  material: (id: string) => Promise<MaterialFile>
  /** Gives materials of the library for a render. */
  library: OpenLibrary
}

/** Carries out an operation on this device; rejects with what the operation throws. */
export function runOnDevice(work: RunWork, open: Openers, options: JobOptions = {}): Promise<RunMade> {
  const networks = OPS[work.op].networks?.of(work.params) ?? []
  if (networks.length > 0) return runWithNetworks(work, networks, options)
  return run((api, report) => api.run(work, proxy(open.material), proxy(open.library), report), options)
}

/** Finds the lines of a picture again in what was made of it; `repair` where it was repaired before. */
export function checkStructure(source: Blob, result: Blob, repair: boolean): Promise<StructureCheck> {
  return run((api) => api.checkStructure(source, result, repair), {}, URGENT)
}

/** Cuts out what is white in the mask; PNG of the same size. */
export async function cutPaintedOnDevice(file: Blob, mask: Blob, options: JobOptions = {}): Promise<Blob> {
  return (await run((api) => api.cutPainted(file, mask), options)).blob
}

/** Sets a cut-out subject on another ground on this device; JPEG, WebP or PNG like the source. */
export function compositeOnDevice(
  file: Blob,
  cut: Blob,
  scene: { file: Blob; own: boolean } | null,
  params: ParamsOf<'composite'>,
  options: JobOptions = {},
): Promise<Noted> {
  return run((api, report) => api.composite(file, cut, scene, params, report), options)
}

/** Colours a line plan on this device; PNG. Rejects with NO_ROOMS. @param texts what was read on its paper */
export function colourPlanOnDevice(
  file: Blob,
  texts: readonly ReadText[],
  params: ParamsOf<'flatplan'>,
  open: OpenLibrary,
  options: JobOptions = {},
): Promise<Noted> {
  return run((api, report) => api.colourPlan(file, texts, params, proxy(open), report), options)
}
