import { paramsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { newId } from '#src/data/store/locks.ts'
import { boundsOf } from '#src/tools/controls.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SketchBoard } from '#src/ui/image/SketchBoard.tsx'
import { OP_ICONS } from '#src/ui/op-icon.ts'
import styles from './LiveWorkbench.module.css'
import type { WorkbenchProps } from './load-workbench.ts'
import { StandardBench } from './StandardBench.tsx'
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
  const keep = (drawing: Blob | null) =>
    bench.setInputs((previous) => {
      const rest = previous.filter((input) => input.role !== SKETCH)
      if (!drawing) return rest
      const file = new File([drawing], '草图.png', { type: 'image/png' })
      const kept: DraftInput = { id: newId(), role: SKETCH, file, width: 1024, height: 768 }
      return [...rest, kept]
    })
  return (
    <StandardBench
      bench={bench}
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
              <div className={styles.result}>
                <EmptyState icon={OP_ICONS[tool.op]} title="成图会在这里">
                  <p>
                    {bench.place.chosen
                      ? '画几笔，这里随即更新'
                      : '画板可以先用起来，草图会保留；接入引擎后即时成图'}
                  </p>
                </EmptyState>
              </div>
            )}
          </div>
        </div>
      }
    />
  )
}
