import { useSearchParams } from 'react-router-dom'
import { OPS } from '#ops/index.ts'
import { hrefOfTask, hrefOfTasks } from '#src/app/device.ts'
import { coverOf, useInputUrl, useOutputUrl } from '#src/data/tasks/outputs.ts'
import { useNeighbours, useTaskById } from '#src/data/tasks/task-history.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { useTasksLoading } from '#src/data/tasks/tasks.ts'
import { ButtonLink } from '#src/ui/antd/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Film } from '#src/ui/Film.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ResultView } from '#src/ui/image/ResultView.tsx'
import { NotifyOffer } from '#src/ui/NotifyOffer.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { isActive, percent, progressOfTask, stateOfTask, titleOfTask } from '#src/ui/task-words.ts'
import styles from './DonePage.module.css'
import { TaskFacts } from './done/TaskFacts.tsx'
import frame from './page.module.css'

/** One task: its result as large as the window allows, what made it, and what to do with it next. */
export default function DonePage() {
  const [query, setQuery] = useSearchParams()
  const taskId = query.get('taskId')
  const { task, pending } = useTaskById(taskId)
  const loading = useTasksLoading()
  if (!task) return loading || pending ? <Spinner block /> : <NotHere />
  const index = Math.min(Number(query.get('output')) || 0, Math.max(0, task.outputs.length - 1))
  return (
    <div className={styles.page}>
      <section className={styles.stage} aria-label="结果">
        <Stage task={task} index={index} />
        {task.outputs.length > 1 && OPS[task.op].output !== 'video' && (
          <Thumbs
            task={task}
            index={index}
            onChoose={(next) => setQuery({ taskId: task.taskId, output: String(next) }, { replace: true })}
          />
        )}
      </section>
      <aside className={styles.side} aria-label="任务信息">
        <Neighbours task={task} />
        <TaskFacts task={task} index={index} />
      </aside>
    </div>
  )
}

function Stage({ task, index }: { task: LocalTask; index: number }) {
  if (isActive(task)) return <AtWork task={task} />
  if (task.state === 'done' && task.text !== null && task.outputs.length === 0) {
    return <p className={styles.text}>{task.text}</p>
  }
  if (task.state === 'done' && OPS[task.op].output === 'video') return <Video task={task} index={index} />
  if (task.state === 'done' && task.outputs.length > 0) return <ResultView task={task} index={index} />
  return (
    <div className={styles.failed}>
      <Source task={task} />
      {task.error ? (
        <ErrorNote error={task.error} />
      ) : (
        <EmptyState icon="stop" title={task.state === 'cancelled' ? '任务已取消' : '没有结果'}>
          可以用同样的图片与参数重新开始。
        </EmptyState>
      )}
    </div>
  )
}

/** What the task was about, where there is no result to show. */
function Source({ task }: { task: LocalTask }) {
  const url = useInputUrl(task, 'image', 1280)
  return url ? <img className={styles.source} src={url} alt="原图" /> : null
}

function AtWork({ task }: { task: LocalTask }) {
  const progress = progressOfTask(task)
  return (
    <div className={styles.work} role="status">
      <Source task={task} />
      <strong>{stateOfTask(task)}</strong>
      {progress !== null && (
        <span className={styles.progress} aria-hidden="true">
          <span style={{ width: percent(progress) }} />
        </span>
      )}
      <p>
        {task.phase === 'waiting'
          ? '图片与参数已保存在本机，恢复网络后自动提交，只提交一次。'
          : '可以离开这一页，任务会继续，完成后在“我的任务”里查看。'}
      </p>
      <NotifyOffer run={[task]} />
    </div>
  )
}

function Video({ task, index }: { task: LocalTask; index: number }) {
  const url = useOutputUrl(task, index)
  const poster = useOutputUrl(task, coverOf(task), 1280)
  if (!url) return <Spinner block />
  const isMarked = task.outputs[index]?.meta?.isMarked ?? false
  return <Film url={url} poster={poster} isMarked={isMarked} className={styles.video} />
}

function Thumbs({
  task,
  index,
  onChoose,
}: {
  task: LocalTask
  index: number
  onChoose: (index: number) => void
}) {
  return (
    <div className={styles.thumbs} role="toolbar" aria-label="全部结果">
      {task.outputs.map((output, at) => (
        <button
          key={output.id + at}
          type="button"
          aria-pressed={at === index}
          aria-label={`第 ${at + 1} 张`}
          onClick={() => onChoose(at)}
        >
          <Thumb task={task} index={at} />
        </button>
      ))}
    </div>
  )
}

function Thumb({ task, index }: { task: LocalTask; index: number }) {
  const url = useOutputUrl(task, index, 320)
  return url ? <img src={url} alt="" /> : null
}

/** The tasks made before and after this one. */
function Neighbours({ task }: { task: LocalTask }) {
  const { newer, older } = useNeighbours(task)
  return (
    <nav className={styles.neighbours} aria-label="任务之间">
      <ButtonLink to={hrefOfTasks()} type="text" size="small" icon={<Icon name="tasks" size={18} />}>
        全部任务
      </ButtonLink>
      <span>
        {newer && (
          <ButtonLink
            to={hrefOfTask(newer)}
            type="text"
            size="small"
            icon={<Icon name="chevronLeft" size={18} />}
            aria-label={`上一个：${titleOfTask(newer)}`}
          >
            上一个
          </ButtonLink>
        )}
        {older && (
          <ButtonLink
            to={hrefOfTask(older)}
            type="text"
            size="small"
            icon={<Icon name="chevronRight" size={18} />}
            aria-label={`下一个：${titleOfTask(older)}`}
          >
            下一个
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}

function NotHere() {
  return (
    <div className={frame.page}>
      <EmptyState
        as="h1"
        icon="search"
        title="没有找到这个任务"
        actions={
          <ButtonLink to={hrefOfTasks()} type="primary" icon={<Icon name="tasks" size={18} />}>
            我的任务
          </ButtonLink>
        }
      >
        它可能已被删除，或属于另一个账户。离线时只能查看这台设备上的近期任务。
      </EmptyState>
    </div>
  )
}
