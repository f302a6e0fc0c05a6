import { useEffect, useMemo, useRef } from 'react'
import { isFinal } from '#contracts/task.ts'
import { downloadOutput } from '#src/data/tasks/outputs.ts'
import { cancel, remove, retry } from '#src/data/tasks/tasks.ts'
import { confirmed } from '#src/state/confirm.ts'
import { toastError } from '#src/state/toasts.ts'
import type { Bench } from '../use-bench.ts'
import type { BatchRow } from './batch-rows.ts'

/** What can be done with one picture of a batch. The object stays the same, so that rows need not be drawn again. */
export interface RowActions {
  /** Shows the result, or what goes on with it; before the start the picture itself. */
  open: (row: BatchRow) => void
  download: (row: BatchRow) => void
  retry: (row: BatchRow) => void
  cancel: (row: BatchRow) => void
  /** Takes it out of the batch; a result is asked about first. */
  remove: (row: BatchRow) => void
}

/** @param look shows a picture of the form by its id */
export function useRowActions(bench: Bench, look: (id: string) => void): RowActions {
  const latest = useRef({ bench, look })
  useEffect(() => {
    latest.current = { bench, look }
  })
  return useMemo(() => {
    const drop = async ({ name, input, task }: BatchRow) => {
      const title = `移除“${name}”？`
      const text = '它的结果会一并删除，不能恢复；已下载的文件不受影响。'
      if (task?.state === 'done' && !(await confirmed({ title, text, confirmLabel: '移除' }))) return
      if (task && !isFinal(task.state)) await cancel(task.taskId)
      if (task) await remove([task.taskId])
      if (input) latest.current.bench.removeInputs([input.id])
    }
    return {
      open({ task, input }) {
        if (task) latest.current.bench.openView({ task: task.taskId })
        else if (input) latest.current.look(input.id)
      },
      download({ task }) {
        if (task) downloadOutput(task, 0).catch(toastError)
      },
      retry({ task }) {
        if (task) retry(task.taskId).catch(toastError)
      },
      cancel({ task }) {
        if (task) cancel(task.taskId).catch(toastError)
      },
      remove(row) {
        drop(row).catch(toastError)
      },
    }
  }, [])
}
