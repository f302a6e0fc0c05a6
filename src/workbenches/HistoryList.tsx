import { Button, Dropdown, type MenuProps } from 'antd'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { isFinal, TASK_STATE_TITLES } from '#contracts/task.ts'
import { coverOf, useInputUrl, useOutputUrl } from '#src/data/tasks/outputs.ts'
import { useHistory } from '#src/data/tasks/task-history.ts'
import { cancel, type LocalTask, remove, retry } from '#src/data/tasks/tasks.ts'
import { confirmed } from '#src/state/confirm.ts'
import { toast, toastError } from '#src/state/toasts.ts'
import { useToday } from '#src/state/today.ts'
import { formatDay, formatTime } from '#src/text/format.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { wholePercent } from '#src/ui/task-words.ts'
import styles from './HistoryList.module.css'
import { fractionOf, sourceOf } from './run-summary.ts'
import type { Bench } from './use-bench.ts'

/** Tasks shown before "更早": enough for a day's work. */
const PAGE = 40

/** This tool's tasks, newest first: click one to open it; its menu brings it back, runs it again, deletes it. */
export function HistoryList({ bench }: { bench: Bench }) {
  const { tasks, hasOlder, loadOlder } = useHistory(bench.tool.id)
  const [limit, setLimit] = useState(PAGE)
  const latest = useRef(bench)
  useEffect(() => {
    latest.current = bench
  })
  if (tasks.length === 0) return <p className={styles.none}>处理过的图片会留在这里，断网也能查看。</p>
  const showMore = () => {
    if (tasks.length <= limit + PAGE) void loadOlder()
    setLimit(limit + PAGE)
  }
  return (
    <ul className={styles.list}>
      {tasks.slice(0, limit).map((task) => (
        <HistoryItem
          key={task.taskId}
          task={task}
          current={bench.shown?.taskId === task.taskId}
          bench={latest}
        />
      ))}
      {tasks.length > limit || (hasOlder && tasks.length >= PAGE) ? (
        <li className={styles.more}>
          <Button type="text" block onClick={showMore}>
            更早
          </Button>
        </li>
      ) : null}
    </ul>
  )
}

/** What a task is doing, in few words. */
export function stateTitle(task: LocalTask): string {
  if (task.phase === 'saving') return '保存中'
  if (task.phase === 'waiting') return '待上传'
  if (task.phase === 'uploading') return '上传中'
  if (task.state === 'queued' && task.queueNum > 0) return `第 ${task.queueNum} 位`
  if (task.state === 'running') return `${Math.round(task.progress * 100)}%`
  return TASK_STATE_TITLES[task.state]
}

interface ItemProps {
  task: LocalTask
  current: boolean
  /** Read when something is pressed: an item is drawn again only when its task has changed. */
  bench: RefObject<Bench>
}

const HistoryItem = memo(function HistoryItem({ task, current, bench }: ItemProps) {
  const output = useOutputUrl(task.state === 'done' ? task : undefined, coverOf(task), 320)
  const input = useInputUrl(task.state === 'done' ? undefined : task, 'image', 320)
  const name = sourceOf(task).name || '未命名'
  const open = () => bench.current.openView({ run: task.batchId, task: task.taskId })
  const drop = async () => {
    const text = '结果与记录会一并删除，不能恢复；已下载的文件不受影响。'
    if (!(await confirmed({ title: '删除这条记录？', text, confirmLabel: '删除' }))) return
    await remove([task.taskId])
    if (bench.current.view.task === task.taskId) bench.current.setView({ task: null })
    toast('success', '已删除')
  }
  const items: MenuProps['items'] = [
    { key: 'reuse', label: '再次使用图片与参数', onClick: () => void bench.current.reuse(task) },
    task.state === 'failed' || task.state === 'cancelled'
      ? {
          key: 'retry',
          label: '重试',
          onClick: () =>
            void retry(task.taskId).then((id) => bench.current.setView({ run: task.batchId, task: id })),
        }
      : null,
    isFinal(task.state)
      ? { key: 'remove', label: '删除', danger: true, onClick: () => void drop().catch(toastError) }
      : { key: 'cancel', label: '取消', onClick: () => void cancel(task.taskId) },
  ]
  const active = !isFinal(task.state)
  const structure = task.outputMeta[0]?.structure
  const today = useToday()
  return (
    <li className={styles.item} data-current={current}>
      <button type="button" className={styles.open} onClick={open}>
        <span className={styles.thumb} data-done={task.state === 'done'}>
          {output || input ? (
            <img src={output ?? input} alt="" loading="lazy" draggable={false} />
          ) : (
            <Icon name="image" />
          )}
          {active ? (
            <span className={styles.bar} style={{ inlineSize: `${Math.round(fractionOf(task) * 100)}%` }} />
          ) : null}
        </span>
        <span className={styles.text}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.meta} data-state={task.state}>
            {structure ? `结构 ${wholePercent(structure.share)}` : stateTitle(task)}
            <span className={styles.time} title={formatTime(task.createdAt)}>
              {formatDay(task.createdAt, today) === '今天'
                ? formatTime(task.createdAt).slice(-5)
                : formatDay(task.createdAt, today)}
            </span>
          </span>
        </span>
      </button>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <button type="button" className={styles.menu} aria-label={`${name} 的更多操作`} aria-haspopup="menu">
          <Icon name="more" size={18} />
        </button>
      </Dropdown>
    </li>
  )
})
