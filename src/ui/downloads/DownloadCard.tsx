import type { DownloadLive } from '#src/data/downloads/download-live.ts'
import type { Download } from '#src/data/downloads/download-model.ts'
import {
  dismissDownload,
  pauseDownload,
  resumeDownload,
  retryDownload,
  saveAgain,
} from '#src/data/downloads/downloads.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import styles from './DownloadDock.module.css'
import { wordsOfDownload } from './download-words.ts'

/** One archive: how far it is, what it lacks, and what can be done. */
export function DownloadCard({ download, live }: { download: Download; live: DownloadLive | undefined }) {
  const { state, detail, fraction, tone } = wordsOfDownload(download, live)
  const percent = Math.round(fraction * 100)
  const failed = download.items.filter((item) => item.state === 'failed')
  const isOver = download.state === 'done'
  return (
    <li className={styles.card} data-tone={tone}>
      <div className={styles.title}>
        <strong title={download.name}>{download.name}</strong>
        {live?.phase !== 'elsewhere' && (
          <IconButton
            icon="close"
            label={isOver ? `关闭 ${download.name}` : `取消下载 ${download.name}`}
            size={18}
            onClick={() => void dismissDownload(download.downloadId)}
          />
        )}
      </div>
      {!isOver && (
        <div
          className={styles.bar}
          role="progressbar"
          aria-label={`${download.name} 下载进度`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={detail}
        >
          <span style={{ inlineSize: `${percent}%` }} />
        </div>
      )}
      <p className={styles.state} role="status">
        {state}
      </p>
      {detail && <p className={styles.detail}>{detail}</p>}
      {failed.length > 0 && (
        <details className={styles.missing}>
          <summary>缺 {failed.length} 个，查看原因</summary>
          <ul>
            {failed.map((item) => (
              <li key={item.name}>
                <span>{item.name}</span>
                <span>{item.error?.message}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Actions download={download} live={live} canRetry={failed.length > 0} />
    </li>
  )
}

function Actions({
  download,
  live,
  canRetry,
}: {
  download: Download
  live: DownloadLive | undefined
  canRetry: boolean
}) {
  const { downloadId, state, place, bytes } = download
  // What is held in memory alone would start over, so stopping it is cancelling it.
  const canPause = live && live.phase !== 'elsewhere' && place.kind !== 'memory'
  // An archive of what lay here lacks what does not lie here any more: another try finds no more of it.
  const isWorthRetry = canRetry && download.items.some((item) => item.state === 'failed' && item.url !== null)
  const canSave = state === 'done' && bytes > 0 && place.kind !== 'file'
  if (!canPause && state !== 'paused' && !isWorthRetry && !canSave) return null
  return (
    <div className={styles.actions}>
      {canPause && (
        <Button size="s" icon="pause" onClick={() => pauseDownload(downloadId)}>
          暂停
        </Button>
      )}
      {state === 'paused' && (
        <Button size="s" look="primary" icon="download" onClick={() => void resumeDownload(downloadId)}>
          继续下载
        </Button>
      )}
      {state === 'done' && isWorthRetry && (
        <Button size="s" look="primary" icon="retry" onClick={() => void retryDownload(downloadId)}>
          重试缺少的
        </Button>
      )}
      {canSave && (
        <Button size="s" icon="download" onClick={() => void saveAgain(downloadId)}>
          再存一次
        </Button>
      )}
    </div>
  )
}
