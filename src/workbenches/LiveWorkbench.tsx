import { paramsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { newId } from '#src/data/store/locks.ts'
import { boundsOf } from '#src/tools/controls.ts'
import { SketchBoard } from '#src/ui/image/SketchBoard.tsx'
import { BenchLayout } from './BenchLayout.tsx'
import { HistoryList } from './HistoryList.tsx'
import { InputsPanel, summaryOf } from './InputsPanel.tsx'
import styles from './LiveWorkbench.module.css'
import { LiveBar } from './live/LiveBar.tsx'
import { LiveResult } from './live/LiveResult.tsx'
import { useLive } from './live/use-live.ts'
import type { WorkbenchProps } from './load-workbench.ts'
import { TaskView } from './TaskView.tsx'
import { useBench } from './use-bench.ts'

const BRUSHES = boundsOf(paramsOf('live').shape.brush)
/** Where the drawing is kept in the draft; no op takes it as a second picture. */
const SKETCH = 'scene'

/** Draw on the left, see the result on the right. */
export default function LiveWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const { inputs, params, shown } = bench
  const base = inputs.find((input) => input.role === 'image')
  const sketch = inputs.find((input) => input.role === SKETCH)
  const live = useLive({
    ...{ base: base?.file, drawing: sketch?.file, params },
    reach: bench.place.project?.reach,
    graphId: bench.place.way?.graphId,
  })
  const keep = (drawing: Blob | null) =>
    bench.setInputs((previous) => {
      const rest = previous.filter((input) => input.role !== SKETCH)
      if (!drawing) return rest
      const file = new File([drawing], '草图.png', { type: 'image/png' })
      const kept: DraftInput = { id: newId(), role: SKETCH, file, width: 1024, height: 768 }
      return [...rest, kept]
    })
  return (
    <BenchLayout
      tool={tool}
      inputs={<InputsPanel bench={bench} />}
      summary={summaryOf(bench)}
      startBar={() => <LiveBar bench={bench} live={live} />}
      live
      canvas={
        <div className={styles.pair}>
          <div className={styles.half}>
            {bench.ready ? (
              <SketchBoard
                key={base?.id ?? 'blank'}
                base={base?.file}
                stored={sketch?.file}
                onSave={keep}
                brush={Number(params.brush)}
                brushes={BRUSHES}
                onBrush={(brush) => bench.setParams({ brush })}
              />
            ) : null}
          </div>
          <div className={styles.half}>
            {shown ? (
              <TaskView
                key={shown.taskId}
                task={shown}
                bench={bench}
                onBack={() => bench.setView({ run: null, task: null })}
              />
            ) : (
              <LiveResult bench={bench} live={live} />
            )}
          </div>
        </div>
      }
      history={<HistoryList bench={bench} />}
    />
  )
}
