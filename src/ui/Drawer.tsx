import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import styles from './Drawer.module.css'

/**
 * A modal panel at the side of the page, a sheet from below on a phone. The browser's own dialog: focus stays
 * inside and goes back afterwards, Escape and a press outside close it. Mounted means open.
 */
export function Drawer({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it.
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label="关闭" onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}
