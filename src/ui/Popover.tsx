import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './Popover.module.css'

/**
 * A button with a panel below it. Escape and a click outside close it, and focus goes back to the button;
 * leaving it with Tab closes it too.
 */
export function Popover({
  label,
  trigger,
  triggerClass,
  align = 'end',
  children,
  onOpen,
}: {
  /** Name of the button, when its content does not say it. */
  label?: string
  trigger: ReactNode
  triggerClass?: string
  align?: 'start' | 'end'
  children: (close: () => void) => ReactNode
  onOpen?: () => void
}) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  useEffect(() => {
    if (!open) return
    const handlePointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', handlePointer)
    return () => document.removeEventListener('pointerdown', handlePointer)
  }, [open])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are caught here for the button and the panel.
    <div
      ref={root}
      className={styles.root}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.stopPropagation()
          close()
        }
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={triggerClass ?? styles.trigger}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => {
          if (!open) onOpen?.()
          setOpen(!open)
        }}
      >
        {trigger}
      </button>
      {open && (
        <div id={panelId} className={`${styles.panel} ${styles[align]}`}>
          {children(close)}
        </div>
      )}
    </div>
  )
}
