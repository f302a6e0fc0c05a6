import { OPS } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { AreaCanvas } from './AreaCanvas.tsx'
import { Canvas } from './Canvas.tsx'
import { ExtendCanvas } from './ExtendCanvas.tsx'
import { LiveCanvas } from './LiveCanvas.tsx'
import type { WorkbenchProps } from './load-workbench.ts'
import { StandardBench } from './StandardBench.tsx'
import { useBench } from './use-bench.ts'
import { withPreview } from './with-preview.ts'

/** Pictures and parameters in, pictures out: renders as well as matting, line drawing or grading. */
export default function PictureWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const canvas = OPS[tool.op].look?.canvas
  if (canvas === 'area') {
    const area = (source: DraftInput) => <AreaCanvas key={source.id} bench={bench} source={source} />
    return <StandardBench bench={bench} canvas={<Canvas bench={bench} editor={area} />} />
  }
  if (canvas === 'margins') {
    const frame = (source: DraftInput) => <ExtendCanvas key={source.id} bench={bench} source={source} />
    return <StandardBench bench={bench} canvas={<Canvas bench={bench} editor={frame} />} />
  }
  if (canvas !== 'live') return <StandardBench bench={bench} canvas={<Canvas bench={bench} />} />
  const live = withPreview(bench)
  const editor = (source: DraftInput) => <LiveCanvas bench={live} source={source} />
  return <StandardBench bench={live} canvas={<Canvas bench={live} editor={editor} />} live />
}
