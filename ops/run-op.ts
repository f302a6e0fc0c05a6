import { type OpId, paramsOf } from './index.ts'
import type { Platform, Report, Run, RunResult } from './platform.ts'

type Load<Op extends OpId> = () => Promise<{ run: Run<Op> }>
/** How operations are carried out; each is loaded when it is first asked for. */
export type Loads = { readonly [Op in OpId]?: Load<Op> }

/**
 * Carries out an operation.
 * @param loads the operations that can be carried out here
 * @param params as they come over a wire; checked by the operation's schema
 * @throws RangeError for an operation that is not among them, and what the operation throws
 */
export async function runOp(
  loads: Loads,
  op: OpId,
  job: { io: Platform; params: unknown; report: Report },
): Promise<RunResult> {
  const load = loads[op] as Load<OpId> | undefined
  if (!load) throw new RangeError(`no such operation here: ${op}`)
  const { run } = await load()
  return run({ ...job, params: paramsOf(op).parse(job.params) as never })
}
