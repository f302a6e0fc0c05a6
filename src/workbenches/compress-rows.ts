import type { DraftInput } from '#src/data/drafts.ts'
import type { LocalTask } from '#src/data/task-model.ts'
import { sourceOf } from './run-summary.ts'

/** A file of the batch: its input while it is in the form, its task once it was started. */
export interface CompressRow {
  key: string
  name: string
  before: number
  input: DraftInput | undefined
  task: LocalTask | undefined
  /** The task ran with other parameters than those set now, or failed, or was never made. */
  due: boolean
}

const sameParams = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => a[key] === b[key])

/**
 * Files in the form with their tasks of the run on show, then tasks whose file has left the form.
 * @param run in the order of their start; the last task of a file counts
 */
export function compressRows(
  inputs: readonly DraftInput[],
  run: readonly LocalTask[],
  params: Readonly<Record<string, unknown>>,
): CompressRow[] {
  const left = [...run]
  const rows = inputs.map((input): CompressRow => {
    const at = left.findLastIndex((task) => {
      const source = sourceOf(task)
      return source.name === input.file.name && source.bytes === input.file.size
    })
    const task = at >= 0 ? left[at] : undefined
    const { name, size } = input.file
    // Earlier tries of the same file are history.
    for (let index = left.length - 1; index >= 0; index--) {
      const source = sourceOf(left[index]!)
      if (source.name === name && source.bytes === size && index <= at) left.splice(index, 1)
    }
    const stale =
      !task || task.state === 'failed' || task.state === 'cancelled' || !sameParams(task.params, params)
    return { key: input.id, name, before: size, input, task, due: stale }
  })
  const gone = left.map(
    (task): CompressRow => ({
      key: task.taskId,
      name: sourceOf(task).name,
      before: sourceOf(task).bytes,
      input: undefined,
      task,
      due: false,
    }),
  )
  return [...rows, ...gone]
}

/** Bytes before and after over all finished rows. */
export function totalsOf(rows: readonly CompressRow[]): { done: number; before: number; after: number } {
  const finished = rows.filter((row) => row.task?.state === 'done')
  return {
    done: finished.length,
    before: finished.reduce((sum, row) => sum + (row.task?.outputMeta[0]?.before ?? row.before), 0),
    after: finished.reduce((sum, row) => sum + (row.task?.outputs[0]?.bytes ?? 0), 0),
  }
}

/** How much smaller, in per cent: −62 %; growth has a plus. */
export function savedText(before: number, after: number): string {
  if (before <= 0) return ''
  const percent = Math.round((1 - after / before) * 100)
  return percent >= 0 ? `−${percent}%` : `+${-percent}%`
}
