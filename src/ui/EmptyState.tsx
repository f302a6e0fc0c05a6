import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Icon, type IconName } from './Icon.tsx'

/** Nothing to show: why, and what can be done now. */
export function EmptyState({
  icon = 'image',
  title,
  children,
  actions,
  as: Heading = 'h2',
}: {
  icon?: IconName
  title: string
  children?: ReactNode
  actions?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
}) {
  return (
    <div className={styles.empty}>
      <div className={styles.plate} aria-hidden="true">
        <Icon name={icon} size={32} />
      </div>
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
