import { isFinal } from '#contracts/task.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'

/** What a run of several tasks amounts to at a moment. */
export interface RunSummary {
  total: number
  done: number
  failed: number
  cancelled: number
  active: number
  /** 0..1 over all tasks. */
  fraction: number
}

/** How far one task is, 0..1; a final one is through whatever its end. */
export function fractionOf(task: LocalTask): number {
  if (isFinal(task.state)) return 1
  if (task.state === 'running') return 0.1 + 0.9 * task.progress
  return task.phase === 'uploading' ? 0.1 * (task.uploadProgress ?? 0) : 0
}

/** Counts a run's tasks by their end. */
export function summarize(tasks: readonly LocalTask[]): RunSummary {
  const total = tasks.length
  let reached = 0
  const ends = { done: 0, failed: 0, cancelled: 0 }
  for (const task of tasks) {
    reached += fractionOf(task)
    if (task.state === 'done' || task.state === 'failed' || task.state === 'cancelled') ends[task.state]++
  }
  const active = total - ends.done - ends.failed - ends.cancelled
  return { total, ...ends, active, fraction: total === 0 ? 0 : reached / total }
}

/** How far a run is, or how it ended, in words. */
export function wordsOfRun({ total, done, failed, cancelled, active }: RunSummary): string {
  if (active > 0) return `已处理 ${total - active} / ${total} 张`
  if (done === total) return `${done} 张全部完成`
  const parts = [`完成 ${done} 张`]
  if (failed > 0) parts.push(`失败 ${failed} 张`)
  if (cancelled > 0) parts.push(`取消 ${cancelled} 张`)
  return parts.join('，')
}

/** The picture that a task works on: its name and size, wherever its bytes lie. */
export function sourceOf(task: LocalTask): { name: string; bytes: number } {
  const first = task.localInputs?.[0] ?? task.inputs[0]
  return { name: first?.name ?? '', bytes: first?.bytes ?? 0 }
}

/** Whether `a` is a later try than `b` of the same picture: one that goes on is the latest of all. */
function isLater(a: LocalTask, b: LocalTask): boolean {
  const over = (task: LocalTask) => task.finishedAt ?? Number.POSITIVE_INFINITY
  return over(a) === over(b) ? a.createdAt >= b.createdAt : over(a) > over(b)
}

/**
 * Versions in the place of the tasks that they were made of, the last one where there are several.
 * @param tasks newest first
 */
function withVersions(tasks: readonly LocalTask[]): LocalTask[] {
  const next = new Map(
    [...tasks].reverse().flatMap((task) => (task.versionOf ? [[task.versionOf, task]] : [])),
  )
  if (next.size === 0) return [...tasks]
  const ids = new Set(tasks.map(({ taskId }) => taskId))
  const lastOf = (task: LocalTask): LocalTask => {
    const later = next.get(task.taskId)
    return later ? lastOf(later) : task
  }
  return tasks.flatMap((task) => (task.versionOf && ids.has(task.versionOf) ? [] : [lastOf(task)]))
}

/**
 * Tasks of a run in the order of their start. Of several tries of one picture the latest is left, in the
 * place of the first, and a version takes that of what it was made of; records that do not know their picture only lose failures that were run again.
 * @param all newest first, as the store lists them
 */
export function currentTasks(all: readonly LocalTask[]): LocalTask[] {
  const tasks = withVersions(all)
  const latest = new Map<string, LocalTask>()
  const seen = new Set<string>()
  const superseded = new Set<LocalTask>()
  for (const task of tasks) {
    if (task.item) {
      const known = latest.get(task.item)
      if (!known || isLater(task, known)) latest.set(task.item, task)
      continue
    }
    const { name, bytes } = sourceOf(task)
    // Renders of one picture by several seeds are no tries of each other.
    const key = `${name}|${bytes}|${task.params.seed}`
    if (seen.has(key) && (task.state === 'failed' || task.state === 'cancelled')) superseded.add(task)
    seen.add(key)
  }
  const placed = new Set<string>()
  return [...tasks].reverse().flatMap((task) => {
    if (!task.item) return superseded.has(task) ? [] : [task]
    if (placed.has(task.item)) return []
    placed.add(task.item)
    return latest.get(task.item) ?? []
  })
}
