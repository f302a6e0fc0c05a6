import { useState } from 'react'
import { useDownloadsLive } from '#src/data/downloads/download-live.ts'
import { countDownload, type Download } from '#src/data/downloads/download-model.ts'
import { useDownloads } from '#src/data/downloads/downloads.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { DownloadCard } from './DownloadCard.tsx'
import styles from './DownloadDock.module.css'

/** Where the open dock would hide what is worked on: it starts folded. */
const NARROW = '(max-width: 767px)'

/** What the folded dock says of the archives that are not finished. */
function headOf(open: readonly Download[], downloads: readonly Download[]): string {
  const going = open.filter(({ state }) => state === 'running').length
  if (going > 0) return `下载中 ${going} 个`
  if (open.length > 0) return `未下完 ${open.length} 个`
  const lacks = downloads.some(({ items }) => items.some(({ state }) => state === 'failed'))
  return lacks ? '下载有缺失' : '下载完成'
}

/** The archives on their way, beside every page; folds to one line. */
export default function DownloadDock() {
  const downloads = useDownloads()
  const live = useDownloadsLive()
  const [isOpen, setOpen] = useState(() => !matchMedia(NARROW).matches)
  if (downloads.length === 0) return null
  const open = downloads.filter(({ state }) => state !== 'done')
  const shares = open.map((download) => countDownload(download, live[download.downloadId]).fraction)
  const percent = Math.round((shares.reduce((sum, share) => sum + share, 0) / Math.max(1, open.length)) * 100)
  return (
    <aside className={styles.dock} aria-label="下载" data-open={isOpen}>
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="download" size={18} />
        <span className={styles.headWords}>
          {headOf(open, downloads)}
          {!isOpen && open.length > 0 ? ` · ${percent}%` : ''}
        </span>
        <span className={styles.chevron}>
          <Icon name="chevronDown" size={18} />
        </span>
      </button>
      {isOpen && (
        <ul className={styles.list}>
          {downloads.map((download) => (
            <DownloadCard key={download.downloadId} download={download} live={live[download.downloadId]} />
          ))}
        </ul>
      )}
    </aside>
  )
}
