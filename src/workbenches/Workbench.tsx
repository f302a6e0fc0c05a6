import { Suspense } from 'react'
import { PagePending } from '#src/ui/PagePending.tsx'
import { type WorkbenchProps, workbenchOf } from './load-workbench.ts'

/** The page of a tool. */
export default function Workbench({ tool }: WorkbenchProps) {
  const View = workbenchOf(tool.workbench)
  return (
    <Suspense fallback={<PagePending />}>
      {/* Another tool is another draft and another run: nothing of the last one may stay. */}
      <View key={tool.id} tool={tool} />
    </Suspense>
  )
}
