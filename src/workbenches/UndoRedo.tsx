import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'

interface Edits {
  canUndo: boolean
  canRedo: boolean
  undo: () => void
  redo: () => void
}

/** The two buttons that take an edit back and do it again. */
export function UndoRedo({ edits }: { edits: Edits }) {
  return (
    <>
      <IconButton
        icon={<ToolIcon name="undo" />}
        disabled={!edits.canUndo}
        onClick={edits.undo}
        label="撤销"
        title="撤销（Ctrl+Z）"
      />
      <IconButton
        icon={<ToolIcon name="redo" />}
        disabled={!edits.canRedo}
        onClick={edits.redo}
        label="重做"
        title="重做（Ctrl+Shift+Z）"
      />
    </>
  )
}
