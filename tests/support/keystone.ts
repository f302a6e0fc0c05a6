import { type Matrix3, multiply, project, transpose } from '#kernels/lines/homography.ts'
import { undistort } from '#kernels/lines/lens.ts'
import type { Upright } from '#kernels/lines/upright.ts'
import type { Raster } from '#kernels/raster.ts'
import { type Colour, picture } from './line-pictures.ts'

/** A picture taken with a tilted camera, with the tilt that it was taken with. */
export interface Tilted {
  image: Raster
  /** From a point of a perfect lens's picture to the upright scene, in units of the longer side from the centre. */
  toScene: Matrix3
  /** The lens's distortion. */
  lens: number
}

/**
 * Looks at a drawn wall with a camera turned by `pitch` and `roll` (degrees), focal length in longer sides, through a
 * lens of the given distortion.
 */
export function takeTilted(
  paint: (x: number, y: number) => Colour,
  { width, height, focal, pitch, roll }: Record<'width' | 'height' | 'focal' | 'pitch' | 'roll', number>,
  lens = 0,
): Tilted {
  const [p, r] = [(pitch * Math.PI) / 180, (roll * Math.PI) / 180]
  const nod: Matrix3 = [1, 0, 0, 0, Math.cos(p), -Math.sin(p), 0, Math.sin(p), Math.cos(p)]
  const lean: Matrix3 = [Math.cos(r), -Math.sin(r), 0, Math.sin(r), Math.cos(r), 0, 0, 0, 1]
  const zoom: Matrix3 = [focal, 0, 0, 0, focal, 0, 0, 0, 1]
  const back: Matrix3 = [1 / focal, 0, 0, 0, 1 / focal, 0, 0, 0, 1]
  const toScene = multiply(zoom, multiply(transpose(multiply(lean, nod)), back))
  const unit = Math.max(width, height)
  const image = picture(width, height, (x, y) => {
    const taken = undistort(((x - 0.5) * width) / unit, ((y - 0.5) * height) / unit, lens)
    const at = project(toScene, taken.x, taken.y)
    return paint((at.x * unit) / width / 1.5 + 0.5, (at.y * unit) / height / 1.5 + 0.5)
  })
  return { image, toScene, lens }
}

/** Largest slope, degrees, of the scene's verticals in the picture as it is (`plan` null) or set upright. */
export function worstSlope({ image, toScene, lens }: Tilted, plan: Upright | null): number {
  const aspect = image.height / image.width
  let worst = 0
  for (const side of [-0.9, -0.4, 0, 0.4, 0.9]) {
    const ends = [-0.8, 0.8].map((up) => {
      const half = plan?.halfWidth ?? 0.5
      const x = (plan?.x ?? 0) + side * half
      const y = (plan?.y ?? 0) + up * half * aspect
      const flat = plan ? project(plan.toSource, x, y) : { x, y }
      const factor = 1 + (plan?.lens ?? 0) * (flat.x * flat.x + flat.y * flat.y)
      const at = undistort(flat.x * factor, flat.y * factor, lens)
      return project(toScene, at.x, at.y)
    })
    const slope = Math.atan2(ends[1]!.x - ends[0]!.x, ends[1]!.y - ends[0]!.y)
    worst = Math.max(worst, Math.abs((slope * 180) / Math.PI))
  }
  return worst
}
