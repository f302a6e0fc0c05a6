import { type ComponentType, lazy, Suspense } from 'react'
import { loadChunk } from '#src/app/load-chunk.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import type { WorkbenchId } from '#src/tools/tool.ts'
import { PagePending } from '#src/ui/PagePending.tsx'

/** What every workbench takes. */
export interface WorkbenchProps {
  tool: RegisteredTool
}

/** The component of each page shape, loaded when it is first needed. A shape without one does not compile. */
const WORKBENCHES: Record<WorkbenchId, ComponentType<WorkbenchProps>> = {
  render: lazy(() => loadChunk(() => import('./PictureWorkbench.tsx'))),
  transform: lazy(() => loadChunk(() => import('./PictureWorkbench.tsx'))),
  mask: lazy(() => loadChunk(() => import('./MaskWorkbench.tsx'))),
  batch: lazy(() => loadChunk(() => import('./PictureWorkbench.tsx'))),
  viewer: lazy(() => loadChunk(() => import('./ViewerWorkbench.tsx'))),
  chat: lazy(() => loadChunk(() => import('./ChatWorkbench.tsx'))),
  video: lazy(() => loadChunk(() => import('./VideoWorkbench.tsx'))),
  live: lazy(() => loadChunk(() => import('./LiveWorkbench.tsx'))),
  prompt: lazy(() => loadChunk(() => import('./PromptWorkbench.tsx'))),
}

/** The page of a tool. */
export default function Workbench({ tool }: WorkbenchProps) {
  const View = WORKBENCHES[tool.workbench]
  return (
    <Suspense fallback={<PagePending />}>
      {/* Another tool is another draft and another run: nothing of the last one may stay. */}
      <View key={tool.id} tool={tool} />
    </Suspense>
  )
}
