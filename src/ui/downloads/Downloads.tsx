import { lazy, Suspense } from 'react'
import { useDownloads } from '#src/data/downloads/downloads.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { downloadRequest } from './request.ts'

const DownloadDialog = lazy(() => import('./DownloadDialog.tsx'))
const DownloadDock = lazy(() => import('./DownloadDock.tsx'))

/** What downloads show over every page: the question before, and the way they go. */
export function Downloads() {
  const request = useSignalValue(downloadRequest)
  const any = useDownloads().length > 0
  const handleClose = () => {
    downloadRequest.value = null
  }
  return (
    <Suspense>
      {any && <DownloadDock />}
      {request && <DownloadDialog tasks={request} onClose={handleClose} />}
    </Suspense>
  )
}
