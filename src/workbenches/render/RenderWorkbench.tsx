import type { DraftInput } from '#src/data/drafts.ts'
import { Canvas } from '../Canvas.tsx'
import type { WorkbenchProps } from '../load-workbench.ts'
import { StandardBench } from '../StandardBench.tsx'
import { useBench } from '../use-bench.ts'
import { ViewsBench } from '../views/ViewsBench.tsx'
import { withPreview } from '../with-preview.ts'
import { RenderCanvas } from './RenderCanvas.tsx'
import { useKeptMaterials } from './use-kept-materials.ts'
import { VariantGrid } from './VariantGrid.tsx'

/** Renders with a live preview whose regions can be changed, or several views of one picture. */
export default function RenderWorkbench({ tool }: WorkbenchProps) {
  return tool.op === 'render' ? <LiveRender tool={tool} /> : <ViewsBench tool={tool} />
}

function LiveRender({ tool }: WorkbenchProps) {
  const bench = withPreview(useBench(tool))
  useKeptMaterials(bench.params)
  const editor = (source: DraftInput) => <RenderCanvas key={source.id} bench={bench} source={source} />
  const isGrid = bench.run.length > 1 && !bench.batch.on && !bench.shown
  const canvas = isGrid ? <VariantGrid bench={bench} /> : <Canvas bench={bench} editor={editor} />
  return <StandardBench bench={bench} canvas={canvas} live />
}
