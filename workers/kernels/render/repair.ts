import { planUpright } from '#kernels/lines/upright.ts'
import { setUpright } from '#kernels/lines/warp.ts'
import { shrinkLuma } from '#kernels/raster/luma.ts'
import type { Raster } from '#kernels/raster.ts'
import { restore } from '#kernels/restore/restore.ts'

/** How firmly a photograph is cleaned before it is rendered; sharp grain would show in what is laid over it. */
const CLEANING = { strength: 0.75, deblock: 0.75, sharpen: 0.25 }
/** Longer side, px, at which straight lines are looked for. */
const LINES_SIDE = 1000

/**
 * Repairs a photograph before it is rendered: noise and a JPEG's blocks go as far as they are found, the lens's
 * distortion and the tilt of verticals as far as lines tell.
 * @param report called with 0..1
 * @returns a picture that is smaller where it was set upright, and a Chinese note on what was done
 */
export function repairPhoto(
  image: Raster,
  report: (done: number) => void = () => undefined,
): { picture: Raster; note: string } {
  const clean = restore(image, CLEANING, (done) => report(0.8 * done))
  const plan = planUpright(shrinkLuma(clean.picture, LINES_SIDE))
  if (plan.kind === 'none') return clean
  const picture = setUpright(clean.picture, plan, (done) => report(0.8 + 0.2 * done))
  return { picture, note: `${clean.note}；已扶正竖线，边缘略有裁切` }
}
