import { signal } from '@preact/signals-react'
import { paramsOf } from '#ops/index.ts'
import { hasGround, hashFile } from '#src/worker-clients/image-files.ts'
import { cutPaintedOnDevice } from '#src/worker-clients/image-ops.ts'
import type { JobOptions } from '#src/worker-clients/pool.ts'
import { cutOutOnDevice } from '#src/worker-clients/vision.ts'
import { onPrivateDataCleared } from './private-data.ts'
import { useSignalValue } from './signal-hooks.ts'

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
  /** Waits for what the network needs, and gives the options of the work after it. */
  ready: (options: JobOptions) => Promise<JobOptions>
  /** The work goes on when its asker is gone, and others wait for it too. */
  shared: boolean
}

async function cut(file: File, mask: File | undefined, how: CutOptions): Promise<Blob> {
  if (mask) return cutPaintedOnDevice(file, mask, how.options)
  if (!(await hasGround(file))) return file
  const rest = await how.ready(how.options)
  return (await cutOutOnDevice(file, null, paramsOf('matting').parse({}), rest)).blob
}

/**
 * A picture's subject, transparent around it: by the mask that was painted on it, by its own transparency, or by the
 * network.
 * @throws AppError NO_SUBJECT, and what `ready` throws
 */
export async function cutOutFor(file: File, mask: File | undefined, how: CutOptions): Promise<Blob> {
  const key = `${await hashFile(file)} ${mask ? await hashFile(mask) : ''}`
  const known = kept.get(key)
  const made = known ?? cut(file, mask, how)
  if (!known && how.shared) keep(key, made)
  const blob = await made
  if (!kept.has(key)) keep(key, Promise.resolve(blob))
  if (!mask) remember(file)
  return blob
}
