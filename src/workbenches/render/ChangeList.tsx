import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Box, StructureChange } from '#contracts/structure.ts'
import { useOutputUrl } from '#src/data/tasks/outputs.ts'
import { usePlaces } from '#src/data/tasks/places.ts'
import { useTaskById } from '#src/data/tasks/task-history.ts'
import { type LocalTask, remove } from '#src/data/tasks/tasks.ts'
import { toast, toastError } from '#src/state/toasts.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { wholePercent } from '#src/ui/task-words.ts'
import type { Bench } from '../use-bench.ts'
import { choosePlaceOf } from '../use-place.ts'
import styles from './ChangeList.module.css'
import { prepareRedraw, putBackChange, redrawToolOf } from './change-actions.ts'
import { isLow, wordsOfChange } from './structure-words.ts'
import type { StructureLayer, useStructureCheck } from './use-structure-check.ts'

const LAYERS: { value: StructureLayer; label: string; title: string }[] = [
  { value: 'rings', label: '圈', title: '圈出改动' },
  { value: 'lines', label: '线条', title: '蓝为保留，红为丢失' },
  { value: 'heat', label: '热图', title: '丢失或新增的地方' },
  { value: 'none', label: '不显示', title: '只看结果' },
]

interface Props {
  task: LocalTask
  bench: Bench
  index: number
  check: ReturnType<typeof useStructureCheck>
  chosen: number | null
  /** It is a sheet over the page. */
  isSheet: boolean
  onChoose: (chosen: number | null) => void
  onClose: () => void
}

/** The list of what a render changed of its source's structure; each change can be looked at, put back and redrawn. */
export function ChangeList({ task, bench, index, check, chosen, isSheet, onChoose, onClose }: Props) {
  const { report, busy, error, layer } = check
  const { work, ...actions } = useChangeActions(task, bench, index)
  return (
    <section className={styles.list} data-sheet={isSheet || undefined} aria-label="改动核对单">
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>改动核对单</h2>
          <p className={styles.sub} role="status" data-low={report !== null && isLow(report.share)}>
            {report ? scoreOf(report.share, report.changes.length) : '对照底图与结果的墙、窗与边线'}
          </p>
        </div>
        <IconButton icon={<Icon name="close" size={18} />} onClick={onClose} label="关闭改动核对单" />
      </header>
      <div className={styles.body}>
        {busy ? <Spinner block label="正在核对结构…" /> : null}
        {error === null ? null : <ErrorNote error={error} onRetry={check.retry} />}
        {report && report.changes.length === 0 ? (
          <p className={styles.none}>底图的窗、墙与边线都还在，没有发现多出的分缝。</p>
        ) : null}
        <ol className={styles.entries}>
          {report?.changes.map((change, k) => (
            <Change
              key={`${change.kind} ${change.box.x} ${change.box.y}`}
              {...{ task, index, change, work }}
              number={k + 1}
              chosen={k === chosen}
              onChoose={() => onChoose(k === chosen ? null : k)}
              onDo={(kind) => actions[kind](k, change)}
            />
          ))}
        </ol>
        <Undo task={task} bench={bench} />
        {report && report.changes.length > 0 ? <RedrawHint /> : null}
      </div>
      <footer className={styles.foot}>
        <Segmented
          block
          value={layer}
          onChange={check.show}
          options={LAYERS}
          name={`layer-${task.taskId}-${index}`}
          aria-label="画面上显示"
        />
      </footer>
    </section>
  )
}

const scoreOf = (share: number, count: number) =>
  `结构保持度 ${wholePercent(share)}${isLow(share) ? '，偏低' : ''}${count > 0 ? ` · ${count} 处改动` : ''}`

/** What is done to a change: which of them, and how. */
interface Work {
  number: number
  kind: 'putBack' | 'redraw'
}

const ACTIONS: readonly { kind: Work['kind']; word: string; title: string }[] = [
  { kind: 'putBack', word: '恢复这一处', title: '把底图的这一处放回结果，存为新的一版' },
  { kind: 'redraw', word: '重画这一处', title: '以这一处为蒙版局部重绘' },
]

