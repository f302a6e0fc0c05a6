import { type RefObject, useMemo } from 'react'
import type { preview } from '#ops/grade/preview.ts'
import type { OpId } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { drawPreview, type ShownBy } from '#src/worker-clients/image-previews.ts'
import { useLivePreview } from './live-preview.ts'
import { keyed, OPEN } from './preview-files.ts'

/** Longer side while a slider moves, px: enough for most windows, and quick. */
export const MOVING_SIDE = 1024
/** The same once it rests and more can be seen. */
const RESTING_SIDE = 2048
/** A slider that has not moved for this long after it was drawn rests, ms. */
const REST_MS = 300

/** What is drawn; only some operations tell of verticals. */
export type SteadyPreview = Pick<ShownBy<typeof preview>, 'bitmap' | 'width' | 'height'> &
  Partial<Pick<ShownBy<typeof preview>, 'verticals'>>

interface Wanted {
  source: DraftInput
  params: Readonly<Record<string, unknown>>
  /** Another file that the operation works with. */
  more: DraftInput | undefined
  /** Whether more can be seen than a moving preview has. */
  sharp: boolean
}

/** Draws what an operation makes of a picture as its parameters change, and sharper once they rest. */
export function useSteadyPreview(canvas: RefObject<HTMLCanvasElement | null>, op: OpId, wanted: Wanted) {
  const draw = useMemo(
    () =>
      async ({ source, params, more, sharp }: Wanted, quick: boolean) => {
        const work = { op, params, inputs: keyed(source, more), side: quick ? MOVING_SIDE : RESTING_SIDE }
        const made: SteadyPreview = await drawPreview<typeof preview>(work, OPEN)
        return { ...made, rough: quick && sharp }
      },
    [op],
  )
  return useLivePreview(canvas, wanted, draw, { restMs: REST_MS })
}
