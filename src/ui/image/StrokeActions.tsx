import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { canRedo, canUndo, type SketchHistory } from './sketch-strokes.ts'
import { ToolIcon } from './ToolIcon.tsx'

/** What a surface that is drawn on can do with its strokes. */
interface Strokes {
  history: SketchHistory
  /** Nothing is drawn. */
  blank: boolean
  undo: () => void
  redo: () => void
  clear: () => void
}

interface Props {
  strokes: Strokes
  /** What is cleared, as the button says it. */
  clearTitle: string
}

/** Undo, redo and clear of a surface that is drawn on. */
export function StrokeActions({ strokes, clearTitle }: Props) {
  const { history, blank, undo, redo, clear } = strokes
  return (
    <>
      <StrokeAction
        title="撤销"
        keys="Ctrl+Z"
        icon={<ToolIcon name="undo" />}
        onClick={undo}
        off={!canUndo(history)}
      />
      <StrokeAction
        title="重做"
        keys="Ctrl+Shift+Z"
        icon={<ToolIcon name="redo" />}
        onClick={redo}
        off={!canRedo(history)}
      />
      <StrokeAction title={clearTitle} icon={<Icon name="trash" size={18} />} onClick={clear} off={blank} />
    </>
  )
}

interface ActionProps {
  title: string
  keys?: string
  icon: ReactNode
  onClick: () => void
  off?: boolean
}

/** One button of the row. */
function StrokeAction({ title, keys, icon, onClick, off = false }: ActionProps) {
  return (
    <Tooltip title={keys ? `${title}（${keys}）` : title}>
      <Button type="text" icon={icon} onClick={onClick} disabled={off} aria-label={title} />
    </Tooltip>
  )
}
