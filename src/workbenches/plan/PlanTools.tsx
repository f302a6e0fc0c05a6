import { Button, Segmented } from 'antd'
import { downloadPack, usePacks } from '#src/data/settings/packs.ts'
import { toastError } from '#src/state/toasts.ts'
import { formatBytes } from '#src/text/format.ts'
import { Choices } from '#src/ui/form/Choices.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { UndoRedo } from '../UndoRedo.tsx'
import { MEND_MODES, type MendMode } from './mend-modes.ts'
import styles from './Plan.module.css'
import type { PlanEdits } from './use-plan-edits.ts'

export type Side = 'result' | 'source'

const SIDES: { value: Side; label: string }[] = [
  { value: 'result', label: '预览' },
  { value: 'source', label: '线图' },
]

export function SideSwitch({ side, onSide }: { side: Side; onSide: (side: Side) => void }) {
  return <Segmented value={side} onChange={onSide} options={SIDES} name="plan-side" aria-label="查看" />
}

interface ModesProps {
  mode: MendMode
  content: 'home' | 'site'
  onMode: (mode: MendMode) => void
}

/** What the pointer does to the plan. */
export function MendModes({ mode, content, onMode }: ModesProps) {
  return (
    <Choices className={styles.modes} label="改图">
      {MEND_MODES.filter(({ onSites }) => content === 'home' || onSites).map((one) => (
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

/** Back and forth through what was done by hand. */
export function EditActions({ edits }: { edits: PlanEdits }) {
  if (!edits.canUndo && !edits.canRedo) return null
  return (
    <span className={styles.actions}>
      <UndoRedo edits={edits} />
    </span>
  )
}

/** The scale that was guessed, as a question in one line. */
export function ScaleQuestion({
  words,
  onYes,
  onSet,
}: {
  words: string
  onYes: () => void
  onSet: () => void
}) {
  return (
    <span className={styles.question}>
      <span>{words}</span>
      <Button size="small" type="primary" onClick={onYes}>
        对
      </Button>
      <Button size="small" onClick={onSet}>
        改
      </Button>
    </span>
  )
}

/** Names are read on this device after a download; the server's start does without. */
export function TextPack() {
  const pack = usePacks()?.planText
  if (!pack) return null
  const isOn = pack.state === 'downloading' || pack.state === 'waiting'
  if (isOn) return <span>正在下载识别文字的离线包 {Math.round((100 * pack.arrived) / pack.bytes)}%</span>
  return (
    <Button type="link" size="small" onClick={() => void downloadPack('planText').catch(toastError)}>
      预览里识别房间名（下载 {formatBytes(pack.bytes - pack.arrived)}）
    </Button>
  )
}
