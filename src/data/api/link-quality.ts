import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { z } from 'zod'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { network } from './network.ts'

/** How fast pictures come: by what this app's own requests took. */
export type Link = 'fast' | 'medium' | 'slow'

/** What the user wants of pictures: as the link allows, as few bytes as possible, or always the original. */
export const zPictureChoice = z.enum(['auto', 'saver', 'original'])
export type PictureChoice = z.infer<typeof zPictureChoice>

/**
 * How far pictures on screen are loaded by themselves: to the original, to it only once they are enlarged, or
 * to a preview, with the original on demand.
 */
export type PictureBudget = 'original' | 'zoom' | 'preview'

/** One transfer that was seen. */
export interface Transfer {
  /** Bytes of the body on the wire. */
  bytes: number
  /** From the first byte of the answer to the last, ms. */
  ms: number
  /** When it ended, ms of performance.now(). */
  at: number
  /** A service worker stood between: it may have come out of a cache. */
  viaWorker: boolean
}

/** Smaller bodies tell about latency, not about the rate. */
const LEAST_BYTES = 12_000
/** Bytes a second. */
const SLOW_BELOW = 190_000
const FAST_FROM = 1_000_000
/** Faster than this through the service worker is taken for its cache. */
const CACHE_FROM = 6_000_000
/** Links change: what was seen longer ago than this no longer counts, ms. */
const MEMORY_MS = 90_000
const MOST_SAMPLES = 24

/** A transfer that says something about the link. */
export function isTelling({ bytes, ms, viaWorker }: Transfer): boolean {
  if (bytes < LEAST_BYTES || ms < 0) return false
  return !viaWorker || (1000 * bytes) / Math.max(1, ms) < CACHE_FROM
}

/** Bytes a second of the telling transfers of late, weighted by their bytes; null when there are none. */
export function measureRate(transfers: readonly Transfer[], now: number): number | null {
  const recent = transfers.filter((one) => isTelling(one) && now - one.at < MEMORY_MS)
  const bytes = recent.reduce((sum, one) => sum + one.bytes, 0)
  const ms = recent.reduce((sum, one) => sum + Math.max(1, one.ms), 0)
  return recent.length > 0 ? (1000 * bytes) / ms : null
}

/** @param rate bytes a second, null when unknown; @param hint what the browser guesses */
export function judgeLink(rate: number | null, hint: string | undefined): Link {
  if (rate !== null) return rate < SLOW_BELOW ? 'slow' : rate < FAST_FROM ? 'medium' : 'fast'
  if (hint === 'slow-2g' || hint === '2g') return 'slow'
  return hint === '3g' ? 'medium' : 'fast'
}

/** What is loaded by itself, by the user's choice, the platform's wish to save data, and the link. */
export function judgeBudget(choice: PictureChoice, savesData: boolean, link: Link): PictureBudget {
  if (choice === 'original') return 'original'
  if (choice === 'saver' || savesData || link === 'slow') return 'preview'
  return link === 'medium' ? 'zoom' : 'original'
}

const zConnection = z.object({
  saveData: z.boolean().optional().catch(undefined),
  effectiveType: z.string().optional().catch(undefined),
})

function connection(): z.infer<typeof zConnection> {
  const found = typeof navigator !== 'undefined' && 'connection' in navigator ? navigator.connection : {}
  return zConnection.catch({}).parse(found && { ...pick(found) })
}

/** The properties live on the prototype: they have to be read one by one. */
function pick(found: unknown): object {
  if (typeof found !== 'object' || found === null) return {}
  return {
    saveData: 'saveData' in found ? found.saveData : undefined,
    effectiveType: 'effectiveType' in found ? found.effectiveType : undefined,
  }
}

const KEY = 'zhuhui-pictures'

function readChoice(): PictureChoice {
  try {
    return zPictureChoice.catch('auto').parse(localStorage.getItem(KEY))
  } catch {
    return 'auto'
  }
}

const choice = signal<PictureChoice>(readChoice())
const link = signal<Link>(judgeLink(null, connection().effectiveType))
const savesData = signal(false)
let transfers: Transfer[] = []

const budget: ReadonlySignal<PictureBudget> = computed(() =>
  judgeBudget(choice.value, savesData.value, network.value === 'slow' ? 'slow' : link.value),
)

/** A transfer of this app's own has ended. */
export function reportTransfer(transfer: Transfer): void {
  if (!isTelling(transfer)) return
  transfers = [...transfers.slice(1 - MOST_SAMPLES), transfer]
  link.value = judgeLink(measureRate(transfers, transfer.at), connection().effectiveType)
}

function noteEntry(entry: PerformanceResourceTiming): void {
  if (!entry.name.startsWith(`${location.origin}/`) || entry.responseStart === 0) return
  reportTransfer({
    // Nothing over the wire: the browser's own cache.
    bytes: entry.transferSize === 0 && entry.workerStart === 0 ? 0 : entry.encodedBodySize,
    ms: entry.responseEnd - entry.responseStart,
    at: entry.responseEnd,
    viaWorker: entry.workerStart > 0,
  })
}

function watchSaving(): void {
  const asks = matchMedia('(prefers-reduced-data: reduce)')
  const read = () => {
    savesData.value = asks.matches || connection().saveData === true
  }
  read()
  asks.addEventListener('change', read)
  const target: unknown = 'connection' in navigator ? navigator.connection : null
  if (target instanceof EventTarget) target.addEventListener('change', read)
}

let watching = false

/** Begins to measure; safe to call again. */
function watch(): void {
  if (watching || typeof window === 'undefined') return
  watching = true
  watchSaving()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry instanceof PerformanceResourceTiming) noteEntry(entry)
  }).observe({ type: 'resource', buffered: true })
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) choice.value = readChoice()
  })
}

watch()

/** Keeps what the user wants of pictures, in this browser. */
export function choosePictures(next: PictureChoice): void {
  choice.value = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Private windows may refuse: the choice then lasts until the page is left.
  }
}

/** How far pictures are loaded by themselves; re-renders when it changes. */
export function usePictureBudget(): PictureBudget {
  return useSignalValue(budget)
}

/** What the user wants of pictures. */
export function usePictureChoice(): PictureChoice {
  return useSignalValue(choice)
}

/** Whether the platform asks to save data. */
export function useSavesData(): boolean {
  return useSignalValue(savesData)
}
