import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'

interface Props extends Omit<ButtonProps, 'aria-label' | 'icon' | 'title' | 'children'> {
  /** Its name for everyone. */
  label: string
  /** Said when the mouse rests on it; the label when left out. */
  title?: string
  icon: ReactNode
}

/** antd's button with a sign alone. */
export function IconButton({ label, title = label, ...rest }: Props) {
  return <Button type="text" {...rest} aria-label={label} title={title} />
}
