import { isFinal } from '#contracts/task.ts'
import type { LocalTask } from '#src/data/task-model.ts'

/** What a run of several tasks amounts to at a moment. */
export interface RunSummary {
  total: number
  done: number
  failed: number
  cancelled: number
  active: number
  /** 0..1 over all tasks. */
  fraction: number
  /** Rest of the time at the pace so far; null while the pace is unknown or nothing is left. */
  secondsLeft: number | null
}

/** How far one task is, 0..1; a final one is through whatever its end. */
export function fractionOf(task: LocalTask): number {
  if (isFinal(task.state)) return 1
  if (task.state === 'running') return 0.1 + 0.9 * task.progress
  return task.phase === 'uploading' ? 0.1 * (task.uploadProgress ?? 0) : 0
}

/** @param now ms since 1970 */
export function summarize(tasks: readonly LocalTask[], now: number): RunSummary {
  const count = (state: LocalTask['state']) => tasks.filter((task) => task.state === state).length
  const total = tasks.length
  const fraction = total === 0 ? 0 : tasks.reduce((sum, task) => sum + fractionOf(task), 0) / total
  const done = count('done')
  const failed = count('failed')
  const cancelled = count('cancelled')
  const active = total - done - failed - cancelled
  const begun = Math.min(...tasks.map((task) => task.createdAt))
  const known = active > 0 && fraction > 0.02 && now > begun
  return {
    total,
    done,
    failed,
    cancelled,
    active,
    fraction,
    secondsLeft: known ? (((now - begun) / fraction) * (1 - fraction)) / 1000 : null,
  }
}

/** The picture that a task works on: its name and size, wherever its bytes lie. */
export function sourceOf(task: LocalTask): { name: string; bytes: number } {
  const first = task.localInputs?.[0] ?? task.inputs[0]
  return { name: first?.name ?? '', bytes: first?.bytes ?? 0 }
}

/**
 * Tasks of a run in the order of their start, without failed ones that were run again.
 * @param tasks newest first, as the store lists them
 */
export function currentTasks(tasks: readonly LocalTask[]): LocalTask[] {
  const seen = new Set<string>()
  const kept = tasks.filter((task) => {
    const { name, bytes } = sourceOf(task)
    const key = `${name}|${bytes}`
    const replaced = seen.has(key) && (task.state === 'failed' || task.state === 'cancelled')
    seen.add(key)
    return !replaced
  })
  return kept.reverse()
}
