import { type AppError, toAppError } from '#contracts/errors.ts'
import { type SeenPlan, seePlan } from '#kernels/plan/see-plan.ts'
import type { Raster } from '#kernels/raster.ts'
import type { ParamsOf } from '../index.ts'
import type { Platform } from '../platform.ts'

/** Answer of the network `plans` for a plan, or the reason for which it failed. */
export interface Sight {
  seen: SeenPlan | null
  /** null where it was seen, and for a site, which is read by its lines. */
  failure: AppError | null
}

/**
 * Segments a plan's picture by the network `plans`. That it fails is told, as lines alone may do.
 * @throws AppError CANCELLED
 */
export async function seePaper(
  io: Pick<Platform, 'network'>,
  paper: Raster,
  { content }: Pick<ParamsOf<'flatplan'>, 'content'>,
): Promise<Sight> {
  if (content === 'site') return { seen: null, failure: null }
  try {
    return { seen: await seePlan(paper, io.network('plans')), failure: null }
  } catch (thrown) {
    const failure = toAppError(thrown, 'DEVICE_FAILED')
    if (failure.errorName === 'CANCELLED') throw failure
    return { seen: null, failure }
  }
}
