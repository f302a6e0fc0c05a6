import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { Canvas } from '../Canvas.tsx'
import { InputPreview } from '../InputPreview.tsx'
import type { WorkbenchProps } from '../load-workbench.ts'
import { StandardBench } from '../StandardBench.tsx'
import { useBench } from '../use-bench.ts'
import { withPreview } from '../with-preview.ts'
import { CompositeCanvas } from './CompositeCanvas.tsx'

/** A picture's subject on another ground, placed by hand. */
export default function CompositeWorkbench({ tool }: WorkbenchProps) {
  const bench = withPreview(useBench(tool))
  const editor = (source: DraftInput) =>
    // What this browser cannot decode it cannot preview either; the start works all the same.
    source.width === 0 ? (
      <InputPreview inputs={[source]} />
    ) : (
      <CompositeCanvas key={source.id} bench={bench} source={source} />
    )
  return <StandardBench bench={bench} canvas={<Canvas bench={bench} editor={editor} />} live />
}
