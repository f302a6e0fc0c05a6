import { Button } from 'antd'
import { type CSSProperties, useState } from 'react'
import { isFinal } from '#contracts/task.ts'
import { useInputUrl, useOutputUrl } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useBox } from '#src/ui/image/use-zoom-pan.ts'
import { BackButton } from '../BackButton.tsx'
import { RunActions } from '../batch/RunActions.tsx'
import canvas from '../Canvas.module.css'
import { stateTitle } from '../HistoryList.tsx'
import { fractionOf, summarize, wordsOfRun } from '../run-summary.ts'
import type { Bench } from '../use-bench.ts'
import { useResultKeys } from '../use-result-keys.ts'
import type { Start } from '../use-start.ts'
import styles from './VariantGrid.module.css'
import { columnsFor } from './variant-columns.ts'

/** Width over height of a picture that has not come yet. */
const USUAL_ASPECT = 1.5

/** Several renders of one picture side by side, each by a seed of its own. */
export function VariantGrid({ bench, start }: { bench: Bench; start: Start }) {
  const { run, openView, leaveView } = bench
  const [aspect, setAspect] = useState(USUAL_ASPECT)
  const { ref, box } = useBox()
  const leave = () => leaveView({ run: null, task: null })
  useResultKeys(bench, leave)
  const seeds = run.map(seedOf)
  const next = Math.max(...seeds) + 1
  const summary = summarize(run)
  const columns = { '--columns': columnsFor(run.length, box, aspect) } as CSSProperties
  return (
    <div className={canvas.frame}>
      <header className={canvas.backBar}>
        <BackButton label="返回图片" title="返回（Esc）" onClick={leave} />
        <span className={canvas.taskName} role="status">
          {summary.done === run.length ? `${run.length} 种搭配，点开细看` : wordsOfRun(summary)}
        </span>
        <span className={canvas.spring} />
        <Button
          type="text"
          icon={<Icon name="again" size={18} />}
          disabled={start.blocked !== '' || start.busy !== null}
          onClick={() => void start.start({ seed: next, variants: run.length })}
          aria-label="换一批种子"
          title={start.blocked || `按现在的设置再渲染 ${run.length} 张，种子从 ${next} 起`}
        >
          <span className={styles.again}>换一批种子</span>
        </Button>
        <RunActions tasks={run} saves />
      </header>
      <ul ref={ref} className={styles.grid} aria-label="各种搭配" style={columns}>
        {run.map((task) => (
          <li key={task.taskId}>
            <Variant task={task} onOpen={() => openView({ task: task.taskId })} onAspect={setAspect} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const seedOf = ({ params }: LocalTask) => (typeof params.seed === 'number' ? params.seed : 0)

interface VariantProps {
  task: LocalTask
  onOpen: () => void
  onAspect: (aspect: number) => void
}

function Variant({ task, onOpen, onAspect }: VariantProps) {
  const result = useOutputUrl(task.state === 'done' ? task : undefined, 0, 1280)
  const source = useInputUrl(task, 'image', 1280)
  const url = result ?? source
  const words = task.state === 'done' ? `种子 ${seedOf(task)}` : `种子 ${seedOf(task)}，${stateTitle(task)}`
  return (
    <button type="button" className={styles.variant} onClick={onOpen} aria-label={`查看${words}`}>
      {url ? (
        <img
          src={url}
          alt=""
          data-waiting={!result}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            naturalHeight > 0 && onAspect(naturalWidth / naturalHeight)
          }
        />
      ) : null}
      <span className={styles.words}>{words}</span>
      {isFinal(task.state) ? null : (
        <span className={styles.bar} aria-hidden>
          <span style={{ inlineSize: `${Math.round(fractionOf(task) * 100)}%` }} />
        </span>
      )}
    </button>
  )
}
