import { signal } from '@preact/signals-react'
import { type AssetId, assetUrl } from '#contracts/asset.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import { PIN_HEADER, PINNED_PREFIX } from '#contracts/pins.ts'
import { network, reportFailure } from '#src/data/api/network.ts'
import { currentOwner } from '#src/data/api/session.ts'
import { changeProject, openProjects, type Project } from '#src/data/projects/projects.ts'
import { withLock } from '#src/data/store/locks.ts'
import { useComputedValue } from '#src/data/store/signal-hooks.ts'
import { GUEST, type LocalTask } from './task-model.ts'
import { ensureRecords } from './task-store.ts'

/** Originals fetched side by side. */
const LANES = 3
const pinnedCacheName = (userId: string) => `${PINNED_PREFIX}${userId}`

/** How far a project's pictures have been fetched. */
export interface PinProgress {
  done: number
  total: number
  bytes: number
}

const running = signal<ReadonlyMap<string, PinProgress>>(new Map())
const stops = new Map<string, AbortController>()

function report(projectId: string, progress: PinProgress | null): void {
  const next = new Map(running.peek())
  if (progress) next.set(projectId, progress)
  else next.delete(projectId)
  running.value = next
}

/** Progress of a project that is being fetched; null when it is not. */
export function usePinProgress(projectId: string): PinProgress | null {
  return useComputedValue(projectId, () => running.value.get(projectId) ?? null)
}

/** Originals of tasks whose bytes lie on the server, with their sizes; each once. */
export function serverAssets(tasks: readonly LocalTask[]): Map<AssetId, number> {
  const found = new Map<AssetId, number>()
  for (const task of tasks) {
    if (task.origin !== 'server' || task.phase) continue
    const outputs = task.outputs.filter((_, i) => !task.outputMeta[i]?.key)
    for (const asset of [...task.inputs, ...outputs]) found.set(asset.id, asset.bytes)
  }
  return found
}

/** @returns bytes now kept; null when the server no longer has it */
async function keepAsset(cache: Cache, id: AssetId, signal: AbortSignal): Promise<number | null> {
  const url = assetUrl(id)
  const held = await cache.match(url)
  if (held) return Number(held.headers.get('content-length')) || (await held.blob()).size
  let response: Response
  try {
    response = await fetch(url, { signal, headers: { [PIN_HEADER]: '1' } })
  } catch (thrown) {
    if (!signal.aborted) reportFailure()
    throw signal.aborted ? new AppError('CANCELLED') : new AppError('NETWORK', undefined, { cause: thrown })
  }
  if (response.status === 404) return null
  if (response.status === 401) throw new AppError('NOT_SIGNED_IN')
  if (!response.ok) throw new AppError(response.status >= 502 ? 'NETWORK' : 'INTERNAL')
  const blob = await response.blob()
  try {
    await cache.put(url, new Response(blob, { headers: response.headers }))
  } catch (thrown) {
    throw new AppError('STORAGE_FULL', undefined, { cause: thrown })
  }
  return blob.size
}

async function fetchAll(project: Project, signal: AbortSignal): Promise<void> {
  const { projectId } = project
  const cache = await caches.open(pinnedCacheName(currentOwner()))
  const wanted = [...serverAssets(await ensureRecords(project.taskIds)).keys()]
  const kept = new Map<AssetId, number>()
  let gone = 0
  let bytes = 0
  const queue = [...wanted]
  const tell = () => report(projectId, { done: kept.size + gone, total: wanted.length, bytes })
  const save = () =>
    changeProject(projectId, (now) => ({
      ...now,
      pinned: {
        assets: [...kept].map(([id, size]) => ({ id, bytes: size })),
        missing: wanted.length - kept.size - gone,
      },
    }))
  tell()
  const lane = async () => {
    for (let id = queue.shift(); id && !signal.aborted; id = queue.shift()) {
      const size = await keepAsset(cache, id, signal)
      if (size === null) gone++
      else {
        kept.set(id, size)
        bytes += size
      }
      tell()
    }
  }
  try {
    await Promise.all(Array.from({ length: LANES }, lane))
    if (signal.aborted) throw new AppError('CANCELLED')
  } finally {
    await save()
  }
}

/**
 * Fetches a project's originals (inputs and results) and keeps them until it is unpinned. What was fetched
 * stays when it is cut short, and the next call goes on.
 * @throws AppError NETWORK, NOT_SIGNED_IN, STORAGE_FULL; CANCELLED when it was stopped
 */
export async function pinProject(project: Project): Promise<void> {
  if (typeof caches === 'undefined') throw new AppError('STORAGE_FULL', '此浏览器不能离线保存图片')
  const { projectId } = project
  const controller = new AbortController()
  await withLock(
    `zhuhui-pin-${projectId}`,
    async () => {
      stops.set(projectId, controller)
      try {
        // Pinned from here on: a tab that is closed in the middle leaves the rest to the next start.
        await changeProject(projectId, (now) => ({
          ...now,
          pinned: now.pinned ?? { assets: [], missing: 1 },
        }))
        await fetchAll(project, controller.signal)
      } finally {
        stops.delete(projectId)
        report(projectId, null)
      }
    },
    { wait: false },
  )
}

/** Stops fetching; what has come stays. */
export function stopPin(projectId: string): void {
  stops.get(projectId)?.abort()
}

/** Lets a project's originals go, unless another pinned project needs them. @returns bytes that were freed */
export async function unpinProject(projectId: string): Promise<number> {
  stopPin(projectId)
  const all = await openProjects(currentOwner())
  const project = all.find((one) => one.projectId === projectId)
  if (!project?.pinned) return 0
  const others = all.filter((one) => one !== project && one.userId === project.userId)
  const needed = new Set(others.flatMap((one) => one.pinned?.assets.map(({ id }) => id) ?? []))
  const freed = project.pinned.assets.filter(({ id }) => !needed.has(id))
  await changeProject(projectId, ({ pinned: _pinned, ...rest }) => rest)
  const cache = await caches.open(pinnedCacheName(currentOwner()))
  await Promise.all(freed.map(({ id }) => cache.delete(assetUrl(id))))
  if ((await cache.keys()).length === 0) await caches.delete(pinnedCacheName(currentOwner()))
  return freed.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Bytes of a pinned project on this device. */
export function pinnedBytes({ pinned }: Project): number {
  return pinned?.assets.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0
}

/** Goes on with pinned projects that are not whole: cut short, or with tasks that came or finished since. */
export async function resumePins(): Promise<void> {
  const owner = currentOwner()
  if (network.peek() === 'offline' || owner === GUEST) return
  for (const project of await openProjects(owner)) {
    if (!project.pinned || project.userId !== owner) continue
    const held = new Set(project.pinned.assets.map(({ id }) => id))
    const wanted = [...serverAssets(await ensureRecords(project.taskIds)).keys()]
    if (project.pinned.missing === 0 && wanted.every((id) => held.has(id))) continue
    await pinProject(project).catch((thrown: unknown) =>
      console.info('zhuhui: a pinned project is not whole yet', toAppError(thrown).errorName),
    )
  }
}
