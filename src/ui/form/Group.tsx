import type { ReactNode } from 'react'
import styles from './Group.module.css'

/** What names a group of controls, and what is in it. */
export interface GroupProps {
  id?: string
  className?: string | undefined
  /** Name of the group, or the id of the element that names it. */
  label?: string
  labelledBy?: string
  children: ReactNode
}

/** Controls that belong together, as one named group without a frame. */
export function Group({ id, className, label, labelledBy, children }: GroupProps) {
  return (
    <fieldset
      id={id}
      className={className ? `${styles.group} ${className}` : styles.group}
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      {children}
    </fieldset>
  )
}
