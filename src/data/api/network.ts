import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { APP_HEADER } from '#contracts/endpoints.ts'
import { zEnvelope } from '#contracts/envelope.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'

export type NetworkState = 'online' | 'slow' | 'offline'

const SAMPLES = 5
const SLOW_MS = 1500
const PROBE_TIMEOUT_MS = 5000
const PROBE_FIRST_MS = 1000
const PROBE_MOST_MS = 30_000

const state = signal<NetworkState>('online')
/** What the last requests say of the way to the server; never navigator.onLine's guess. */
export const network: ReadonlySignal<NetworkState> = state

let samples: number[] = []
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let probing: Promise<void> | undefined
let watching = false
let lastSuccessAt = 0
let lastLossAt = Number.NEGATIVE_INFINITY
/** Tells the other tabs that the server is there again; theirs may wait for half a minute to ask. */
let channel: BroadcastChannel | undefined
const BACK = 'back'

/** Slow when the median of the last round trips (ms) is over 1.5 s; two samples are too few to tell. */
export function judge(roundTrips: readonly number[]): 'online' | 'slow' {
  if (roundTrips.length < 3) return 'online'
  const sorted = [...roundTrips].sort((a, b) => a - b)
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) > SLOW_MS ? 'slow' : 'online'
}

/** Wait in ms before probe number `n` (from 0): doubles from 1 s to 30 s, ± 20 % so that tabs spread. */
export function probeDelay(n: number, random: number = Math.random()): number {
  return Math.round(Math.min(PROBE_FIRST_MS * 2 ** n, PROBE_MOST_MS) * (0.8 + 0.4 * random))
}

/**
 * An answer came from the server.
 * @param roundTripMs how long it took, or null when the time says nothing about the network
 */
export function reportSuccess(roundTripMs: number | null): void {
  clearTimeout(timer)
  timer = undefined
  failures = 0
  lastSuccessAt = performance.now()
  // What was asked before a probe was lost may have been the last to get through.
  if (roundTripMs !== null && lastSuccessAt - roundTripMs < lastLossAt) probeSoon()
  if (state.peek() === 'offline') {
    samples = []
    channel?.postMessage(BACK)
  }
  if (roundTripMs !== null) samples = [...samples.slice(1 - SAMPLES), roundTripMs]
  state.value = judge(samples)
}

/** A request did not reach the server. A probe decides at once whether that is the network. */
export function reportFailure(): void {
  watchNetwork()
  void probe()
}

async function askHealth(): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch('/api/health', {
    cache: 'no-store',
    credentials: 'same-origin',
    headers: { [APP_HEADER]: '1' },
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  })
  // A captive portal answers too, but not with our envelope.
  zEnvelope.parse(await response.json())
  return performance.now() - startedAt
}

function probeSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void probe(), probeDelay(failures))
}

/** Asks the server for a sign of life; concurrent callers share one request. */
export function probe(): Promise<void> {
  if (probing) return probing
  const startedAt = performance.now()
  probing = askHealth()
    .then(reportSuccess, () => {
      lastLossAt = performance.now()
      probeSoon()
      // Another request got through meanwhile: the probe alone was lost, or that answer was the last one.
      if (lastSuccessAt > startedAt) return
      state.value = 'offline'
      failures++
    })
    .finally(() => {
      probing = undefined
    })
  return probing
}

/** Asks because the way may be free again, or gone: a probe that began before this hint says nothing of it. */
async function askAnew(): Promise<void> {
  await probing
  await probe()
}

/** A network goes in steps: what is answered in the moment in which it does is asked once more. */
async function askTwice(): Promise<void> {
  await askAnew()
  probeSoon()
}

/** Asks where the server was out of reach: elsewhere there is nothing to ask. */
async function askIfOffline(): Promise<void> {
  await probing
  if (state.peek() === 'offline') await probe()
}

function handleReturn(): void {
  if (document.visibilityState === 'visible') void askIfOffline()
}

/** Listens for hints that the network may have changed. Safe to call again. */
export function watchNetwork(): void {
  if (watching || typeof window === 'undefined') return
  watching = true
  window.addEventListener('online', () => void askAnew())
  window.addEventListener('offline', () => void askTwice())
  window.addEventListener('focus', handleReturn)
  document.addEventListener('visibilitychange', handleReturn)
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel('zhuhui-network')
  channel.addEventListener('message', () => void askIfOffline())
}

/** The network's state; re-renders when it changes. */
export function useNetwork(): NetworkState {
  return useSignalValue(state)
}

const offline = computed(() => state.value === 'offline')

/** Whether the server is out of reach. */
export function useIsOffline(): boolean {
  return useSignalValue(offline)
}
