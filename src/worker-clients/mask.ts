import { type Remote, transfer } from 'comlink'
import type { MaskName } from '#contracts/mask.ts'
import type { NamedShare } from '#kernels/mask/by-name.ts'
import type { Pointing } from '#kernels/segment/point-at.ts'
import type { MaskBytes, MaskWorker, Subject } from '#workers/mask/contract.ts'
import { adoptSharing } from './answers.ts'
import { reviveError } from './comlink-worker.ts'
import { networkFiles } from './networks.ts'
import { WorkerPool } from './pool.ts'

export type { NamedShare } from '#kernels/mask/by-name.ts'
export type { Pointing } from '#kernels/segment/point-at.ts'
export type { MaskBytes, Subject } from '#workers/mask/contract.ts'

/** The picture stays decoded while somebody works on its mask. */
const IDLE_MS = 60_000

// A worker of its own: a click must not wait behind a batch, and the picture is decoded once.
const pool = new WorkerPool<Remote<MaskWorker>>(
  () =>
    adoptSharing<MaskWorker>(
      new Worker(new URL('../../workers/mask/worker.ts', import.meta.url), { type: 'module', name: 'mask' }),
    ),
  { size: 1, idleMs: IDLE_MS },
)

async function run<T>(work: (api: Remote<MaskWorker>) => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await pool.run(work, { ...(signal && { signal }) })
  } catch (thrown) {
    throw reviveError(thrown)
  }
}

/** A copy to send, so that the editor keeps its own. */
function copyOf(mask: Uint8Array): MaskBytes {
  const copy = new Uint8Array(mask)
  return transfer(copy, [copy.buffer])
}

/** Reads a picture as a mask of the given size; see MaskWorker.read. */
export function readMask(
  file: Blob,
  width: number,
  height: number,
  signal?: AbortSignal,
): Promise<MaskBytes> {
  return run((api) => api.read(file, width, height), signal)
}

/** A mask as a PNG: white is masked. */
export function writeMask(mask: Uint8Array, width: number, height: number): Promise<Blob> {
  return run((api) => api.write(copyOf(mask), width, height))
}

/** The mask that a cut-out was made with, as a PNG of its source's size; null where the file has lost it. */
export function keptMask(result: Blob): Promise<Blob | null> {
  return run((api) => api.kept(result))
}

/** Moves or softens the edge of a mask. */
export function reshapeMask(
  mask: Uint8Array,
  width: number,
  height: number,
  change: { kind: 'grow' | 'shrink' | 'feather'; radius: number },
  signal?: AbortSignal,
): Promise<MaskBytes> {
  return run((api) => api.reshape(copyOf(mask), width, height, change), signal)
}

/** Selects what has the colour of a place. */
export function selectColour(
  subject: Subject,
  at: { x: number; y: number },
  settings: { tolerance: number; contiguous: boolean },
  signal?: AbortSignal,
): Promise<MaskBytes> {
  return run((api) => api.wand(subject, at, settings), signal)
}

/** Selects the thing that is pointed at. */
export function selectThing(subject: Subject, pointing: Pointing, signal?: AbortSignal): Promise<MaskBytes> {
  return run((api) => api.select(subject, pointing), signal)
}

/** Ends the mask worker; called at sign-out, since it holds a private picture. */
export function terminateMaskWorker(): void {
  pool.terminate()
}

/** Names that can be selected in a picture; see MaskWorker.names. */
export async function namesToSelect(subject: Subject, signal?: AbortSignal): Promise<NamedShare[]> {
  const networks = await networkFiles(['seeing'])
  return run((api) => api.names(subject, networks), signal)
}

/** Selects all of a name. */
export async function selectNamed(
  subject: Subject,
  name: MaskName,
  signal?: AbortSignal,
): Promise<MaskBytes> {
  const networks = await networkFiles(['seeing'])
  return run((api) => api.named(subject, name, networks), signal)
}

/** Selects the region at a place. */
export async function selectRegion(
  subject: Subject,
  at: { x: number; y: number },
  signal?: AbortSignal,
): Promise<MaskBytes> {
  const networks = await networkFiles(['seeing'])
  return run((api) => api.region(subject, at, networks), signal)
}
