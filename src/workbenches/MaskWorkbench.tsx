import type { DraftInput } from '#src/data/drafts.ts'
import { MaskEditor } from '#src/ui/mask/MaskEditor.tsx'
import { Canvas } from './Canvas.tsx'
import { InputPreview } from './InputPreview.tsx'
import type { WorkbenchProps } from './load-workbench.ts'
import { PlaneButton } from './retexture/PlaneButton.tsx'
import { StandardBench } from './StandardBench.tsx'
import { maskOf } from './start-rules.ts'
import { type Bench, useBench } from './use-bench.ts'
import { usePictureMasks } from './use-picture-masks.ts'

/** A picture, a mask on it, and what is to happen there. */
export default function MaskWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const masks = usePictureMasks(bench)
  const editor = (source: DraftInput) => <Editor bench={bench} source={source} masks={masks} />
  const extra = tool.op === 'retexture' ? <PlaneButton bench={bench} /> : null
  return <StandardBench bench={bench} canvas={<Canvas bench={bench} editor={editor} />} extra={extra} />
}

interface EditorProps {
  bench: Bench
  source: DraftInput
  masks: ReturnType<typeof usePictureMasks>
}

function Editor({ bench, source, masks }: EditorProps) {
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
      onMask={(mask) => masks.keep(source, mask)}
    />
  )
}
