import type { Place } from '#contracts/ops.ts'
import type { AskedWay } from '#contracts/task.ts'
import { type OpId, secondsOf } from '#ops/index.ts'
import { useQuote } from '#src/data/api/quotes.ts'
import { roughSpan } from './batch/pace.ts'
import type { PlannedRun } from './start-rules.ts'

/** Waits that are not worth a word, s. */
const SHORT_WAIT = 8

/**
 * How long a start will take, in words: as the server estimates it, and until it has answered by the work alone; where
 * that is not known, how many tasks wait before it; '' where there is nothing to say.
 */
export function useTimeWords(start: {
  op: OpId
  place: Place
  way?: AskedWay | undefined
  runs: readonly PlannedRun[]
  isReady: boolean
}): string {
  const { op, place, runs, isReady } = start
  const quote = useQuote(start)
  if (!isReady || place === 'device') return ''
  const reckoned = place === 'local' ? runs.reduce((sum, run) => sum + secondsOf(op, run), 0) : null
  const seconds = quote?.seconds ?? reckoned
  if (seconds === null) return quote?.ahead ? `前面有 ${quote.ahead} 个任务在排队` : ''
  const wait = quote?.waitSeconds ?? 0
  const queue = wait > SHORT_WAIT ? `，排队约 ${roughSpan(wait)}` : ''
  return `处理约 ${roughSpan(seconds)}${queue}`
}
