import type { WorkbenchId } from '#src/tools/tool.ts'

/**
 * The module of each page shape, from this folder. The build reads it too (scripts/build/tool-code.ts), to know what
 * a tool's page is made of. A shape without one does not compile.
 */
export const WORKBENCH_FILES: Readonly<Record<WorkbenchId, string>> = {
  render: './render/RenderWorkbench.tsx',
  transform: './PictureWorkbench.tsx',
  mask: './MaskWorkbench.tsx',
  composite: './composite/CompositeWorkbench.tsx',
  plan: './plan/PlanWorkbench.tsx',
  batch: './PictureWorkbench.tsx',
  viewer: './ViewerWorkbench.tsx',
  chat: './ChatWorkbench.tsx',
  video: './VideoWorkbench.tsx',
  live: './LiveWorkbench.tsx',
  prompt: './PromptWorkbench.tsx',
}
