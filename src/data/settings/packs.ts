import { effect, signal } from '@preact/signals-react'
import { z } from 'zod'
import { AppError, toAppError } from '#contracts/errors.ts'
import { network, reportFailure } from '#src/data/api/network.ts'
import { keepValue, readValue } from '#src/data/store/db.ts'
import { withLock } from '#src/data/store/locks.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import type { RuntimeFile } from '#src/worker-clients/runtimes.ts'
import {
  arrivedBytes,
  canKeep,
  downloadFile,
  dropFile,
  dropParts,
  keptBytes,
  keptFiles,
} from './pack-files.ts'
import { familyOf, filesOf, PACK_IDS, type PackId } from './pack-list.ts'

/**
 * `waiting` for another download or the network; `stale`: an older version is here, which this app does not
 * use any more.
 */
export type PackState = 'absent' | 'stale' | 'waiting' | 'downloading' | 'paused' | 'ready'

/** A pack as it stands on this device. */
export interface Pack {
  state: PackState
  /** Bytes of all its files. */
  bytes: number
  /** Bytes that are here. */
  arrived: number
  /** Why the last download stopped. */
  error: AppError | null
}

export type Packs = Readonly<Record<PackId, Pack>>

/** Every pack; null until this device's caches have been looked at, and where there are none. */
const state = signal<Packs | null>(null)

const KEY_WANTED = 'packs/wanted'
const zWanted = z.array(z.enum(PACK_IDS as [PackId, ...PackId[]]))
const LOCK = 'zhuhui-packs'
const RETRY_FIRST_MS = 1000
const RETRY_MOST_MS = 30_000

/** Packs that the user asked for and that are not here yet: a reload goes on with them. */
let wanted = new Set<PackId>()
const running = new Map<PackId, { controller: AbortController; done: Promise<void> }>()
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('zhuhui-packs')

/** Every pack; null until it is known. */
export function usePacks(): Packs | null {
  return useSignalValue(state)
}

/** Whether bytes cost money or the user asked to save them, where the browser tells. */
export function isMetered(): boolean {
  const link = (navigator as { connection?: { saveData?: boolean; type?: string } }).connection
  return link?.saveData === true || link?.type === 'cellular'
}

function change(id: PackId, patch: Partial<Pack>): void {
  const now = state.peek()
  if (now) state.value = { ...now, [id]: { ...now[id], ...patch } }
}

async function inspect(id: PackId, kept: ReadonlySet<string>): Promise<Pack> {
  const files = await filesOf(id)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  let arrived = 0
  let begun = false
  for (const file of files) {
    const part = kept.has(file.url) ? 0 : await arrivedBytes(file.url)
    if (part > 0) begun = true
    arrived += kept.has(file.url) ? file.bytes : part
  }
  const families = new Set(files.map(({ url }) => familyOf(url)))
  const isOld = [...kept].some(
    (url) => families.has(familyOf(url)) && !files.some((file) => file.url === url),
  )
  const ready = arrived === bytes && !begun
  const resting: PackState = begun ? 'paused' : isOld ? 'stale' : 'absent'
  return { state: ready ? 'ready' : resting, bytes, arrived, error: null }
}

async function look(): Promise<void> {
  if (!canKeep) return
  const kept = await keptFiles()
  const found = await Promise.all(PACK_IDS.map(async (id) => [id, await inspect(id, kept)] as const))
  const before = state.peek()
  // What this tab is working on knows better how far it is.
  state.value = Object.fromEntries(
    found.map(([id, pack]) => [id, before && running.has(id) ? before[id] : pack]),
  ) as Packs
}

let loading: Promise<void> | undefined

async function load(): Promise<void> {
  wanted = new Set((await readValue(KEY_WANTED, zWanted)) ?? [])
  await look()
  channel?.addEventListener('message', () => void look())
  for (const id of wanted) {
    if (state.peek()?.[id].state === 'ready') await want(id, false)
    else void downloadPack(id).catch(() => undefined) // Shown with the pack.
  }
}

/** Looks at what is here and goes on with what a reload cut short. Safe to call again. */
export function loadPacks(): Promise<void> {
  loading ??= load()
  return loading
}

/** Goes on with downloads that a reload cut short, where there are any; called at the start. */
export async function resumePacks(): Promise<void> {
  if (((await readValue(KEY_WANTED, zWanted)) ?? []).length > 0) await loadPacks()
}

async function want(id: PackId, on: boolean): Promise<void> {
  if (on) wanted.add(id)
  else wanted.delete(id)
  await keepValue(KEY_WANTED, [...wanted])
}

/** Resolves when the network may be back, after at least the backoff of try `n`. */
function networkBack(n: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let stop: () => void = () => undefined
    const settle = () => {
      queueMicrotask(() => stop())
      resolve()
    }
    signal.addEventListener('abort', settle, { once: true })
    const wait = Math.min(RETRY_FIRST_MS * 2 ** n, RETRY_MOST_MS)
    setTimeout(() => {
      if (signal.aborted) return
      stop = effect(() => {
        if (network.value !== 'offline') settle()
      })
    }, wait)
  })
}

