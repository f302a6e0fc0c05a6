import { lazy, Suspense } from 'react'
import { OPS } from '#ops/index.ts'
import { ownOf } from '#ops/own-edits.ts'
import { loadChunk } from '#src/app/load-chunk.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { masksRenewed } from '#src/data/drafts/renewed-masks.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import type { FirstTool } from '#src/ui/mask/use-mask-editor.ts'
import { InputPreview } from './InputPreview.tsx'
import { maskOf } from './start-rules.ts'
import type { Bench } from './use-bench.ts'
import type { usePictureMasks } from './use-picture-masks.ts'

/** Fetched with the first picture: an empty page has no part in it. */
const MaskEditor = lazy(async () => {
  const { MaskEditor } = await loadChunk(() => import('#src/ui/mask/MaskEditor.tsx'))
  return { default: MaskEditor }
})

interface Props {
  bench: Bench
  source: DraftInput
  masks: ReturnType<typeof usePictureMasks>
  /** The tool to begin with. */
  first?: FirstTool
}

/** The mask editor on a picture of the form. */
export function PictureMask({ bench, source, masks, first }: Props) {
  const renewed = useSignalValue(masksRenewed)
  // What this browser cannot decode it cannot show under a brush either: the whole picture is then taken.
  if (source.width === 0) return <InputPreview inputs={[source]} />
  if (!masks.isKnown(source)) return null
  return (
    <Suspense fallback={null}>
      <MaskEditor
        key={`${source.id} ${renewed.get(source.id) ?? 0}`}
        id={source.id}
        image={source.file}
        picture={{ width: source.width, height: source.height }}
        mask={maskOf(bench.inputs, source)?.file}
        things={ownOf('matting', source).things}
        onMask={(mask, things) => masks.keep(source, mask, things)}
        first={first}
        otherwise={OPS[bench.tool.op].look?.unpainted}
      />
    </Suspense>
  )
}
