import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyInputOf, DataOf } from '#contracts/endpoint.ts'
import type { ENDPOINTS } from '#contracts/endpoints.ts'
import type { EngineEntry, EngineTrial } from '#contracts/engines.ts'
import type { Reach } from '#contracts/reach.ts'
import { call } from '#src/data/api/api.ts'
import { wantEvents } from '#src/data/api/events.ts'
import { ADMIN_ENGINES, askEnginesAgain, queryClient } from '#src/data/api/query-client.ts'

/** Query of what engines can do. */
export const SURVEY = 'adminSurvey'
/** The server asks its engines as often. */
const FRESH_MS = 30_000
const TRIAL_LOOK_MS = 400

/** Every engine of this site, for its operator; asked again while it is looked at. */
export function useEngineEntries(): UseQueryResult<EngineEntry[]> {
  useEffect(() => {
    wantEvents('engines', true)
    return () => wantEvents('engines', false)
  }, [])
  return useQuery<EngineEntry[]>({
    queryKey: [ADMIN_ENGINES],
    queryFn: ({ signal }) => call('adminEngines', { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    retry: 1,
  })
}

type Survey = DataOf<(typeof ENDPOINTS)['adminSurvey']>

/** Asks which ops an engine can run, and what it lacks for the others. */
export function useSurvey(id: string): UseQueryResult<Survey> {
  return useQuery<Survey>({
    queryKey: [SURVEY, id],
    queryFn: ({ signal }) => call('adminSurvey', { query: { id }, signal }),
    staleTime: FRESH_MS,
    retry: false,
  })
}

type Change =
  | 'adminAddEngine'
  | 'adminChangeEngine'
  | 'adminSwitchEngine'
  | 'adminOrderEngines'
  | 'adminRemoveEngine'
  | 'adminCheckEngines'

/** Changes the engines on the server, and what is shown of them here. @throws AppError */
export async function changeEngines<C extends Change>(
  change: C,
  body?: BodyInputOf<(typeof ENDPOINTS)[C]>,
): Promise<void> {
  const list = await call<Change>(change, body === undefined ? {} : { body })
  queryClient.setQueryData([ADMIN_ENGINES], list)
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [SURVEY] }),
    // Tools learn at once what has become possible.
    queryClient.invalidateQueries({ queryKey: ['engines'] }),
  ])
}

/** What is tried. */
export type TrialRequest = BodyInputOf<(typeof ENDPOINTS)['adminStartTrial']>

/**
 * Has an engine carry out the smallest job of an op, by a workflow that is not stored yet where one is given.
 * @param onTold how it goes; the last one is its end
 * @throws AppError
 */
export async function runTrial(
  trial: TrialRequest,
  signal: AbortSignal,
  onTold: (trial: EngineTrial) => void,
): Promise<void> {
  const { trialId } = await call('adminStartTrial', { body: trial })
  const stop = () => void call('adminStopTrial', { body: { trialId } }).catch(() => undefined)
  signal.addEventListener('abort', stop)
  try {
    for (;;) {
      const told = await call('adminTrial', { query: { trialId } })
      onTold(told)
      if (told.state !== 'running') return
      await new Promise((resolve) => setTimeout(resolve, TRIAL_LOOK_MS))
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const MARK = 'adminAiMark'

/** Whether generated pictures bear a visible mark. */
export function useAiMark(): UseQueryResult<boolean> {
  return useQuery<boolean>({ queryKey: [MARK], queryFn: ({ signal }) => call('adminAiMark', { signal }) })
}

/** Says whether generated pictures bear a visible mark. @throws AppError */
export async function setAiMark(isOn: boolean): Promise<void> {
  queryClient.setQueryData([MARK], await call('adminSetAiMark', { body: { isOn } }))
}

const REACH = 'adminReach'

/** How far pictures may go on this site. */
export function useReach(): UseQueryResult<Reach> {
  return useQuery<Reach>({ queryKey: [REACH], queryFn: ({ signal }) => call('adminReach', { signal }) })
}

/** Says how far pictures may go on this site. @throws AppError */
export async function setReach(reach: Reach): Promise<void> {
  queryClient.setQueryData([REACH], await call('adminSetReach', { body: { reach } }))
  await askEnginesAgain()
}
