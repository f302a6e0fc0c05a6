import { type OpId, paramsOf } from './index.ts'
import type { Platform, Report, Run, RunResult } from './platform.ts'

type Load<Op extends OpId> = () => Promise<{ run: Run<Op> }>
type Loads = { readonly [Op in OpId]?: Load<Op> }

/** Operations that run networks: in browsers they have a worker of their own. */
export const NETWORK_RUNS = {
  restore: () => import('./restore/run.ts'),
  upscale: () => import('./upscale/run.ts'),
} satisfies Loads

/** How each operation is carried out; loaded when it is first asked for. */
export const RUNS: Loads = {
  ...NETWORK_RUNS,
  clearroom: () => import('./clearroom/run.ts'),
  edit: () => import('./edit/run.ts'),
  grade: () => import('./grade/run.ts'),
  inpaint: () => import('./inpaint/run.ts'),
  lineart: () => import('./lineart/run.ts'),
  outpaint: () => import('./outpaint/run.ts'),
  relight: () => import('./relight/run.ts'),
  render: () => import('./render/run.ts'),
  retexture: () => import('./retexture/run.ts'),
  stylize: () => import('./stylize/run.ts'),
  views: () => import('./views/run.ts'),
}

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
