import { type ComponentType, lazy } from 'react'
import { loadChunk } from '#src/app/load-chunk.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import type { WorkbenchId } from '#src/tools/tool.ts'
import { WORKBENCH_FILES } from './workbench-files.ts'

/** What every workbench takes. */
export interface WorkbenchProps {
  tool: RegisteredTool
}
type View = ComponentType<WorkbenchProps>

/** Loaders of this folder's page shapes, by file. */
const FILES = import.meta.glob<{ default: View }>([
  './*Workbench.tsx',
  './*/*Workbench.tsx',
  '!./Workbench.tsx',
])

function loadView(id: WorkbenchId): Promise<{ default: View }> {
  const load = FILES[WORKBENCH_FILES[id]]
  if (!load) throw new Error(`no module has the page shape ${id}`)
  return loadChunk(load)
}

const views = new Map<WorkbenchId, View>()

/** Fetches a page shape beside the rest of a route, so that its page is drawn at once and not in two steps. */
export async function preloadWorkbench(id: WorkbenchId): Promise<void> {
  const { default: view } = await loadView(id)
  // One that is drawn already stays the same component, or its page would begin anew.
  if (!views.has(id)) views.set(id, view)
}

/** The component of a page shape; one that is not here yet loads when it is first drawn. */
export function workbenchOf(id: WorkbenchId): View {
  const known = views.get(id)
  if (known) return known
  const view = lazy(() => loadView(id))
  views.set(id, view)
  return view
}
