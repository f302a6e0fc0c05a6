import { Button } from 'antd'
import { isFinal } from '#contracts/task.ts'
import { useInputUrl, useOutputUrl } from '#src/data/outputs.ts'
import type { LocalTask } from '#src/data/task-model.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { BackButton } from '../BackButton.tsx'
import canvas from '../Canvas.module.css'
import { stateTitle } from '../HistoryList.tsx'
import { fractionOf } from '../run-summary.ts'
import type { Bench } from '../use-bench.ts'
import styles from './VariantGrid.module.css'

/** Several renders of one picture side by side, each by a seed of its own. */
export function VariantGrid({ bench }: { bench: Bench }) {
  const { run, setView, setParams } = bench
  const seeds = run.map(seedOf)
  const done = run.filter(({ state }) => state === 'done').length
  return (
    <div className={canvas.frame}>
      <header className={canvas.backBar}>
        <BackButton label="返回图片" title="返回（Esc）" onClick={() => setView({ run: null, task: null })} />
        <span className={canvas.taskName} role="status">
          {done < run.length ? `已完成 ${done} / ${run.length}` : `${run.length} 种搭配，点开细看`}
        </span>
        <span className={canvas.spring} />
        <Button
          type="text"
          icon={<Icon name="again" size={18} />}
          onClick={() => setParams({ seed: Math.max(...seeds) + 1 })}
        >
          换一批种子
        </Button>
      </header>
      <ul className={styles.grid} aria-label="各种搭配">
        {run.map((task) => (
          <li key={task.taskId}>
            <Variant task={task} onOpen={() => setView({ task: task.taskId })} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const seedOf = ({ params }: LocalTask) => (typeof params.seed === 'number' ? params.seed : 0)

function Variant({ task, onOpen }: { task: LocalTask; onOpen: () => void }) {
  const result = useOutputUrl(task.state === 'done' ? task : undefined, 0, 1280)
  const source = useInputUrl(task, 'image', 1280)
  const url = result ?? source
  const words = task.state === 'done' ? `种子 ${seedOf(task)}` : `种子 ${seedOf(task)}，${stateTitle(task)}`
  return (
    <button type="button" className={styles.variant} onClick={onOpen} aria-label={`查看${words}`}>
      {url ? <img src={url} alt="" data-waiting={!result} draggable={false} /> : null}
      <span className={styles.words}>{words}</span>
      {isFinal(task.state) ? null : (
        <span className={styles.bar} aria-hidden>
          <span style={{ inlineSize: `${Math.round(fractionOf(task) * 100)}%` }} />
        </span>
      )}
    </button>
  )
}
