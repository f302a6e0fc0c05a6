import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { remove } from '#src/data/tasks/tasks.ts'
import { formatNumber } from '#src/text/format.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { isActive, titleOfTask } from '#src/ui/task-words.ts'
import { attempt } from './attempt.ts'

/** Asks before deleting, and says what becomes of the tickets. */
export function DeleteTasks({
  tasks,
  onClose,
  onDeleted,
}: {
  tasks: readonly LocalTask[]
  onClose: () => void
  onDeleted?: () => void
}) {
  const first = tasks[0]
  const unfinished = tasks.filter(isActive)
  const paid = unfinished.filter((task) => task.cost && task.origin === 'server')
  const handleDelete = async () => {
    const ids = tasks.map((task) => task.taskId)
    if (await attempt(() => remove(ids), `已删除 ${formatNumber(ids.length)} 个任务`)) onDeleted?.()
  }
  return (
    <ConfirmDialog
      title={
        tasks.length === 1 && first
          ? `删除这个“${titleOfTask(first)}”任务？`
          : `删除 ${formatNumber(tasks.length)} 个任务？`
      }
      confirmLabel="删除"
      onConfirm={() => void handleDelete()}
      onClose={onClose}
    >
      <p>任务与结果图会一并删除，不能恢复；已下载的文件不受影响。</p>
      {unfinished.length > 0 && (
        <p>
          其中 {unfinished.length} 个还没有完成，会先取消
          {paid.length > 0 ? '，预扣的算力券全额退回' : ''}。
        </p>
      )}
    </ConfirmDialog>
  )
}
