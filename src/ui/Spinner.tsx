import styles from './Spinner.module.css'

/** Says that something is being fetched; shown only after a moment, so that quick answers do not flicker. */
export function Spinner({ label = '加载中…', block = false }: { label?: string; block?: boolean }) {
  return (
    <div className={block ? styles.block : styles.inline} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
    </div>
  )
}
