import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './ResultView.module.css'
import { ToolIcon } from './ToolIcon.tsx'

interface Props {
  /** 0..1 of the span that the divider moves in. */
  value: number
  onChange: (value: number) => void
  /** The visible part of the picture on the x axis, CSS px of the stage. */
  span: { start: number; end: number }
}

/** The divider between before and after: drag it, or move it by keys. */
export function CompareHandle({ value, onChange, span }: Props) {
  const width = Math.max(1, span.end - span.start)
  const clamp = (next: number) => Math.min(1, Math.max(0, next))
  const handleDrag = (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation()
    const handle = event.currentTarget
    if (event.type === 'pointerdown') handle.setPointerCapture(event.pointerId)
    if (!handle.hasPointerCapture(event.pointerId)) return
    const stage = handle.parentElement?.getBoundingClientRect()
    onChange(clamp((event.clientX - (stage?.left ?? 0) - span.start) / width))
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 0.1 : 0.02
    const targets: Record<string, number> = {
      ArrowLeft: value - step,
      ArrowDown: value - step,
      ArrowRight: value + step,
      ArrowUp: value + step,
      Home: 0,
      End: 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(clamp(target))
  }
  const percent = Math.round(value * 100)
  return (
    <div
      className={styles.handle}
      style={{ insetInlineStart: span.start + value * width }}
      role="slider"
      tabIndex={0}
      aria-label="原图与结果的分割线"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`左侧 ${percent}% 为原图`}
      onPointerDown={handleDrag}
      onPointerMove={handleDrag}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={handleKey}
    >
      <span className={styles.knob}>
        <ToolIcon name="split" size={18} />
      </span>
    </div>
  )
}
