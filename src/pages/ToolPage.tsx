import { useEffect } from 'react'
import { rememberTool } from '#src/state/recents.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import Workbench from '#src/workbenches/Workbench.tsx'

/** A tool's page: its workbench, and a note that it was used. */
export default function ToolPage({ tool }: { tool: RegisteredTool }) {
  useEffect(() => rememberTool(tool.id), [tool.id])
  return <Workbench key={tool.id} tool={tool} />
}
