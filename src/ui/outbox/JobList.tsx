import { useEffect, useRef, useState } from 'react'
import { toAppError } from '#contracts/errors.ts'
import { useUser } from '#src/data/api/session.ts'
import { outbox } from '#src/data/tasks/outbox.ts'
import { blockerOf, type OutboxView } from '#src/data/tasks/outbox-model.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { cancel } from '#src/data/tasks/tasks.ts'
import { toast } from '#src/state/toasts.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { JobRow, nameOfJob } from './JobRow.tsx'
import styles from './Outbox.module.css'
import { wordsOfJob } from './outbox-words.ts'

interface Drag {
  taskId: string
  from: number
  to: number
  /** Way of the pointer in px. */
  dy: number
  startY: number
  /** Height of a row with its gap, px. */
  pitch: number
}

const report = (thrown: unknown) => toast('error', toAppError(thrown).message)

/** Jobs in the order of sending: dragged by the mouse, moved by buttons and arrow keys. */
export function JobList({ jobs, view }: { jobs: readonly LocalTask[]; view: OutboxView }) {
  const owner = useUser()?.id
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [said, setSaid] = useState('')
  const focus = useRef<string | null>(null)

  const move = (job: LocalTask, to: number) => {
    if (to < 0 || to >= jobs.length) return
    setSaid(`${nameOfJob(job)}，移到第 ${to + 1} 位，共 ${jobs.length} 位`)
    void outbox.move(job.taskId, to).catch(report)
  }
  // A row that moves in the document loses the focus; its control gets it back.
  const order = jobs.map(({ taskId }) => taskId).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new order is looked at
  useEffect(() => {
    if (!focus.current) return
    const control = list.current?.querySelector<HTMLButtonElement>(`[data-control="${focus.current}"]`)
    const isOff = control?.disabled
    ;(isOff ? control.closest('li')?.querySelector<HTMLButtonElement>('[data-grip]') : control)?.focus()
    focus.current = null
  }, [order])

  const startDrag = (event: React.PointerEvent, job: LocalTask, from: number) => {
    const row = event.currentTarget.closest('li')
    if (event.button !== 0 || !row) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const pitch = row.getBoundingClientRect().height + 8
    setDrag({ taskId: job.taskId, from, to: from, dy: 0, startY: event.clientY, pitch })
  }
  const moveDrag = (event: React.PointerEvent) => {
    if (!drag) return
    const dy = event.clientY - drag.startY
    const to = Math.max(0, Math.min(jobs.length - 1, drag.from + Math.round(dy / drag.pitch)))
    setDrag({ ...drag, dy, to })
  }
  const endDrag = (job: LocalTask, isDropped: boolean) => {
    if (drag && isDropped && drag.to !== drag.from) move(job, drag.to)
    setDrag(null)
  }
  const styleOf = (index: number) => {
    if (!drag) return undefined
    if (index === drag.from) return { transform: `translateY(${drag.dy}px)`, zIndex: 1 }
    const { from, to, pitch } = drag
    const shift = index > from && index <= to ? -pitch : index < from && index >= to ? pitch : 0
    return { transform: `translateY(${shift}px)`, transition: 'transform 0.16s' }
  }

  return (
    <>
      <ol ref={list} className={styles.list} aria-label="发送顺序">
        {jobs.map((job, index) => {
          const blocker = blockerOf(job, view, owner)
          const name = nameOfJob(job)
          const step = (by: number, control: string) => {
            focus.current = `${control}-${job.taskId}`
            move(job, index + by)
          }
          return (
            <JobRow
              key={job.taskId}
              job={job}
              state={wordsOfJob(job, blocker)}
              {...(blocker === 'sending' ? { progress: job.uploadProgress ?? 0 } : {})}
              {...(drag ? { style: styleOf(index) ?? {} } : {})}
              offer={
                blocker === 'price' && (
                  <Button
                    size="s"
                    look="primary"
                    className={styles.offer}
                    onClick={() => void outbox.agree(job.taskId).catch(report)}
                  >
                    按新价发送
                  </Button>
                )
              }
              handle={
                <button
                  type="button"
                  className={styles.grip}
                  data-grip
                  data-control={`grip-${job.taskId}`}
                  aria-label={`移动 ${name}，第 ${index + 1} 位，共 ${jobs.length} 位，用上下方向键`}
                  onPointerDown={(event) => startDrag(event, job, index)}
                  onPointerMove={moveDrag}
                  onPointerUp={() => endDrag(job, true)}
                  onPointerCancel={() => endDrag(job, false)}
                  onKeyDown={(event) => {
                    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                    if (by === undefined) return
                    event.preventDefault()
                    step(by, 'grip')
                  }}
                >
                  <Icon name="grip" size={18} />
                </button>
              }
            >
              <IconButton
                icon="chevronUp"
                label={`上移 ${name}`}
                data-control={`up-${job.taskId}`}
                disabled={index === 0}
                onClick={() => step(-1, 'up')}
              />
              <IconButton
                icon="chevronDown"
                label={`下移 ${name}`}
                data-control={`down-${job.taskId}`}
                disabled={index === jobs.length - 1}
                onClick={() => step(1, 'down')}
              />
              <IconButton
                icon="close"
                label={`取消 ${name}`}
                onClick={() => void cancel(job.taskId).catch(report)}
              />
            </JobRow>
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}
