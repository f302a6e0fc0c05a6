import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { cancelMany, retryMany } from '#src/data/tasks/tasks.ts'
import { formatNumber } from '#src/text/format.ts'
import { Button } from '#src/ui/Button.tsx'
import { requestDownload } from '#src/ui/downloads/request.ts'
import { isActive } from '#src/ui/task-words.ts'
import { attempt } from './attempt.ts'
import styles from './SelectionBar.module.css'

/** What can be done with all that is picked. */
export function SelectionBar({
  tasks,
  shownCount,
  counting,
  onAll,
  onClear,
  onDelete,
  onProject,
  takeOut,
}: {
  tasks: readonly LocalTask[]
  /** Tasks that pass the filter, on show or not. */
  shownCount: number
  /** Older ones are still being read: there may be more. */
  counting: boolean
  onAll: () => void
  onClear: () => void
  onDelete: () => void
  onProject: () => void
  /** Takes them out of the project on show; absent where none is. */
  takeOut?: (() => void) | undefined
}) {
  const done = tasks.filter((task) => task.state === 'done' && task.outputs.length > 0)
  const failed = tasks.filter((task) => task.state === 'failed' || task.state === 'cancelled')
  const active = tasks.filter(isActive)
  const idsOf = (list: readonly LocalTask[]) => list.map((task) => task.taskId)
  return (
    <div className={styles.bar} role="toolbar" aria-label="批量操作">
      <span className={styles.count} role="status">
        已选 {formatNumber(tasks.length)} 个
      </span>
      {tasks.length < shownCount && (
        <Button size="s" look="quiet" onClick={onAll}>
          全选 {formatNumber(shownCount)} 个{counting ? '…' : ''}
        </Button>
      )}
      <Button size="s" look="quiet" onClick={onClear}>
        取消选择
      </Button>
      <span className={styles.space} />
      {failed.length > 0 && (
        <Button
          size="s"
          icon="retry"
          onClick={() => void attempt(() => retryMany(idsOf(failed)), `已重新提交 ${failed.length} 个任务`)}
        >
          重试 {failed.length} 个
        </Button>
      )}
      {active.length > 0 && (
        <Button
          size="s"
          icon="stop"
          onClick={() => void attempt(() => cancelMany(idsOf(active)), `已取消 ${active.length} 个任务`)}
        >
          取消 {active.length} 个
        </Button>
      )}
      {takeOut && (
        <Button size="s" look="quiet" onClick={takeOut}>
          移出项目
        </Button>
      )}
      <Button size="s" icon="folder" onClick={onProject}>
        放入项目
      </Button>
      {done.length > 0 && (
        <Button size="s" look="primary" icon="download" onClick={() => void requestDownload(done)}>
          下载 {formatNumber(done.reduce((sum, { outputs }) => sum + outputs.length, 0))} 个
        </Button>
      )}
      <Button size="s" look="danger" icon="trash" onClick={onDelete}>
        删除
      </Button>
    </div>
  )
}
