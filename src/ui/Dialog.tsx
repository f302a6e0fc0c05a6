import { type ReactNode, useId } from 'react'
import { IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import { Modal } from './Modal.tsx'

/** A modal in the middle of the page. Mounted means open. */
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
  const titleId = useId()
  return (
    <Modal className={bare ? styles.bare : styles.dialog} wide={wide} titleId={titleId} onClose={onClose}>
      <h2 id={titleId} className={bare ? 'visually-hidden' : styles.title}>
        {title}
      </h2>
      {children}
      {!bare && <IconButton icon="close" label="关闭" className={styles.close} onClick={onClose} />}
    </Modal>
  )
}
