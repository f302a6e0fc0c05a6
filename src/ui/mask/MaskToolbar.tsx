import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Group } from '#src/ui/form/Group.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import styles from './MaskEditor.module.css'
import type { MaskState } from './mask-document.ts'
import { MASK_TOOLS, type MaskTool } from './mask-tools.ts'
import type { MaskEditing } from './use-mask-editor.ts'

interface RailProps {
  tool: MaskTool
  onTool: (tool: MaskTool) => void
}

/** The tools: a rail beside the picture, or a row below it on a phone. */
export function ToolRail({ tool, onTool }: RailProps) {
  return (
    <Group className={styles.rail} label="蒙版工具">
      {MASK_TOOLS.map(({ value, icon, title, key }) => (
        <Tooltip key={value} title={`${title}（${key.toUpperCase()}）`} placement="right">
          <button
            type="button"
            className={styles.tool}
            aria-label={title}
            aria-pressed={value === tool}
            onClick={() => onTool(value)}
          >
            <ToolIcon name={icon} size={20} />
          </button>
        </Tooltip>
      ))}
    </Group>
  )
}

interface ActionsProps {
  state: MaskState
  off: boolean
  whole: MaskEditing['whole']
  panelId: string
  panelOpen: boolean
  onPanel: () => void
}

/** What is done to the whole mask. */
export function MaskActions(props: ActionsProps) {
  const { state, off, whole, panelOpen } = props
  return (
    <Group className={styles.actions} label="蒙版操作">
      <Action title="撤销" keys="Ctrl+Z" off={off || !state.canUndo} onClick={whole.undo}>
        <ToolIcon name="undo" />
      </Action>
      <Action title="重做" keys="Ctrl+Shift+Z" off={off || !state.canRedo} onClick={whole.redo}>
        <ToolIcon name="redo" />
      </Action>
      <span className={styles.wideOnly}>
        <Action title="反选" keys="I" off={off} onClick={whole.invert}>
          <ToolIcon name="invert" />
        </Action>
        <Action title="清空" keys="Delete" off={off || state.blank} onClick={whole.clear}>
          <Icon name="trash" size={18} />
        </Action>
      </span>
      <Tooltip title={panelOpen ? '' : '边缘、颜色、上传与下载'}>
        <Button
          type="text"
          icon={<ToolIcon name="adjust" />}
          aria-label="更多蒙版操作"
          aria-expanded={panelOpen}
          aria-controls={panelOpen ? props.panelId : undefined}
          data-mask-more
          onClick={props.onPanel}
        />
      </Tooltip>
    </Group>
  )
}

interface ActionProps {
  title: string
  keys: string
  off: boolean
  onClick: () => void
  children: ReactNode
}

function Action({ title, keys, off, onClick, children }: ActionProps) {
  return (
    <Tooltip title={`${title}（${keys}）`}>
      <Button type="text" icon={children} onClick={onClick} disabled={off} aria-label={title} />
    </Tooltip>
  )
}
