import { BenchLayout } from './BenchLayout.tsx'
import { Canvas } from './Canvas.tsx'
import { HistoryList } from './HistoryList.tsx'
import { InputsPanel, summaryOf } from './InputsPanel.tsx'
import { StartBar } from './StartBar.tsx'
import { useBench } from './use-bench.ts'
import { useStart } from './use-start.ts'
import type { WorkbenchProps } from './Workbench.tsx'

/** Pictures in, pictures out: matting, line drawing, upscaling, grading. */
export default function TransformWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const start = useStart(bench)
  return (
    <BenchLayout
      tool={tool}
      inputs={<InputsPanel bench={bench} />}
      summary={summaryOf(bench)}
      startBar={<StartBar bench={bench} start={start} />}
      canvas={<Canvas bench={bench} />}
      history={<HistoryList bench={bench} />}
    />
  )
}
