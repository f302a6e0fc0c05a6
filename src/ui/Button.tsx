import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'

interface Look {
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  icon?: IconName
  size?: 'm' | 's' | 'l'
}

const classOf = ({ look = 'plain', size = 'm' }: Look, extra?: string) =>
  [styles.button, styles[look], styles[size], extra].filter(Boolean).join(' ')

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean }

/** A button of the shell's own pages; looks as antd's do with the project's theme. */
export function Button({ look, icon, size, busy, children, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ look, size }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.spin} aria-hidden="true" /> : icon && <Icon name={icon} size={18} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({
  look,
  icon,
  size,
  children,
  className,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return (
    <Link {...rest} className={classOf({ look, size }, className)}>
      {icon && <Icon name={icon} size={18} />}
      {children}
    </Link>
  )
}

/** A square button that shows an icon alone; `label` is its name for everyone. */
export function IconButton({
  icon,
  label,
  className,
  size = 20,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string; size?: number }) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={[styles.icon, className].filter(Boolean).join(' ')}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}
