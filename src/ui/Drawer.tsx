import { type ReactNode, useId } from 'react'
import { IconButton } from './Button.tsx'
import styles from './Drawer.module.css'
import { Modal } from './Modal.tsx'

/** A modal panel at the side of the page, a sheet from below on a phone. Mounted means open. */
export function Drawer({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <Modal className={styles.drawer} titleId={titleId} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label="关闭" onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
    </Modal>
  )
}
