import type { PointerEvent } from 'react'
import { arrowSteps } from './arrow-keys.ts'
import styles from './Handle.module.css'

interface Props {
  name: string
  /** Said when the mouse rests on it. */
  title?: string
  className?: string | undefined
  /** Where its middle is, a number in CSS px. */
  left: number | string
  top: number | string
  held: boolean
  onHold: () => void
  /** A pointer that holds it has moved. */
  onMove: (event: PointerEvent) => void
  onRelease: () => void
  /** The browser has taken the pointer away. */
  onCancel: () => void
  /** Arrow keys move it by so many steps. */
  onNudge: (x: number, y: number) => void
}

/** A dot over a picture that a pointer drags and arrow keys nudge; what lies below hears of neither. */
export function Handle({
  name,
  title,
  className = '',
  left,
  top,
  held,
  onHold,
  onMove,
  onRelease,
  onCancel,
  onNudge,
}: Props) {
  return (
    <button
      type="button"
      className={`${styles.handle} ${className}`}
      style={{ left, top }}
      aria-label={name}
      title={title}
      data-held={held}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        onHold()
      }}
      onPointerMove={(event) => held && onMove(event)}
      onPointerUp={onRelease}
      onPointerCancel={onCancel}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        const steps = arrowSteps(event)
        if (!steps) return
        event.preventDefault()
        event.stopPropagation()
        onNudge(steps.x, steps.y)
      }}
    />
  )
}
