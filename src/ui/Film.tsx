import styles from './Film.module.css'

/** A film with its controls; one that was generated shows its mark beside them, where it could not be drawn into it. */
export function Film({
  url,
  poster,
  isMarked,
  className,
}: {
  url: string | undefined
  poster: string | undefined
  isMarked: boolean
  className: string | undefined
}) {
  return (
    <div className={styles.film}>
      {/* biome-ignore lint/a11y/useMediaCaption: generated camera moves have no speech. */}
      <video className={className} src={url} poster={poster} controls loop playsInline />
      {isMarked && <span className={styles.mark}>AI 生成</span>}
    </div>
  )
}
