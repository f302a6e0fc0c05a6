import type { ComponentType } from 'react'
import type { OpId } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { Canvas } from './Canvas.tsx'
import type { WorkbenchProps } from './load-workbench.ts'
import { MattingCanvas } from './matting/MattingCanvas.tsx'
import { PictureMask } from './PictureMask.tsx'
import { EditPreview } from './render/EditPreview.tsx'
import { PlaneButton } from './retexture/PlaneButton.tsx'
import { StandardBench } from './StandardBench.tsx'
import { type Bench, useBench } from './use-bench.ts'
import { usePictureMasks } from './use-picture-masks.ts'

/** Controls of single ops between inputs and parameters. */
const EXTRAS: Partial<Record<OpId, ComponentType<{ bench: Bench }>>> = { retexture: PlaneButton }
/** What lies over the editor of single ops. */
const OVERLAYS: Partial<Record<OpId, ComponentType<{ bench: Bench; source: DraftInput }>>> = {
  edit: EditPreview,
}

/** A picture, a mask on it, and what is to happen there. */
export default function MaskWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const masks = usePictureMasks(bench)
  const Editor = tool.op === 'matting' ? MattingCanvas : PictureMask
  const Overlay = OVERLAYS[tool.op]
  const editor = (source: DraftInput) => (
    <>
      <Editor bench={bench} source={source} masks={masks} />
      {Overlay ? <Overlay bench={bench} source={source} /> : null}
    </>
  )
  const Extra = EXTRAS[tool.op]
  const extra = Extra ? <Extra bench={bench} /> : null
  return <StandardBench bench={bench} canvas={<Canvas bench={bench} editor={editor} />} extra={extra} />
}
