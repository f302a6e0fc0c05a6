import { isFinal } from '#contracts/task.ts'
import { coverOf, useInputUrl, useOutputUrl } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Thumb } from '#src/ui/image/ImageInput.tsx'
import { fractionOf } from '../run-summary.ts'
import styles from './Batch.module.css'
import type { BatchRow } from './batch-rows.ts'

/** The picture as it was: from the form, or from the task where it has left the form. */
export function SourceFace({ row }: { row: BatchRow }) {
  if (row.input) return <Thumb file={row.input.file} className={styles.face} />
  return row.task ? <StoredSource task={row.task} /> : <span className={styles.face} />
}

function StoredSource({ task }: { task: LocalTask }) {
  const url = useInputUrl(task, 'image', 320)
  return <span className={styles.face}>{url ? <img src={url} alt="" draggable={false} /> : null}</span>
}

/** The result, or how far it is. */
export function ResultFace({ row }: { row: BatchRow }) {
  const { task } = row
  if (task?.state === 'done') return <Output task={task} />
  const failed = task?.state === 'failed'
  return (
    <span className={styles.face} data-empty={failed ? 'failed' : task ? task.state : 'idle'}>
      {failed ? <Icon name="warn" size={20} /> : null}
      {task && !isFinal(task.state) ? (
        <span className={styles.fill} style={{ blockSize: `${Math.round(fractionOf(task) * 100)}%` }} />
      ) : null}
    </span>
  )
}

function Output({ task }: { task: LocalTask }) {
  const url = useOutputUrl(task, coverOf(task), 320)
  return (
    <span className={styles.face} data-result>
      {url ? <img src={url} alt="" draggable={false} /> : null}
    </span>
  )
}
