import { useState } from 'react'
import { useDownloadsLive } from '#src/data/download-live.ts'
import { countDownload } from '#src/data/download-model.ts'
import { useDownloads } from '#src/data/downloads.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { DownloadCard } from './DownloadCard.tsx'
import styles from './DownloadDock.module.css'

/** The archives on their way, beside every page; folds to one line. */
export default function DownloadDock() {
  const downloads = useDownloads()
  const live = useDownloadsLive()
  const [isOpen, setOpen] = useState(true)
  if (downloads.length === 0) return null
  const open = downloads.filter(({ state }) => state !== 'done')
  const shares = open.map((download) => countDownload(download, live[download.downloadId]).fraction)
  const percent = Math.round((shares.reduce((sum, share) => sum + share, 0) / Math.max(1, open.length)) * 100)
  return (
    <aside className={styles.dock} aria-label="下载" data-open={isOpen}>
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="download" size={18} />
        <span className={styles.headWords}>
          {open.length > 0 ? `下载中 ${open.length} 个` : '下载'}
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
