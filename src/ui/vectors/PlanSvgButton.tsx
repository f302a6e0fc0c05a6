import { useState } from 'react'
import { savePlanSvg } from '#src/data/files/vectors.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { toastError } from '#src/state/toasts.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'

/** Saves a coloured plan in vectors, to be worked on in other programs. */
export function PlanSvgButton({ task, index }: { task: LocalTask; index: number }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await savePlanSvg(task, index).catch(toastError)
    setBusy(false)
  }
  return (
    <IconButton
      icon={<ToolIcon name="vector" />}
      loading={busy}
      label="下载为 SVG"
      onClick={() => void save()}
      data-testid="plan-svg"
    />
  )
}
