import { lazy, Suspense, useState } from 'react'
import { downloadMarked, readDownload } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { toastError } from '#src/state/toasts.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { ToolIcon } from './ToolIcon.tsx'

const WatermarkDialog = lazy(() => import('#src/ui/watermark/WatermarkDialog.tsx'))

/** Downloads one result with the user's own watermark, after a look at it. */
export function MarkButton({ task, index }: { task: LocalTask; index: number }) {
  const [picture, setPicture] = useState<Blob>()
  const [busy, setBusy] = useState(false)
  const handleOpen = async () => {
    setBusy(true)
    try {
      setPicture((await readDownload(task, index)).blob)
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <IconButton
        icon={<ToolIcon name="stamp" />}
        loading={busy}
        label="加水印下载"
        onClick={() => void handleOpen()}
        data-testid="mark"
      />
      {picture && (
        <Suspense>
          <WatermarkDialog
            picture={picture}
            action={{ title: '下载', run: () => downloadMarked(task, index) }}
            onClose={() => setPicture(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
