import { IconButton } from '#src/ui/antd/IconButton.tsx'
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
    <IconButton icon={<Icon name="chevronLeft" size={18} />} onClick={onClick} label={label} title={title} />
  )
}
