import { Button } from 'antd'
import { downloadPack, usePacks } from '#src/data/settings/packs.ts'
import { toastError } from '#src/state/toasts.ts'
import { formatBytes } from '#src/text/format.ts'
import { UndoRedo } from '../UndoRedo.tsx'
import styles from './Plan.module.css'
import type { PlanEdits } from './use-plan-edits.ts'

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
