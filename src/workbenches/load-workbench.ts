import { type ComponentType, lazy } from 'react'
import { loadChunk } from '#src/app/load-chunk.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import type { WorkbenchId } from '#src/tools/tool.ts'

/** What every workbench takes. */
export interface WorkbenchProps {
  tool: RegisteredTool
}
type View = ComponentType<WorkbenchProps>

/** The code of each page shape. A shape without one does not compile. */
const LOADERS: Record<WorkbenchId, () => Promise<{ default: View }>> = {
  render: () => import('./render/RenderWorkbench.tsx'),
  transform: () => import('./PictureWorkbench.tsx'),
  mask: () => import('./MaskWorkbench.tsx'),
  composite: () => import('./composite/CompositeWorkbench.tsx'),
  plan: () => import('./plan/PlanWorkbench.tsx'),
  batch: () => import('./PictureWorkbench.tsx'),
  viewer: () => import('./ViewerWorkbench.tsx'),
  chat: () => import('./ChatWorkbench.tsx'),
  video: () => import('./VideoWorkbench.tsx'),
  live: () => import('./LiveWorkbench.tsx'),
  prompt: () => import('./PromptWorkbench.tsx'),
}

const views = new Map<WorkbenchId, View>()

/** Fetches a page shape beside the rest of a route, so that its page is drawn at once and not in two steps. */
export async function preloadWorkbench(id: WorkbenchId): Promise<void> {
  const { default: view } = await loadChunk(LOADERS[id])
  // One that is drawn already stays the same component, or its page would begin anew.
  if (!views.has(id)) views.set(id, view)
}

/** The component of a page shape; one that is not here yet loads when it is first drawn. */
export function workbenchOf(id: WorkbenchId): View {
  const known = views.get(id)
  if (known) return known
  const view = lazy(() => loadChunk(LOADERS[id]))
  views.set(id, view)
  return view
}
