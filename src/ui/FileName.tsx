import { clustersOf, shownName } from '#contracts/safe-name.ts'
import styles from './FileName.module.css'

/** Characters at the end of a long name that stay in sight: versions and numbers stand there. */
const TAIL = 14

interface Props {
  name: string
  /** Of the element that is as wide as the name may be; its overflow is hidden. */
  className?: string | undefined
}

/** A file's name on one line, shortened in its middle: names of one project begin alike and differ at their ends. */
export function FileName({ name, className }: Props) {
  const shown = shownName(name)
  const characters = clustersOf(shown)
  const at = characters.length > 1.5 * TAIL ? characters.length - TAIL : characters.length
  return (
    <span className={className} title={shown}>
      <span className={styles.line} dir="auto">
        <span className={styles.head}>{characters.slice(0, at).join('')}</span>
        {at < characters.length && (
          <span className={styles.tail}>
            <bdi>{characters.slice(at).join('')}</bdi>
          </span>
        )}
      </span>
    </span>
  )
}
