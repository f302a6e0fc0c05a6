import styles from './DropOverlay.module.css'

/** Covers the page while files hover over it; says where they will go. */
export function DropOverlay({ shown, target }: { shown: boolean; target: string }) {
  if (!shown) return null
  return (
    <div className={styles.overlay}>
      <p className={styles.note}>松开鼠标，添加到“{target}”</p>
    </div>
  )
}
