import { NETWORK_RUNS } from './network-runs.ts'
import type { Loads } from './run-op.ts'

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
