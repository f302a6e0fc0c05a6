import { OPS } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { Canvas } from './Canvas.tsx'
import type { WorkbenchProps } from './load-workbench.ts'
import { MattingCanvas } from './matting/MattingCanvas.tsx'
import { PictureMask } from './PictureMask.tsx'
import { EditPreview } from './render/EditPreview.tsx'
import { PlaneButton } from './retexture/PlaneButton.tsx'
import { StandardBench } from './StandardBench.tsx'
import { useBench } from './use-bench.ts'
import { usePictureMasks } from './use-picture-masks.ts'

/** A picture, a mask on it, and what is to happen there. */
export default function MaskWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const masks = usePictureMasks(bench)
  const canvas = OPS[tool.op].look?.canvas
  const Editor = canvas === 'things' ? MattingCanvas : PictureMask
  const editor = (source: DraftInput) => (
    <>
      <Editor bench={bench} source={source} masks={masks} />
      {canvas === 'words' ? <EditPreview bench={bench} source={source} /> : null}
    </>
  )
  const extra = canvas === 'plane' ? <PlaneButton bench={bench} /> : null
  return <StandardBench bench={bench} canvas={<Canvas bench={bench} editor={editor} />} extra={extra} />
}
