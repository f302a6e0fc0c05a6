import type { RefObject } from 'react'
import type { ParamsOf } from '#ops/index.ts'
import type { preview } from '#ops/render/preview.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { drawPreview } from '#src/worker-clients/image-previews.ts'
import { useLivePreview } from '../live-preview.ts'
import { keyed, OPEN } from '../preview-files.ts'

/** Longer side of previews, px: each change is seen within a second. */
const SIDE = 1024

interface Wanted {
  source: DraftInput
  style: DraftInput | undefined
  params: ParamsOf<'render'>
}

const draw = ({ source, style, params }: Wanted, quick: boolean) =>
  drawPreview<typeof preview>({ op: 'render', params, inputs: keyed(source, style), side: SIDE, quick }, OPEN)

/** Draws what a render makes of a picture, as its parameters and regions change. */
export function useRenderPreview(canvas: RefObject<HTMLCanvasElement | null>, wanted: Wanted) {
  return useLivePreview(canvas, wanted, draw)
}
