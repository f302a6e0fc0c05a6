import { Segmented } from 'antd'
import { Choices } from '#src/ui/form/Choices.tsx'
import { ToolIcon, type ToolIconName } from '#src/ui/image/ToolIcon.tsx'
import styles from './StageModes.module.css'

/** A way of working on a picture by the pointer. */
export interface StageMode<Mode extends string> {
  mode: Mode
  icon: ToolIconName
  title: string
  hint: string
}

interface Props<Mode extends string> {
  label: string
  modes: readonly StageMode<Mode>[]
  mode: Mode
  onMode: (mode: Mode) => void
}

/** Buttons that choose what the pointer does to the picture on the stage. */
export function StageModes<Mode extends string>({ label, modes, mode, onMode }: Props<Mode>) {
  return (
    <Choices className={styles.modes} label={label}>
      {modes.map((one) => (
        <button
          type="button"
          key={one.mode}
          className={styles.mode}
          aria-pressed={mode === one.mode}
          title={one.hint}
          onClick={() => onMode(one.mode)}
        >
          <ToolIcon name={one.icon} />
          {one.title}
        </button>
      ))}
    </Choices>
  )
}

/** Side of a workbench's stage: the preview of the result, or the source picture. */
export type Side = 'result' | 'source'

interface SideProps {
  side: Side
  /** Label of the source's side. */
  source: string
  onSide: (side: Side) => void
}

export function SideSwitch({ side, source, onSide }: SideProps) {
  const sides: { value: Side; label: string }[] = [
    { value: 'result', label: '预览' },
    { value: 'source', label: source },
  ]
  return <Segmented value={side} onChange={onSide} options={sides} name="stage-side" aria-label="查看" />
}
