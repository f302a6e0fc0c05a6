import { Button } from 'antd'
import { useState } from 'react'
import { savePlanSvg } from '#src/data/files/vectors.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { toastError } from '#src/state/toasts.ts'
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
    <Button
      type="text"
      icon={<ToolIcon name="vector" />}
      loading={busy}
      aria-label="下载为 SVG"
      title="下载为 SVG"
      onClick={() => void save()}
      data-testid="plan-svg"
    />
  )
}
