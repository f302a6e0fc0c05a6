import { planUpright, type UprightPlan } from '#kernels/lines/upright.ts'
import { shrinkLuma } from '#kernels/raster/luma.ts'
import type { Raster } from '#kernels/raster.ts'
import { findNoise, type Noise } from './noise.ts'
import { type Small, shrinkLinear } from './small.ts'
import { type Cast, estimateCast } from './white-balance.ts'

/** What is measured once in a picture; all settings and all sizes of the picture share it. */
export interface GradeAnalysis {
  /** Size of the picture that was measured, px. */
  width: number
  height: number
  small: Small
  /** Colour of the light, from the whole picture and from its lightest parts. */
  cast: { whole: Cast; light: Cast }
  noise: Noise
  upright: UprightPlan
}

/** Longer side, px, at which straight lines are looked for. */
const LINES_SIDE = 1000

/** Measures a picture, best at its full size: light, colour, noise and the scene's verticals. */
export function analyse(image: Raster): GradeAnalysis {
  const small = shrinkLinear(image)
  return {
    width: image.width,
    height: image.height,
    small,
    cast: { whole: estimateCast(small, false), light: estimateCast(small, true) },
    noise: findNoise(image),
    upright: planUpright(shrinkLuma(image, LINES_SIDE)),
  }
}
