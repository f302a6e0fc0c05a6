import type { CSSProperties, ReactNode } from 'react'
import { useInputUrl } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { FileName } from '#src/ui/FileName.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { OP_ICONS } from '#src/ui/op-icon.ts'
import { percent, titleOfTask } from '#src/ui/task-words.ts'
import styles from './Outbox.module.css'

/** Name of a job as the user knows it: its first picture, or what it was told. */
export function nameOfJob(job: LocalTask): string {
  const prompt = typeof job.params.prompt === 'string' ? job.params.prompt : ''
  return job.localInputs?.[0]?.name || job.inputs[0]?.name || prompt
}

/** One job of the drawer: picture, tool, what it waits for, and its actions. */
export function JobRow({
  job,
  state,
  progress,
  failed = false,
  handle,
  style,
  offer,
  children,
}: {
  job: LocalTask
  state: string
  /** 0..1 while it is uploaded. */
  progress?: number
  failed?: boolean
  /** What it is dragged by. */
  handle?: ReactNode
  style?: CSSProperties
  /** What the user has to decide about it. */
  offer?: ReactNode
  children: ReactNode
}) {
  const url = useInputUrl(job, 'image', 320)
  const name = nameOfJob(job)
  return (
    <li className={styles.row} style={style} data-job={job.taskId} data-dragged={style?.zIndex !== undefined}>
      {handle}
      <span className={styles.picture}>
        {url ? <img src={url} alt="" decoding="async" /> : <Icon name={OP_ICONS[job.op]} size={24} />}
      </span>
      <span className={styles.words}>
        <strong>{titleOfTask(job)}</strong>
        {name && <FileName name={name} className={styles.name} />}
        <span className={failed || offer ? styles.reason : styles.state} title={state}>
          {state}
        </span>
        {offer}
      </span>
      <span className={styles.actions}>{children}</span>
      {progress !== undefined && (
        <span
          className={styles.bar}
          role="progressbar"
          aria-label={`${name} 上传进度`}
          aria-valuenow={Math.round(progress * 100)}
        >
          <span style={{ width: percent(progress) }} />
        </span>
      )}
    </li>
  )
}
