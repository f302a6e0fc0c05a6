import type { DraftInput } from '#src/data/drafts.ts'
import { MaskEditor } from '#src/ui/mask/MaskEditor.tsx'
import type { FirstTool } from '#src/ui/mask/use-mask-editor.ts'
import { InputPreview } from './InputPreview.tsx'
import { maskOf } from './start-rules.ts'
import type { Bench } from './use-bench.ts'
import type { usePictureMasks } from './use-picture-masks.ts'

interface Props {
  bench: Bench
  source: DraftInput
  masks: ReturnType<typeof usePictureMasks>
  /** The tool to begin with. */
  first?: FirstTool
}

/** The mask editor on a picture of the form. */
export function PictureMask({ bench, source, masks, first }: Props) {
  // What this browser cannot decode it cannot show under a brush either: the whole picture is then taken.
  if (source.width === 0) return <InputPreview inputs={[source]} />
  if (!masks.isKnown(source)) return null
  return (
    <MaskEditor
      key={source.id}
      id={source.id}
      image={source.file}
      picture={{ width: source.width, height: source.height }}
      mask={maskOf(bench.inputs, source)?.file}
      things={source.things}
      onMask={(mask, things) => masks.keep(source, mask, things)}
      first={first}
    />
  )
}
