import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import styles from './Dialog.module.css'

/**
 * A modal over the page: the browser's own, so focus stays inside, Escape closes and the page behind is inert.
 * Focus goes back to where it was. Mounted means open.
 */
export function Dialog({
  title,
  onClose,
  children,
  bare = false,
  wide = false,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  /** Without heading and padding; the title is still its name. */
  bare?: boolean
  /** Room for a picture beside the controls. */
  wide?: boolean
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
      className={bare ? styles.bare : styles.dialog}
      data-wide={wide}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <h2 id={titleId} className={bare ? 'visually-hidden' : styles.title}>
        {title}
      </h2>
      {children}
      {!bare && <IconButton icon="close" label="关闭" className={styles.close} onClick={onClose} />}
    </dialog>
  )
}
