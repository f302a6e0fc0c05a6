import type { OpId } from '#ops/index.ts'
import { withOwn } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { sourceOf } from '../run-summary.ts'

/** A picture of the batch: its input while it is in the form, its task once it was started. */
export interface BatchRow {
  key: string
  name: string
  /** Bytes of the picture's file as it was chosen. */
  before: number
  input: DraftInput | undefined
  task: LocalTask | undefined
  /** A start would run it: never run, run with other parameters than those set now, failed or cancelled. */
  due: boolean
}

type Params = Readonly<Record<string, unknown>>

/** Follows from the material, and is known to the task alone. */
const DERIVED = 'tileMm'

const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

const sameParams = (a: Params, b: Params) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (key) => key === DERIVED || isSame(a[key], b[key]),
  )

const fileKey = (name: string, bytes: number) => `${name}|${bytes}`
const isOver = (task: LocalTask) => ['done', 'failed', 'cancelled'].includes(task.state)

/** Tasks by the picture they were made for: by its id, or by name and size where a record knows none. */
class TasksOfRun {
  readonly #byItem = new Map<string, LocalTask>()
  readonly #byFile = new Map<string, LocalTask>()

  constructor(run: readonly LocalTask[]) {
    for (const task of run) {
      if (task.item) this.#byItem.set(task.item, task)
      const { name, bytes } = sourceOf(task)
      // The last try counts.
      if (!task.item) this.#byFile.set(fileKey(name, bytes), task)
    }
  }

  of(input: DraftInput): LocalTask | undefined {
    return this.#byItem.get(input.id) ?? this.#byFile.get(fileKey(input.file.name, input.file.size))
  }
}

/** Whether a run was started from these pictures: then they are shown together. */
export function isRunOf(run: readonly LocalTask[], pictures: readonly DraftInput[]): boolean {
  const tasks = new TasksOfRun(run)
  return pictures.some((input) => tasks.of(input))
}

/**
 * Pictures in the form with their tasks of the run on show, then tasks whose picture has left the form.
 * @param run in the order of their start; the last task of a picture counts
 */
export function batchRows(
  pictures: readonly DraftInput[],
  run: readonly LocalTask[],
  { op, params }: { op: OpId; params: Params },
): BatchRow[] {
  const tasks = new TasksOfRun(run)
  const shown = new Set<LocalTask>()
  const files = new Set<string>()
  const rows = pictures.map((input): BatchRow => {
    const task = tasks.of(input)
    const { name, size } = input.file
    if (task) shown.add(task)
    if (task && !task.item) files.add(fileKey(name, size))
    const unfit =
      task &&
      isOver(task) &&
      (task.state !== 'done' || !sameParams(task.params, withOwn(op, params, input.own)))
    return {
      key: input.id,
      name,
      before: input.chosenBytes ?? size,
      input,
      task,
      due: !task || unfit === true,
    }
  })
  const gone = run.filter((task) => {
    if (shown.has(task)) return false
    const { name, bytes } = sourceOf(task)
    // Earlier tries of the same picture are history.
    return task.item !== undefined || !files.has(fileKey(name, bytes))
  })
  return [
    ...rows,
    ...gone.map((task): BatchRow => {
      const { name, bytes } = sourceOf(task)
      return { key: task.item ?? task.taskId, name, before: bytes, input: undefined, task, due: false }
    }),
  ]
}

/** Rows by what the user may want to look at alone. */
export type RowFilter = 'all' | 'idle' | 'active' | 'done' | 'failed' | 'cancelled'

/** Which filter besides `all` a row belongs to. */
export function kindOf(row: BatchRow): Exclude<RowFilter, 'all'> {
  const state = row.task?.state
  if (!state) return 'idle'
  return state === 'queued' || state === 'running' ? 'active' : state
}

/** How many rows each filter would show. */
export function countRows(rows: readonly BatchRow[]): Record<RowFilter, number> {
  const counts = { all: rows.length, idle: 0, active: 0, done: 0, failed: 0, cancelled: 0 }
  for (const row of rows) counts[kindOf(row)]++
  return counts
}
