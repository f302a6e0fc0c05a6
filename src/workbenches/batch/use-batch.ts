import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isFinal } from '#contracts/task.ts'
import { OPS } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { useTasks, useTasksLoading } from '#src/data/tasks/tasks.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import { currentTasks } from '../run-summary.ts'
import type { BenchView } from '../use-view.ts'
import { type BatchRow, batchRows, isRunOf } from './batch-rows.ts'

/** Several pictures of one tool, worked on with the same parameters. */
export interface Batch {
  /** The canvas shows rows instead of one picture. */
  on: boolean
  rows: readonly BatchRow[]
  /** Rows that a start would run. */
  due: readonly BatchRow[]
  /** Pictures in the form. */
  pictures: readonly DraftInput[]
  /** The run on show was started from the pictures in the form, so that more of them join it. */
  linked: boolean
}

interface Needs {
  tool: RegisteredTool
  inputs: readonly DraftInput[]
  params: Readonly<Record<string, unknown>>
  run: readonly LocalTask[]
}

/** Joins the form's pictures with the tasks of the run on show. */
export function useBatch({ tool, inputs, params, run }: Needs): Batch {
  const role = tool.inputs[0]?.kind === 'image' ? tool.inputs[0].role : undefined
  const pictures = useMemo(() => inputs.filter((input) => input.role === role), [inputs, role])
  const linked = useMemo(() => isRunOf(run, pictures), [run, pictures])
  const rows = useMemo(
    () => batchRows(run.length === 0 || linked ? pictures : [], run, { op: tool.op, params }),
    [pictures, run, params, linked, tool],
  )
  const due = useMemo(() => rows.filter((row) => row.due), [rows])
  // What a compression saved is told in a row even where there is only one.
  const least = tool.workbench === 'batch' ? 1 : 2
  const on = role !== undefined && !OPS[tool.op].takesAll && rows.length >= least
  return { on, rows, due, pictures, linked }
}

interface ReopenNeeds {
  tool: RegisteredTool
  inputs: readonly DraftInput[]
  /** The form has been read. */
  ready: boolean
  view: BenchView
  setView: (next: Partial<BenchView>) => void
}

/**
 * Who comes back to a tool finds its last batch again: while it is still at work, and as long as its pictures
 * are in the form. Done once a visit, so that leaving the batch leaves it.
 */
export function useReopenBatch({ tool, inputs, ready, view, setView }: ReopenNeeds): void {
  const tasks = useTasks({ toolId: tool.id })
  const loading = useTasksLoading()
  const [search] = useSearchParams()
  const looked = useRef(false)
  const reopen = useEffectEvent(() => {
    const batchId = tasks.find((task) => task.batchId)?.batchId
    if (!batchId || view.run || view.task || search.has('from')) return
    const run = currentTasks(tasks.filter((task) => task.batchId === batchId))
    const isAtWork = run.some((task) => !isFinal(task.state))
    if (run.length > 1 && (isAtWork || isRunOf(run, inputs))) setView({ run: batchId })
  })
  useEffect(() => {
    if (!ready || loading || looked.current) return
    looked.current = true
    reopen()
  }, [ready, loading])
}
