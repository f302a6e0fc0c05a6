import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** antd with what it alone is built on. */
const ANTD =
  /[\\/]src[\\/]app[\\/]static-cssinjs|[\\/]node_modules[\\/](antd|@ant-design|@rc-component|@emotion|@babel[\\/]runtime|clsx|react-is|is-mobile|throttle-debounce|scroll-into-view-if-needed|compute-scroll-into-view)[\\/]/

/** Whether a module draws with antd, itself or through what it imports outright. */
function drawsWithAntd(id: string, context: Context): boolean {
  const seen = new Set([id])
  for (const at of seen) {
    if (ANTD.test(at)) return true
    if (at.includes('node_modules')) continue
    for (const next of context.getModuleInfo(at)?.importedIds ?? []) seen.add(next)
  }
  return false
}

/**
 * Which modules share a file. Each file costs a request through the service worker: what most pages share is
 * one. The home page has no part in antd, so nothing that draws with it may lie in `core`.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|@preact[\\/][^\\/]+)[\\/]/,
    priority: 20,
  },
  {
    name: (id, context) => (drawsWithAntd(id, context) ? null : 'core'),
    debugName: 'core',
    test: /[\\/](zod|@tanstack|idb|comlink|contracts|src[\\/](data|state|tools|ui|worker-clients))[\\/]/,
    minShareCount: 8,
    priority: 10,
  },
  {
    name: 'antd',
    test: ANTD,
    minShareCount: 4,
    includeDependenciesRecursively: false,
    priority: 8,
  },
  {
    name: (id, context) => (drawsWithAntd(id, context) || id.includes('workbenches') ? 'bench' : null),
    debugName: 'bench',
    test: /[\\/]src[\\/](workbenches[\\/](?!load-workbench|workbench-files)|ui[\\/])/,
    minShareCount: 4,
    includeDependenciesRecursively: false,
    priority: 6,
  },
  {
    // Small parts of every tool's page.
    name: 'tool',
    test: /[\\/]src[\\/](pages[\\/]ToolPage|data[\\/]picture-masks|ui[\\/](packs[\\/]Pack|form[\\/](Material|Scene))|workbenches[\\/](Workbench|MaskWorkbench|PictureMask|use-picture-masks|matting[\\/]MattingCanvas|retexture[\\/]PlaneButton))/,
    includeDependenciesRecursively: false,
    priority: 5,
  },
]
