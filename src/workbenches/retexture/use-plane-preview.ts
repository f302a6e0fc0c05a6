import { type RefObject, useState } from 'react'
import type { ParamsOf } from '#ops/index.ts'
import type { preview } from '#ops/retexture/preview.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { openForPreview } from '#src/data/settings/material-files.ts'
import { drawPreview } from '#src/worker-clients/image-previews.ts'
import { useLivePreview } from '../live-preview.ts'
import { keyed, OPEN } from '../preview-files.ts'

/** Longer side at most while something moves, px: each change is seen within a tenth of a second. */
const MOVING_SIDE = 1024
/** The same at most once it rests. */
const RESTING_SIDE = 2048
/** What has not changed for this long after it was drawn rests, ms. */
const REST_MS = 300
const STEP = 64

export interface Wanted {
  source: DraftInput
  mask: DraftInput
  style: DraftInput | undefined
  laying: Pick<ParamsOf<'retexture'>, 'material' | 'keepLight' | 'scale' | 'turn'>
  /** Empty where the lines are to tell. */
  corners: readonly number[]
}

/** As many px as are seen, in steps, so that a scroll bar asks for no other copy. */
const stepUp = (side: number) => Math.max(STEP, Math.ceil(side / STEP) * STEP)

/** Longer side of an element that can be seen, px of the screen. */
function seenSide(element: Element | null): number {
  const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
  return Math.round(Math.max(width, height) * window.devicePixelRatio)
}

/** Draws previews as large as a canvas is seen; the material that was laid last stays open. */
function drawFor(canvas: RefObject<HTMLCanvasElement | null>) {
  /** Opening one asks the store and the network. */
  let kept: { key: string; opened: ReturnType<typeof openForPreview> } | null = null
  return async ({ source, mask, style, laying, corners }: Wanted, quick: boolean) => {
    const key = style?.id ?? laying.material
    if (kept?.key !== key) kept = { key, opened: openForPreview(laying.material, style) }
    try {
      const material = await kept.opened
      const settings = { ...laying, corners: [...corners], tileMm: material.repeatMm }
      // Not before: the dialog opens after the first preview is asked for.
      const side = Math.min(quick ? MOVING_SIDE : RESTING_SIDE, stepUp(seenSide(canvas.current)))
      const given = { role: 'style', key: material.key, file: material.file } as const
      const inputs = [...keyed(source, mask), given]
      const made = await drawPreview<typeof preview>(
        { op: 'retexture', params: settings, inputs, side, quick },
        OPEN,
      )
      return { ...made, rough: quick }
    } catch (thrown) {
      kept = null
      throw thrown
    }
  }
}

/** Draws the material on a canvas as corners and sliders move; at rest a sharper one follows. */
export function usePlanePreview(canvas: RefObject<HTMLCanvasElement | null>, wanted: Wanted) {
  const [draw] = useState(() => drawFor(canvas))
  return useLivePreview(canvas, wanted, draw, { restMs: REST_MS })
}
