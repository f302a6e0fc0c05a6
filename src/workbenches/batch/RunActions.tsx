import { Button } from 'antd'
import { isFinal } from '#contracts/task.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { cancelMany, retryMany } from '#src/data/tasks/tasks.ts'
import { toastError } from '#src/state/toasts.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { DownloadAll } from '../DownloadAll.tsx'

interface Props {
  tasks: readonly LocalTask[]
  /** The results are files to be saved. */
  saves: boolean
}

/** What can be done with all tasks of a run at once: stop them, try failed ones again, save the results. */
export function RunActions({ tasks, saves }: Props) {
  const active = tasks.filter((task) => !isFinal(task.state))
  const failed = tasks.filter((task) => task.state === 'failed')
  const done = tasks.filter((task) => task.state === 'done')
  const attempt = (work: Promise<unknown>) => {
    work.catch(toastError)
  }
  const idsOf = (list: readonly LocalTask[]) => list.map(({ taskId }) => taskId)
  return (
    <>
      {active.length > 0 ? (
        <Button onClick={() => attempt(cancelMany(idsOf(active)))}>
          {active.length === tasks.length ? '全部取消' : `取消其余 ${active.length} 张`}
        </Button>
      ) : null}
      {failed.length > 0 ? (
        <Button
          icon={<Icon name="retry" size={18} />}
          onClick={() => attempt(retryMany(idsOf(failed)))}
          data-testid="retry-failed"
        >
          重试失败的 {failed.length} 张
        </Button>
      ) : null}
      {done.length > 0 && saves ? <DownloadAll run={tasks} /> : null}
    </>
  )
}
