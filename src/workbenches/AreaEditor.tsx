import type { DraftInput } from '#src/data/drafts.ts'
import { MaskEditor } from '#src/ui/mask/MaskEditor.tsx'
import { maskOf } from './start-rules.ts'
import type { Bench } from './use-bench.ts'
import { usePictureMasks } from './use-picture-masks.ts'

/** The mask editor for a tool that can do without a mask: fetched when it is first asked for. */
export default function AreaEditor({ bench, source }: { bench: Bench; source: DraftInput }) {
  const masks = usePictureMasks(bench)
  if (!masks.isKnown(source)) return null
  return (
    <MaskEditor
      key={source.id}
      id={source.id}
      image={source.file}
      picture={{ width: source.width, height: source.height }}
      mask={maskOf(bench.inputs, source)?.file}
      onMask={(mask) => masks.keep(source, mask)}
    />
  )
}
