import { type RefObject, useState } from 'react'
import type { preview } from '#ops/composite/preview.ts'
import type { ParamsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { drawPreview, type ShownBy } from '#src/worker-clients/image-previews.ts'
import { useLivePreview } from '../live-preview.ts'
import { keyed, OPEN } from '../preview-files.ts'

/** Longer side while the subject moves, and once it rests, px. */
const SIDES = { moving: 640, resting: 1280 }

type CompositePreview = ShownBy<typeof preview>

/** What is shown, without its pixels. */
export type Shown = Omit<CompositePreview, 'bitmap'>

interface Wanted {
  source: DraftInput
  cut: { key: string; file: Blob }
  scene: DraftInput | undefined
  params: ParamsOf<'composite'>
  moving: boolean
  /** How often it was asked for anew. */
  tries: number
}

function make({ source, cut, scene, params, moving }: Wanted): Promise<CompositePreview> {
  const side = moving ? SIDES.moving : SIDES.resting
  const inputs = [...keyed(source, scene), { ...cut, role: 'cut' } as const]
  return drawPreview<typeof preview>({ op: 'composite', params, inputs, side }, OPEN)
}

/** Draws the composition on a canvas as it changes. */
export function useCompositePreview(
  canvas: RefObject<HTMLCanvasElement | null>,
  wanted: Omit<Wanted, 'tries'>,
) {
  const [tries, setTries] = useState(0)
  const { shown, error } = useLivePreview(canvas, { ...wanted, tries }, make)
  return { shown, error, retry: () => setTries((count) => count + 1) }
}
