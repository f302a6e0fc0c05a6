import type { DownloadLive } from '#src/data/downloads/download-live.ts'
import { countDownload, type Download, secondsLeft } from '#src/data/downloads/download-model.ts'
import { formatBytes, formatSpan } from '#src/text/format.ts'

/** An archive as it is shown. */
export interface DownloadWords {
  /** What goes on, in a few words. */
  state: string
  /** How far it is; '' where that says nothing. */
  detail: string
  /** 0..1. */
  fraction: number
  tone: 'going' | 'waiting' | 'paused' | 'done' | 'partial' | 'failed'
}

const PHASES: Record<DownloadLive['phase'], string> = {
  queued: '排队中',
  going: '正在下载',
  waiting: '等待网络，恢复后自动继续',
  elsewhere: '正在另一个标签页中下载',
}

/** Says how an archive stands. */
export function wordsOfDownload(download: Download, live: DownloadLive | undefined): DownloadWords {
  const { done, failed, bytes, totalBytes, total, fraction } = countDownload(download, live)
  if (download.state === 'done') {
    if (done === 0) return { state: '没有取到任何文件', detail: '', fraction: 0, tone: 'failed' }
    const detail = download.error ? `${download.error.message}，${download.error.remedy}` : ''
    const state = `已保存 ${done} 个文件，${formatBytes(download.bytes)}`
    return { state, detail, fraction: 1, tone: failed.length > 0 ? 'partial' : 'done' }
  }
  const parts = [`${done} / ${total} 个`, `${formatBytes(bytes)} / 约 ${formatBytes(totalBytes)}`]
  if (live) {
    const left = live.phase === 'going' ? secondsLeft(live.samples, totalBytes - bytes) : null
    if (left !== null) parts.push(`约剩 ${formatSpan(Math.max(1, Math.round(left)) * 1000)}`)
    const tone = live.phase === 'going' ? 'going' : 'waiting'
    return { state: PHASES[live.phase], detail: parts.join(' · '), fraction, tone }
  }
  const { error } = download
  const state = error ? `已停下：${error.message}，${error.remedy}` : '已暂停'
  return { state, detail: parts.join(' · '), fraction, tone: error ? 'failed' : 'paused' }
}
