import { Button } from 'antd'
import { useState } from 'react'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { FileName } from '#src/ui/FileName.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './RefusalList.module.css'
import type { Refusal } from './use-intake.ts'

/** Files that could not be taken, each with the reason and the way out. */
export function RefusalList({
  refusals,
  onDismiss,
  folds = false,
}: {
  refusals: readonly Refusal[]
  onDismiss: (id?: string) => void
  /** Shows their number alone until it is opened: for narrow screens. */
  folds?: boolean
}) {
  const [open, setOpen] = useState(false)
  const folded = folds && refusals.length > 1
  if (refusals.length === 0) return null
  return (
    <section className={styles.box} role="alert" aria-label="未能添加的文件">
      <header className={styles.head}>
        <span className={styles.mark}>
          <Icon name="warn" size={18} />
        </span>
        <strong>{refusals.length} 个文件未能添加</strong>
        {folded ? (
          <Button type="text" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : '查看原因'}
          </Button>
        ) : null}
        <Button type="text" size="small" onClick={() => onDismiss()}>
          知道了
        </Button>
      </header>
      {folded && !open ? null : <Reasons refusals={refusals} onDismiss={onDismiss} />}
    </section>
  )
}

function Reasons({
  refusals,
  onDismiss,
}: {
  refusals: readonly Refusal[]
  onDismiss: (id?: string) => void
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
    <ul className={styles.list} tabIndex={0} aria-label="文件与原因">
      {refusals.map((refusal) => (
        <li key={refusal.id} className={styles.row}>
          <div className={styles.text}>
            <FileName name={refusal.name} className={styles.name} />
            <span className={styles.why}>{refusal.message}</span>
            <span className={styles.how}>{refusal.remedy}</span>
          </div>
          <IconButton
            size="small"
            icon={<Icon name="close" size={16} />}
            onClick={() => onDismiss(refusal.id)}
            label={`不再提示 ${refusal.name}`}
          />
        </li>
      ))}
    </ul>
  )
}
