import type { RefObject } from 'react'
import type { preview } from '#ops/flatplan/preview.ts'
import type { ParamsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import type { ReadText } from '#src/worker-clients/image-ops.ts'
import { drawPreview } from '#src/worker-clients/image-previews.ts'
import { useLivePreview } from '../live-preview.ts'
import { keyed, OPEN } from '../preview-files.ts'

/** Longer side of previews, px. */
const SIDE = 1200
/** How long nothing may change before what was made in haste is made sharp, ms. */
const REST_MS = 150

interface Wanted {
  source: DraftInput
  /** Null while there is something to wait for. */
  texts: readonly ReadText[] | null
  params: ParamsOf<'flatplan'>
}

const draw = ({ source, texts, params }: Wanted, quick: boolean) =>
  drawPreview<typeof preview>(
    { op: 'flatplan', params, inputs: keyed(source), side: SIDE, quick, known: texts ?? [] },
    OPEN,
  )

/** Draws a plan as it would be coloured, as its parameters and rooms change. */
export function usePlanPreview(canvas: RefObject<HTMLCanvasElement | null>, wanted: Wanted) {
  return useLivePreview(canvas, wanted, draw, {
    isReady: wanted.texts !== null,
    restMs: REST_MS,
  })
}