/** Carries out the actions on a change, one at a time. */
function useChangeActions(task: LocalTask, bench: Bench, index: number) {
  const navigate = useNavigate()
  const [work, setWork] = useState<Work | null>(null)
  const places = usePlaces('edit')
  const carryOut = (doing: Work, job: Promise<void>) => {
    setWork(doing)
    void job.catch(toastError).finally(() => setWork(null))
  }
  return {
    work,
    putBack(k: number, change: StructureChange) {
      const job = putBackChange(task, index, change).then((id) => {
        bench.setView({ run: task.batchId, task: id })
        toast('success', '已恢复这一处，存为新的一版')
      })
      carryOut({ number: k + 1, kind: 'putBack' }, job)
    },
    redraw(k: number, change: StructureChange) {
      const tool = redrawToolOf(bench.tool)
      if (!tool) return
      const job = prepareRedraw(task, index, change, tool).then((href) => {
        // A shape that is gone comes back by what can draw it.
        if (places.some(({ place, available }) => place === 'gpu' && available)) choosePlaceOf(tool.id, 'gpu')
        void navigate(href)
      })
      carryOut({ number: k + 1, kind: 'redraw' }, job)
    },
  }
}

interface ChangeProps {
  task: LocalTask
  index: number
  change: StructureChange
  number: number
  chosen: boolean
  /** What is being done to any of them. */
  work: Work | null
  onChoose: () => void
  onDo: (kind: Work['kind']) => void
}

function Change({ task, index, change, number, chosen, work, onChoose, onDo }: ChangeProps) {
  const doing = work?.number === number ? work.kind : null
  const words = wordsOfChange(change)
  return (
    <li className={styles.entry} data-chosen={chosen}>
      <button
        type="button"
        className={styles.look}
        aria-pressed={chosen}
        onClick={onChoose}
        title="在画面里放大看"
      >
        <Thumb task={task} index={index} box={change.box} number={number} />
        <span className={styles.words}>
          <span className={styles.what}>{words}</span>
          <span className={styles.weight}>−{Math.max(1, Math.round(100 * change.weight))} 分</span>
        </span>
      </button>
      <div className={styles.actions}>
        {ACTIONS.map(({ kind, word, title }) => (
          <Button
            key={kind}
            size="small"
            loading={doing === kind}
            disabled={work !== null}
            onClick={() => onDo(kind)}
            title={title}
            aria-label={`${word}：${words}`}
          >
            {word}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** Side of a thumbnail, CSS px, and how much around a change it shows, in the change's own sides. */
const THUMB = { side: 56, around: 1.8 } as const

/** What the result shows at a change, under the change's number. */
function Thumb({ task, index, box, number }: { task: LocalTask; index: number; box: Box; number: number }) {
  const url = useOutputUrl(task, index, 1280)
  const { width = 0, height = 0 } = task.outputs[index] ?? {}
  const side = Math.min(
    Math.max(THUMB.around * Math.max(box.width * width, box.height * height), 1),
    Math.min(width, height),
  )
  const scale = THUMB.side / side
  const start = (middle: number, room: number) => Math.min(Math.max(middle - side / 2, 0), room - side)
  const x = start((box.x + box.width / 2) * width, width)
  const y = start((box.y + box.height / 2) * height, height)
  const picture =
    url && side > 0
      ? {
          backgroundImage: `url("${url}")`,
          backgroundSize: `${scale * width}px ${scale * height}px`,
          backgroundPosition: `${-scale * x}px ${-scale * y}px`,
        }
      : {}
  return (
    <span className={styles.thumb} style={picture}>
      <span className={styles.number}>{number}</span>
    </span>
  )
}

/** Takes back what made this version, while the one before is still there. */
function Undo({ task, bench }: { task: LocalTask; bench: Bench }) {
  const { task: before } = useTaskById(task.versionOf ?? null)
  if (!before) return null
  const undo = async () => {
    bench.setView({ run: before.batchId, task: before.taskId })
    await remove([task.taskId])
    toast('success', '已撤消恢复')
  }
  return (
    <p className={styles.undo}>
      {task.text}
      <Button
        size="small"
        icon={<Icon name="again" size={16} />}
        onClick={() => void undo().catch(toastError)}
      >
        撤消恢复
      </Button>
    </p>
  )
}

/** What has to be connected before shapes can be redrawn. */
function RedrawHint() {
  const gpu = usePlaces('edit').find(({ place }) => place === 'gpu')
  if (!gpu || gpu.available) return null
  return <p className={styles.hint}>重画造型{gpu.reason}；没有接入时，重画只换这一处的材质。</p>
}
