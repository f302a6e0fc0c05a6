import type { ReactNode } from 'react'
import styles from './ChoiceList.module.css'

interface Choice<Id> {
  id: Id
  name: string
  /** What is known of it, as an area or an angle; may be empty. */
  value: string
  isChosen: boolean
  /** Said when the mouse rests on it. */
  title?: string | undefined
}

interface Props<Id> {
  label: string
  heading: string
  /** Beside the heading. */
  note: ReactNode
  choices: readonly Choice<Id>[]
  onChoose: (id: Id) => void
  /** Many choices scroll in a box of their own. */
  isLong?: boolean
  /** Between the heading and the choices. */
  children?: ReactNode
}

/** Choices of a panel with a value each, in two columns. */
export function ChoiceList<Id extends string | number>({
  label,
  heading,
  note,
  choices,
  onChoose,
  isLong = false,
  children,
}: Props<Id>) {
  return (
    <section className={styles.panel} aria-label={label}>
      <header className={styles.head}>
        <h2>{heading}</h2>
        {note}
      </header>
      {children}
      <ul className={styles.choices} data-long={isLong}>
        {choices.map(({ id, name, value, isChosen, title }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={isChosen}
              title={title}
              onClick={() => onChoose(id)}
            >
              <span>{name}</span>
              <span className={styles.value}>{value}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
