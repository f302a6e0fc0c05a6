import { proxy } from 'comlink'
import type { ModelId } from '#contracts/models.ts'
import type { Box } from '#contracts/structure.ts'
import { OPS, type ParamsOf } from '#ops/index.ts'
import type {
  Encoded,
  Openers,
  ReadText,
  RunInput,
  RunMade,
  RunWork,
  StructureCheck,
} from '#workers/image/types.ts'
import { NETWORKS, run, URGENT } from './image-pool.ts'
import { networkFiles } from './networks.ts'
import type { JobOptions } from './pool.ts'

export type { Openers, ReadText, RunInput, RunMade, RunWork, StructureCheck } from '#workers/image/types.ts'

/** Networks that an operation will run on what it was given; only some of them tell that before. */
export async function networksOf(work: RunWork, { signal }: JobOptions = {}): Promise<readonly ModelId[]> {
  return OPS[work.op].networks ? run((api) => api.networksOf(work), { signal }, URGENT) : []
}

/**
 * Carries out an operation on this device; rejects with what it throws. Beside the networks that it needs it may run the
 * others of its facts where they are at hand.
 * @param ids networks that it needs
 */
export async function runOnDevice(
  work: RunWork,
  ids: readonly ModelId[],
  open: Openers,
  options: JobOptions = {},
): Promise<RunMade> {
  const networks = await networkFiles(OPS[work.op].networks?.all ?? ids)
  const turn = ids.length > 0 ? NETWORKS : {}
  return run((api, report) => api.run(work, proxy(open), networks, report), options, turn)
}

/** Compares the structure of a picture with that of what a render made of it. */
export async function checkStructure(
  source: Blob,
  result: Blob,
  params: ParamsOf<'render'>,
): Promise<StructureCheck> {
  const networks = await networkFiles(['seeing'])
  return run((api) => api.checkStructure(source, result, params, networks), {}, URGENT)
}

/** Puts places of a picture back into what a render made of it; boxes in parts of the sides. */
export function putBackPlaces(
  source: Blob,
  result: Blob,
  boxes: readonly Box[],
  params: ParamsOf<'render'>,
): Promise<Encoded> {
  return run((api) => api.putBackPlaces(source, result, boxes, params), {}, URGENT)
}

/** Cuts a picture's subject out on this device, for a composition; null for one that comes cut out. */
export async function cutSubjectOnDevice(
  inputs: readonly RunInput[],
  ids: readonly ModelId[],
  options: JobOptions = {},
): Promise<Blob | null> {
  const networks = await networkFiles(ids)
  const turn = ids.length > 0 ? NETWORKS : {}
  return run((api, report) => api.cutSubject(inputs, networks, report), options, turn)
}

/** Texts that a plan's picture keeps of its drawing; null without any. */
export function drawnTexts(file: Blob): Promise<ReadText[] | null> {
  return run((api, report) => api.planTexts(file, null, report), {}, URGENT)
}

/** Texts of a plan, read by networks where there is no drawing. */
export async function planTexts(
  file: Blob,
  ids: readonly ModelId[],
  options: JobOptions = {},
): Promise<ReadText[] | null> {
  const networks = await networkFiles(ids)
  return run((api, report) => api.planTexts(file, networks, report), options, NETWORKS)
}
