import type { DrawnPlan } from '#contracts/flatplan.ts'
import { type SeenPlan, seePlan } from '#kernels/plan/see-plan.ts'
import type { Raster } from '#kernels/raster.ts'
import type { ParamsOf } from '../index.ts'
import type { Platform } from '../platform.ts'

/** Segments a plan's picture by the network `plans`; null for a site, and for a drawing file, whose lines are exact. */
export async function seePaper(
  io: Pick<Platform, 'network'>,
  paper: Raster,
  { content }: Pick<ParamsOf<'flatplan'>, 'content'>,
  drawn: DrawnPlan | null,
): Promise<SeenPlan | null> {
  return content === 'site' || drawn ? null : seePlan(paper, io.network('plans'))
}
