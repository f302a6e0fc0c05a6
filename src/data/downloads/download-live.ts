import { type ReadonlySignal, signal } from '@preact/signals-react'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { countDownload, type Sample } from './download-model.ts'
import { findDownload } from './download-store.ts'

/** What is known of an archive that is being written beyond its record. */
export interface DownloadLive {
  /** Item on its way, and bytes of it that have arrived. */
  index: number
  received: number
  phase: 'queued' | 'going' | 'waiting' | 'elsewhere'
  /** The last seconds of the transfer, oldest first. */
  samples: readonly Sample[]
}

const state = signal<Readonly<Record<string, DownloadLive>>>({})
const live: ReadonlySignal<Readonly<Record<string, DownloadLive>>> = state
/** How far the archives that are being written are, by id. */
export function useDownloadsLive(): Readonly<Record<string, DownloadLive>> {
  return useSignalValue(live)
}

const SAMPLE_WINDOW_MS = 10_000

/** Changes what is known of an archive; null once nobody writes it. */
export function setLive(downloadId: string, change: Partial<DownloadLive> | null): void {
  const { [downloadId]: before, ...rest } = live.peek()
  if (change === null) {
    state.value = rest
    return
  }
  const next: DownloadLive = {
    ...(before ?? { index: -1, received: 0, phase: 'queued', samples: [] }),
    ...change,
  }
  state.value = { ...rest, [downloadId]: next }
}

/** Notes how far an archive is now. */
export function sample(downloadId: string): void {
  const download = findDownload(downloadId)
  const now = live.peek()[downloadId]
  if (!download || !now) return
  const at = performance.now()
  const { bytes } = countDownload(download, now)
  const samples = [...now.samples.filter((one) => at - one.at < SAMPLE_WINDOW_MS), { at, bytes }]
  setLive(downloadId, { samples })
}
