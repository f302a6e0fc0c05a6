import { signal } from '@preact/signals-react'
import type { ModelId } from '#contracts/models.ts'
import { onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { hashFile } from '#src/worker-clients/image-files.ts'
import { cutSubjectOnDevice, networksOf, type RunInput } from '#src/worker-clients/image-ops.ts'
import type { JobOptions } from '#src/worker-clients/pool.ts'

/** Cut-outs that are kept in memory: cutting out takes seconds, and a preview's serves its start as well. */
const MOST = 6

const kept = new Map<string, Promise<Blob>>()
onPrivateDataCleared(() => kept.clear())

/** Pictures whose subject needs no mask and no network any more; the number says that it has changed. */
const ready = new WeakSet<File>()
const readyCount = signal(0)

/** Tells which pictures are cut out on this device already, or came so. */
export function useCutOuts(): (file: File) => boolean {
  useSignalValue(readyCount)
  return (file) => ready.has(file)
}

function keep(key: string, made: Promise<Blob>): void {
  kept.set(key, made)
  for (const old of kept.keys()) {
    if (kept.size <= MOST) break
    kept.delete(old)
  }
  made.catch(() => {
    if (kept.get(key) === made) kept.delete(key)
  })
}

function remember(file: File): void {
  if (ready.has(file)) return
  ready.add(file)
  readyCount.value++
}

interface CutOptions {
  options: JobOptions
  /** Waits for what the networks need, and gives the options of the work after it. */
  ready: (options: JobOptions, ids: readonly ModelId[]) => Promise<JobOptions>
  /** The work goes on when its asker is gone, and others wait for it too. */
  shared: boolean
}

async function cut(file: File, mask: Blob | undefined, { options, ready }: CutOptions): Promise<Blob> {
  const inputs: RunInput[] = [{ role: 'image', file }]
  if (mask) inputs.push({ role: 'mask', file: mask })
  const ids = await networksOf({ op: 'composite', params: {}, inputs }, options)
  const rest = ids.length > 0 ? await ready(options, ids) : options
  return (await cutSubjectOnDevice(inputs, ids, rest)) ?? file
}

/**
 * A picture's subject, transparent around it: by the mask that was painted on it, by its own transparency, or by the
 * network.
 * @throws AppError NO_SUBJECT, and what `ready` throws
 */
export async function cutOutFor(file: File, mask: Blob | undefined, how: CutOptions): Promise<Blob> {
  const key = `${await hashFile(file)} ${mask ? await hashFile(mask) : ''}`
  const known = kept.get(key)
  const made = known ?? cut(file, mask, how)
  if (!known && how.shared) keep(key, made)
  const blob = await made
  if (!kept.has(key)) keep(key, Promise.resolve(blob))
  if (!mask) remember(file)
  return blob
}
