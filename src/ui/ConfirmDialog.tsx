import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

/** Asks before something that cannot be taken back. Mounted means open. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  onConfirm,
  onClose,
}: {
  title: string
  children: ReactNode
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        {/* The harmless answer has the focus. */}
        <Button onClick={onClose}>再想想</Button>
        <Button
          look="primary"
          onClick={() => {
            onConfirm()
            onClose()
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
