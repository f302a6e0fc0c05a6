import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { BodyInputOf } from '#contracts/endpoint.ts'
import type { ENDPOINTS } from '#contracts/endpoints.ts'
import type { WorkflowEntry } from '#contracts/workflows.ts'
import { call } from '#src/data/api/api.ts'
import { askEnginesAgain, queryClient } from '#src/data/api/query-client.ts'
import { SURVEY } from './engines.ts'

const WORKFLOWS = 'adminWorkflows'
const CHANGE_MS = 45_000

/** The workflows of the operator's own. */
export function useWorkflows(): UseQueryResult<WorkflowEntry[]> {
  return useQuery<WorkflowEntry[]>({
    queryKey: [WORKFLOWS],
    queryFn: ({ signal }) => call('adminWorkflows', { signal }),
  })
}

type Change = 'adminSaveWorkflow' | 'adminRemoveWorkflow'

/** Changes the workflows on the server, and what is shown of them here. @throws AppError */
export async function changeWorkflows<C extends Change>(
  change: C,
  body: BodyInputOf<(typeof ENDPOINTS)[C]>,
): Promise<void> {
  // The engines are asked again before the answer comes, and one of them may be silent.
  const list = await call<Change>(change, { body, timeoutMs: CHANGE_MS })
  queryClient.setQueryData([WORKFLOWS], list)
  await Promise.all([queryClient.invalidateQueries({ queryKey: [SURVEY] }), askEnginesAgain()])
}
