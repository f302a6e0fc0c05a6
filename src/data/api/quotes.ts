import { useQuery } from '@tanstack/react-query'
import type { Place } from '#contracts/ops.ts'
import type { Quote } from '#contracts/task.ts'
import { costOf, type OpId, secondsOf } from '#ops/index.ts'
import { call } from './api.ts'
import { useIsOffline } from './network.ts'
import { queryClient } from './query-client.ts'
import { mayAsk } from './start-order.ts'

const KEY = 'quote'
/** The queue moves on: an older answer is asked for again when it is looked at. */
const FRESH_MS = 20_000

interface Wanted {
  op: OpId
  place: Place
  runs: readonly { params: Readonly<Record<string, unknown>>; width: number; height: number }[]
  /** Whether it could be started like this; otherwise nothing is asked. */
  isReady: boolean
}

/** What the server says of a start that might follow: how long it waits and takes. Undefined until it has answered. */
export function useQuote({ op, place, runs, isReady }: Wanted): Quote | undefined {
  const offline = useIsOffline()
  const [first] = runs
  const work = Math.round(runs.reduce((sum, run) => sum + secondsOf(op, run), 0))
  const price = runs.reduce((sum, run) => sum + (costOf(op, { ...run, place })?.amount ?? 0), 0)
  const { data } = useQuery<Quote>({
    // Parameters that change nothing about work and price are no reason to ask again.
    queryKey: [KEY, op, place, runs.length, work, price],
    queryFn: async ({ signal }) => {
      await mayAsk()
      const pictures = runs.map(({ width, height }) => ({ width, height }))
      const at = place === 'device' ? {} : { place }
      return call('quoteTask', { body: { op, params: { ...first?.params }, pictures, ...at }, signal })
    },
    enabled: isReady && !offline && place !== 'device' && first !== undefined,
    staleTime: FRESH_MS,
    retry: false,
  })
  return data
}

/** Asks anew: a start has changed what waits. */
export function askQuotesAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [KEY] })
}
