import { downloadOutput } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { cancel, retry } from '#src/data/tasks/tasks.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { isActive, titleOfTask } from '#src/ui/task-words.ts'
import { attempt } from './attempt.ts'

/** What can be done with one task from its card. */
export function CardActions({ task, onDelete }: { task: LocalTask; onDelete: () => void }) {
  const title = titleOfTask(task)
  return (
    <>
      {task.state === 'done' && task.outputs.length > 0 && (
        <IconButton
          icon="download"
          label={`下载 ${title}`}
          size={18}
          onClick={() => void attempt(() => downloadOutput(task, 0, title))}
        />
      )}
      {(task.state === 'failed' || task.state === 'cancelled') && (
        <IconButton
          icon="retry"
          label={`重试 ${title}`}
          size={18}
          onClick={() => void attempt(() => retry(task.taskId), '已重新提交')}
        />
      )}
      {isActive(task) && task.intent !== 'cancel' && (
        <IconButton
          icon="stop"
          label={`取消 ${title}`}
          size={18}
          onClick={() => void attempt(() => cancel(task.taskId), '已取消，预扣的算力券会退回')}
        />
      )}
      <IconButton icon="trash" label={`删除 ${title}`} size={18} onClick={onDelete} />
    </>
  )
}
