import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'

const VectorDialog = lazy(() => import('./VectorDialog.tsx'))

/** Saves a line drawing as SVG or DXF. */
export function VectorButton({ task, index }: { task: LocalTask; index: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        type="text"
        icon={<ToolIcon name="vector" />}
        aria-label="下载为 SVG / DXF"
        title="下载为 SVG / DXF"
        onClick={() => setOpen(true)}
        data-testid="vectors"
      />
      {open && (
        <Suspense>
          <VectorDialog task={task} index={index} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
