import type { Place } from '#contracts/ops.ts'
import { isFinal } from '#contracts/task.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'

/** How fast a run goes and how long the rest of it will take. */
export interface Pace {
  /** null while nothing has finished yet, nothing is left, or everything left waits for the network. */
  secondsLeft: number | null
  /** Finished tasks a minute; null while it is not known. */
  perMinute: number | null
}

/** Finished tasks that the pace is taken from: enough to be steady, few enough to follow a change. */
const RECENT = 15

interface Span {
  from: number
  to: number
}

/** Middle value; the mean of the two middle ones for an even count. `values` is not empty. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** Time in which at least one of the spans ran, ms: pauses in which nothing ran do not count. */
function busyTime(spans: readonly Span[]): number {
  const sorted = [...spans].sort((a, b) => a.from - b.from)
  let busy = 0
  let end = Number.NEGATIVE_INFINITY
  for (const { from, to } of sorted) {
    if (to > end) busy += to - Math.max(from, end)
    end = Math.max(end, to)
  }
  return busy
}

function recentSpans(tasks: readonly LocalTask[]): Span[] {
  return tasks
    .flatMap(({ state, startedAt, finishedAt }) =>
      state === 'done' && startedAt !== null && finishedAt !== null && finishedAt >= startedAt
        ? [{ from: startedAt, to: finishedAt }]
        : [],
    )
    .sort((a, b) => b.to - a.to)
    .slice(0, RECENT)
}

/**
 * Time from one result to the next, ms, where results have been coming: it holds whatever slows them down,
 * the upload included. Gaps far beyond a task's own time (a sleeping computer) count as one task.
 */
function interval(spans: readonly Span[], typical: number): number {
  const ends = spans.map(({ to }) => to).sort((a, b) => a - b)
  const gaps = ends.slice(1).map((end, index) => Math.min(end - (ends[index] ?? end), 4 * typical))
  return gaps.length >= 3 ? gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length : 0
}

/** The pace of tasks that run at one place. */
function paceAt(tasks: readonly LocalTask[]): Pace {
  const active = tasks.filter((task) => !isFinal(task.state))
  const spans = recentSpans(tasks)
  if (spans.length === 0) return { secondsLeft: null, perMinute: null }
  const typical = Math.max(1, median(spans.map(({ from, to }) => to - from)))
  const work = spans.reduce((sum, { from, to }) => sum + to - from, 0)
  const abreast = Math.max(1, work / Math.max(1, busyTime(spans)))
  const uploads = active.some((task) => task.phase === 'uploading')
  const each = Math.max(typical / abreast, uploads ? interval(spans, typical) : 0)
  const perMinute = 60_000 / each
  if (active.length === 0 || active.every((task) => task.phase === 'waiting'))
    return { secondsLeft: null, perMinute: active.length === 0 ? perMinute : null }
  const rests = active.map((task) => (task.state === 'running' ? 1 - task.progress : 1))
  const rest = rests.reduce((sum, one) => sum + one, 0)
  // The last ones cannot be shared out: the longest of them sets the end.
  return { secondsLeft: Math.max(rest * each, Math.max(...rests) * typical) / 1000, perMinute }
}

/**
 * Pace of a run by the median time of what finished last, place by place, with what runs side by side taken
 * into account. Places work at the same time: the slowest sets the end.
 */
export function paceOf(tasks: readonly LocalTask[]): Pace {
  const places = new Map<Place, LocalTask[]>()
  for (const task of tasks) {
    const own = places.get(task.place)
    if (own) own.push(task)
    else places.set(task.place, [task])
  }
  const paces = [...places.values()].map((own) => ({
    pace: paceAt(own),
    live: own.some((task) => !isFinal(task.state)),
  }))
  const live = paces.filter((place) => place.live).map((place) => place.pace)
  const known = live.flatMap(({ secondsLeft }) => secondsLeft ?? [])
  const rates = live.flatMap(({ perMinute }) => perMinute ?? [])
  return {
    secondsLeft: known.length > 0 ? Math.max(...known) : null,
    perMinute: rates.length > 0 ? rates.reduce((sum, rate) => sum + rate, 0) : null,
  }
}

/** A time that is only roughly known, in words: 几秒, 40 秒, 3 分钟, 1 小时 20 分. */
export function roughSpan(seconds: number): string {
  if (seconds < 8) return '几秒'
  if (seconds < 45) return `${Math.ceil(seconds / 10) * 10} 秒`
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes} 分钟`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} 小时${rest > 0 ? ` ${rest} 分` : ''}`
}
