import { useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import styles from './WatermarkDialog.module.css'
import { WatermarkForm } from './WatermarkForm.tsx'

/**
 * Sets the watermark up over a picture.
 * @param picture what the preview shows; a sample when left out
 * @param action what is done with it, such as 下载; without one the settings alone are changed
 */
export default function WatermarkDialog({
  picture,
  action,
  onClose,
}: {
  picture?: Blob | undefined
  action?: { title: string; run: () => Promise<void> } | undefined
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const handleRun = async () => {
    if (!action) return onClose()
    setBusy(true)
    setError(null)
    try {
      await action.run()
      onClose()
    } catch (thrown) {
      setError(toAppError(thrown, 'DEVICE_FAILED'))
      setBusy(false)
    }
  }
  return (
    <Dialog title="水印" wide onClose={onClose}>
      <div className={styles.body}>
        <WatermarkForm picture={picture} />
        {error && <ErrorNote error={error} />}
        <div className={styles.actions}>
          {action && <Button onClick={onClose}>取消</Button>}
          <Button
            look="primary"
            icon={action ? 'download' : 'check'}
            busy={busy}
            onClick={() => void handleRun()}
          >
            {action?.title ?? '完成'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
