import type { RefObject } from 'react'
import type { ParamsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { previewRender, type RenderPreview } from '#src/worker-clients/image-previews.ts'
import { useLivePreview } from '../live-preview.ts'
import { keyed, openOnce } from '../preview-files.ts'

/** Longer side of previews, px: each change is seen within a second. */
const SIDE = 1024

interface Wanted {
  source: DraftInput
  style: DraftInput | undefined
  params: ParamsOf<'render'>
}

const draw = ({ source, style, params }: Wanted, quick: boolean): Promise<RenderPreview> =>
  previewRender(keyed(source), style ? keyed(style) : null, params, SIDE, quick, openOnce)

/** Draws what a render makes of a picture, as its parameters and regions change. */
export function useRenderPreview(canvas: RefObject<HTMLCanvasElement | null>, wanted: Wanted) {
  return useLivePreview(canvas, wanted, draw)
}
