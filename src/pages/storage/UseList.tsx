import { CATEGORIES, CLEARERS, type Clearable, type StorageUse } from '#src/data/store/storage.ts'
import { formatBytes } from '#src/text/format.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from '../StoragePage.module.css'
import { CATEGORY_WORDS } from './categories.ts'

const totalOf = (use: StorageUse) => CATEGORIES.reduce((sum, name) => sum + use.bytes[name], 0)

/** All categories in one bar, and what the browser says in all. */
export function UseBar({ use }: { use: StorageUse }) {
  const total = totalOf(use)
  return (
    <div className={styles.overview}>
      <p className={styles.total}>
        <strong>{formatBytes(total)}</strong>
        {use.quota !== null && <span>，浏览器最多允许 {formatBytes(use.quota)}</span>}
      </p>
      <div className={styles.bar} aria-hidden="true">
        {CATEGORIES.filter((name) => use.bytes[name] > 0).map((name) => (
          <span
            key={name}
            data-category={name}
            title={`${CATEGORY_WORDS[name].title} ${formatBytes(use.bytes[name])}`}
            style={{ flexGrow: use.bytes[name] / Math.max(1, total) }}
          />
        ))}
      </div>
      {use.usage !== null && (
        <p className={styles.note}>
          浏览器统计为 {formatBytes(use.usage)}，含索引等开销，与上面的合计会有出入。
        </p>
      )}
    </div>
  )
}

const isClearable = (name: string): name is Clearable => Object.hasOwn(CLEARERS, name)

/** The legend of the bar, with what can be done about each. */
export function UseList({
  use,
  clearing,
  onClear,
}: {
  use: StorageUse
  clearing: Clearable | null
  onClear: (category: Clearable) => void
}) {
  return (
    <ul className={styles.list}>
      {CATEGORIES.map((name) => (
        <li key={name}>
          <span className={styles.swatch} data-category={name} aria-hidden="true" />
          <span className={styles.words}>
            <strong>{CATEGORY_WORDS[name].title}</strong>
            <small>{CATEGORY_WORDS[name].text}</small>
          </span>
          <span className={styles.size}>{formatBytes(use.bytes[name])}</span>
          <span className={styles.action}>
            {isClearable(name) && (
              <Button
                size="s"
                aria-label={`清理${CATEGORY_WORDS[name].title}`}
                disabled={use.bytes[name] === 0 || clearing !== null}
                busy={clearing === name}
                onClick={() => onClear(name)}
              >
                清理
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
