import { lazy, Suspense, useState } from 'react'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'

const VectorDialog = lazy(() => import('./VectorDialog.tsx'))

/** Saves a line drawing as SVG or DXF. */
export function VectorButton({ task, index }: { task: LocalTask; index: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={<ToolIcon name="vector" />}
        label="下载为 SVG / DXF"
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
