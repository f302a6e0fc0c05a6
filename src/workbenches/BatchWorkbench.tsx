import { useMemo } from 'react'
import { BatchTable } from './BatchTable.tsx'
import { compressRows } from './compress-rows.ts'
import { EmptyCanvas } from './EmptyCanvas.tsx'
import { StandardBench } from './StandardBench.tsx'
import { StartBar } from './StartBar.tsx'
import { TaskView } from './TaskView.tsx'
import { useBench } from './use-bench.ts'
import { useStart } from './use-start.ts'
import type { WorkbenchProps } from './Workbench.tsx'

/** Many files, one after another, on this device: a row a file with what it was and what it became. */
export default function BatchWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const { run, inputs, params, view, setView } = bench
  const start = useStart(bench)
  const rows = useMemo(() => compressRows(inputs, run, params), [inputs, run, params])
  const due = rows.filter((row) => row.due && row.input)
  const again = due.length > 0 && due.every((row) => row.task)
  // Only what is new or was run with other settings is run; the rest of the run stays as it is.
  const handleStart = () => {
    const files = due.flatMap((row) => row.input ?? [])
    void start.start(view.run && files.length > 0 ? { inputs: files, run: view.run } : undefined)
  }
  const through = rows.every((row) => row.task?.state === 'done')
  const idle = inputs.length === 0 || due.length > 0 ? '' : through ? '已全部压缩，改设置可重压' : '正在压缩…'
  const asked = view.task ? bench.shown : undefined
  return (
    <StandardBench
      bench={bench}
      startBar={
        <StartBar
          bench={bench}
          start={start}
          count={due.length}
          label={again ? '按新设置重压' : '开始压缩'}
          onStart={handleStart}
          idle={idle}
        />
      }
      canvas={
        asked ? (
          <TaskView key={asked.taskId} task={asked} bench={bench} onBack={() => setView({ task: null })} />
        ) : rows.length > 0 ? (
          <BatchTable rows={rows} bench={bench} />
        ) : (
          <EmptyCanvas bench={bench} />
        )
      }
    />
  )
}
