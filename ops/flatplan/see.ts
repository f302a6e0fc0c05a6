import type { DrawnPlan } from '#contracts/flatplan.ts'
import { type SeenPlan, seePlan } from '#kernels/plan/see-plan.ts'
import type { Raster } from '#kernels/raster.ts'
import type { ParamsOf } from '../index.ts'
import type { Platform } from '../platform.ts'

/**
 * Segments a plan's picture by the network `plans`; null for a site, and for a drawing file where the network cannot be
 * had: its lines tell most of it.
 */
export async function seePaper(
  io: Pick<Platform, 'network'>,
  paper: Raster,
  { content }: Pick<ParamsOf<'flatplan'>, 'content'>,
  drawn: DrawnPlan | null,
): Promise<SeenPlan | null> {
  if (content === 'site') return null
  const seen = seePlan(paper, io.network('plans'))
  return drawn ? seen.catch(() => null) : seen
}
