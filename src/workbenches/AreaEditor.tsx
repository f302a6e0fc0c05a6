import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { PictureMask } from './PictureMask.tsx'
import type { Bench } from './use-bench.ts'
import { usePictureMasks } from './use-picture-masks.ts'

/** The mask editor for a tool that can do without a mask. */
export function AreaEditor({ bench, source }: { bench: Bench; source: DraftInput }) {
  const masks = usePictureMasks(bench)
  return <PictureMask bench={bench} source={source} masks={masks} />
}
