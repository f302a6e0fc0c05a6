import { Button } from 'antd'
import { Icon } from '#src/ui/Icon.tsx'

interface Props {
  label: string
  /** Said when the mouse rests on it; the label when left out. */
  title?: string
  onClick: () => void
}

/** The way back, first in the bar of what has the canvas for a while. */
export function BackButton({ label, title = label, onClick }: Props) {
  return (
    <Button
      type="text"
      icon={<Icon name="chevronLeft" size={18} />}
      onClick={onClick}
      aria-label={label}
      title={title}
    />
  )
}
