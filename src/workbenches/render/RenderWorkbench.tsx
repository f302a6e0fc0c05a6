import { OPS } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { Canvas } from '../Canvas.tsx'
import type { WorkbenchProps } from '../load-workbench.ts'
import PictureWorkbench from '../PictureWorkbench.tsx'
import { StandardBench } from '../StandardBench.tsx'
import { useBench } from '../use-bench.ts'
import { ViewsBench } from '../views/ViewsBench.tsx'
import { withPreview } from '../with-preview.ts'
import { RenderCanvas } from './RenderCanvas.tsx'
import { useKeptMaterials } from './use-kept-materials.ts'
import { VariantGrid } from './VariantGrid.tsx'

/** Renders with a live preview whose regions can be changed, several views of one picture, or another's style. */
export default function RenderWorkbench({ tool }: WorkbenchProps) {
  const canvas = OPS[tool.op].look?.canvas
  if (canvas === 'regions') return <LiveRender tool={tool} />
  return canvas === 'angles' ? <ViewsBench tool={tool} /> : <PictureWorkbench tool={tool} />
}

function LiveRender({ tool }: WorkbenchProps) {
  const bench = withPreview(useBench(tool))
  useKeptMaterials(bench.params)
  const editor = (source: DraftInput) => <RenderCanvas key={source.id} bench={bench} source={source} />
  const isGrid = bench.run.length > 1 && !bench.batch.on && !bench.shown
  return (
    <StandardBench
      bench={bench}
      canvas={(start) =>
        isGrid ? <VariantGrid bench={bench} start={start} /> : <Canvas bench={bench} editor={editor} />
      }
      live
    />
  )
}