/** One file, through as many cuts as it takes. */
async function fetchFile(id: PackId, file: RuntimeFile, signal: AbortSignal): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      change(id, { state: 'downloading', error: null })
      return await downloadFile(file, signal, (count) => {
        if (count > 0) tries = 0
        change(id, { arrived: (state.peek()?.[id].arrived ?? 0) + count })
      })
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.errorName !== 'NETWORK') throw error
      reportFailure()
      change(id, { state: 'waiting', error })
      await networkBack(tries, signal)
      if (signal.aborted) throw new AppError('CANCELLED')
      change(id, { arrived: await arrivedOf(id) })
    }
  }
}

async function arrivedOf(id: PackId): Promise<number> {
  return (await inspect(id, await keptFiles())).arrived
}

/** Forgets older versions of a pack's files. */
async function dropOlder(files: readonly RuntimeFile[]): Promise<void> {
  const families = new Set(files.map(({ url }) => familyOf(url)))
  const current = new Set(files.map(({ url }) => url))
  for (const url of await keptFiles()) {
    if (families.has(familyOf(url)) && !current.has(url)) await dropFile(url)
  }
}

async function fetchPack(id: PackId, signal: AbortSignal): Promise<void> {
  // One pack at a time, over all tabs: packs share a runtime, and the link is one.
  await withLock(
    LOCK,
    async () => {
      const files = await filesOf(id)
      for (const file of files) {
        signal.throwIfAborted()
        if (!(await keptFiles()).has(file.url)) await fetchFile(id, file, signal)
      }
      await dropOlder(files)
    },
    { wait: true, signal },
  )
}

async function work(id: PackId, signal: AbortSignal): Promise<void> {
  await want(id, true)
  change(id, { state: 'waiting', error: null, arrived: await arrivedOf(id) })
  try {
    await fetchPack(id, signal)
    await want(id, false)
  } catch (thrown) {
    const error = signal.aborted ? new AppError('CANCELLED') : toAppError(thrown)
    // A page that is left keeps the wish; anything else is for the user to decide.
    await want(id, false)
    running.delete(id)
    await look()
    if (error.errorName !== 'CANCELLED') change(id, { error })
    throw error
  }
  running.delete(id)
  await look()
  channel?.postMessage('changed')
}

/**
 * Downloads a pack, or goes on with it; concurrent callers share one download.
 * @throws AppError CANCELLED when it is paused, STORAGE_FULL, PACK_DAMAGED, NOT_FOUND
 */
export function downloadPack(id: PackId): Promise<void> {
  const known = running.get(id)
  if (known) return known.done
  const controller = new AbortController()
  const done = work(id, controller.signal)
  running.set(id, { controller, done })
  return done
}

/** Downloads a small pack before a job needs it, where bytes cost nothing and nobody paused it. */
export async function fetchAhead(id: PackId): Promise<void> {
  if (isMetered()) return
  await loadPacks()
  const now = state.peek()?.[id].state
  if (now === 'absent' || now === 'stale') await downloadPack(id)
}

/** Stops a download; what has arrived stays for the next one. */
export async function pausePack(id: PackId): Promise<void> {
  const known = running.get(id)
  known?.controller.abort()
  await known?.done.catch(() => undefined)
  await want(id, false)
}

/** Removes a pack, or what has arrived of it; files that other packs use stay as long as one of them does. */
export async function removePack(id: PackId): Promise<void> {
  await pausePack(id)
  const others = PACK_IDS.filter((other) => other !== id && state.peek()?.[other].state === 'ready')
  const shared = new Set((await Promise.all(others.map(filesOf))).flat().map(({ url }) => url))
  const files = await filesOf(id)
  const families = new Set(files.map(({ url }) => familyOf(url)))
  const kept = [...(await keptFiles())].filter((url) => families.has(familyOf(url)))
  for (const url of kept) if (!shared.has(url)) await dropFile(url)
  for (const { url } of files) await dropParts(url)
  await look()
  channel?.postMessage('changed')
}

/** Bytes that all packs and their parts take on this device. */
export async function measurePacks(): Promise<number> {
  const whole = await Promise.all([...(await keptFiles())].map(keptBytes))
  const urls = new Set((await Promise.all(PACK_IDS.map(filesOf))).flat().map(({ url }) => url))
  const parts = await Promise.all([...urls].map(arrivedBytes))
  return [...whole, ...parts].reduce((sum, bytes) => sum + bytes, 0)
}

/**
 * Makes sure that a pack is here before a job needs it, downloading it where that is allowed.
 * @throws AppError PACK_METERED when bytes may cost money and nobody agreed, or what downloadPack throws
 */
export async function ensurePack(
  id: PackId,
  options: { signal?: AbortSignal; onProgress?: (pack: Pack) => void } = {},
): Promise<void> {
  const { signal, onProgress } = options
  await loadPacks()
  const pack = state.peek()?.[id]
  // Where nothing can be kept, the worker fetches for itself each time.
  if (!pack || pack.state === 'ready') return
  if (isMetered() && !running.has(id)) throw new AppError('PACK_METERED')
  const isOwn = !running.has(id)
  const handleAbort = () => {
    if (isOwn) void pausePack(id)
  }
  signal?.addEventListener('abort', handleAbort, { once: true })
  // Untracked: what is told of progress may read and write any other signal.
  const stop = state.subscribe((now) => {
    if (now) onProgress?.(now[id])
  })
  try {
    const cancelled = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new AppError('CANCELLED')), { once: true }),
    )
    await Promise.race([downloadPack(id), cancelled])
  } finally {
    stop()
    signal?.removeEventListener('abort', handleAbort)
  }
}
