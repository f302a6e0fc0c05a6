import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { AppError } from '#contracts/errors.ts'
import type { InputRole, Place } from '#contracts/ops.ts'
import type { AskedWay, Quote } from '#contracts/task.ts'
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
  /** By which graph or model; the best one when left out. */
  way?: AskedWay | undefined
  /** Roles of the pictures that come along; whatever they may be when left out. */
  roles?: readonly InputRole[] | undefined
  runs: readonly { params: Readonly<Record<string, unknown>>; width: number; height: number }[]
  /** Whether it could be started like this; otherwise nothing is asked. */
  isReady: boolean
}

/**
 * What the server says of a start that might follow: what it costs, how long it waits and takes. Undefined until it has
 * answered.
 */
export function useQuote(wanted: Wanted): Quote | undefined {
  return useQuoteQuery(wanted).data
}

/** Why the server would not take a start that might follow; null while nothing is known against it. */
export function useQuoteRefusal(wanted: Wanted): AppError | null {
  const { error } = useQuoteQuery(wanted)
  return error instanceof AppError && error.status >= 400 ? error : null
}

function useQuoteQuery({ op, place, way, roles, runs, isReady }: Wanted): UseQueryResult<Quote> {
  const offline = useIsOffline()
  const [first] = runs
  const work = Math.round(runs.reduce((sum, run) => sum + secondsOf(op, run), 0))
  const price = runs.reduce((sum, run) => sum + (costOf(op, { ...run, place })?.amount ?? 0), 0)
  return useQuery<Quote>({
    // Parameters that change nothing about work and price are no reason to ask again.
    queryKey: [KEY, op, place, way?.graphId, way?.model, roles?.join(), runs.length, work, price],
    queryFn: async ({ signal }) => {
      await mayAsk()
      const pictures = runs.map(({ width, height }) => ({ width, height }))
      const at = place === 'device' ? {} : { place, ...way, ...(roles ? { roles: [...roles] } : {}) }
      return call('quoteTask', { body: { op, params: { ...first?.params }, pictures, ...at }, signal })
    },
    enabled: isReady && !offline && place !== 'device' && first !== undefined,
    staleTime: FRESH_MS,
    retry: false,
  })
}

/** Asks anew: a start has changed what waits. */
export function askQuotesAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [KEY] })
}
