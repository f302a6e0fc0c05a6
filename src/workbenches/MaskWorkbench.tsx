import type { DraftInput } from '#src/data/drafts.ts'
import { newId } from '#src/data/locks.ts'
import type { Field } from '#src/tools/tool.ts'
import { MaskEditor } from '#src/ui/mask/MaskEditor.tsx'
import { Canvas } from './Canvas.tsx'
import { InputPreview } from './InputPreview.tsx'
import type { WorkbenchProps } from './load-workbench.ts'
import { StandardBench } from './StandardBench.tsx'
import { maskOf } from './start-rules.ts'
import { type Bench, useBench } from './use-bench.ts'

/** A picture, a painted mask on it, and what is to happen there. */
export default function MaskWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  return (
    <StandardBench
      bench={bench}
      canvas={<Canvas bench={bench} editor={(source) => <Editor bench={bench} source={source} />} />}
    />
  )
}

const isBrush = (field: Field) => field.kind === 'slider' && field.key === 'brush'

function Editor({ bench, source }: { bench: Bench; source: DraftInput }) {
  const brush = bench.params.brush
  const field = bench.tool.fields.find(isBrush)
  // What this browser cannot decode it cannot show under a brush either: the whole picture is then taken.
  if (source.width === 0) return <InputPreview inputs={[source]} />
  const keep = (mask: Blob | null) =>
    bench.setInputs((previous) => {
      // What is saved on leaving may find its picture gone.
      if (!previous.some((input) => input.id === source.id)) return previous
      const old = maskOf(previous, source)
      const rest = previous.filter((input) => input !== old)
      if (!mask) return rest
      const file = new File([mask], '蒙版.png', { type: 'image/png' })
      const { width, height, id: of } = source
      return [...rest, { id: newId(), role: 'mask', file, width, height, of }]
    })
  return (
    <MaskEditor
      key={source.id}
      id={source.id}
      image={source.file}
      picture={{ width: source.width, height: source.height }}
      mask={maskOf(bench.inputs, source)?.file}
      onMask={keep}
      brush={field && typeof brush === 'number' ? brush : undefined}
      onBrush={(next) => bench.setParams({ brush: next })}
      maxBrush={field?.kind === 'slider' ? field.max : 200}
    />
  )
}
