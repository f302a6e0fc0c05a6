import { NothingToCopyError } from '#kernels/inpaint/complete.ts'
import { fillHoles } from '#kernels/inpaint/fill.ts'
import { widened } from '#kernels/mask/widen.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Surface3, View } from '#kernels/seeing/scene.ts'
import { tellApart } from './apart.ts'
import { beforeOpenings } from './before-openings.ts'
import { fillSheet } from './fill-sheet.ts'
import { grainOf } from './grain.ts'
import { putBack } from './put-back.ts'
import { unroll } from './sheet.ts'
import { NO_SIDE, sidesOf } from './sides.ts'

/** A mask leaves a rim of what is to go; the hole grows by this part of the longer side. */
const RIM = 0.004
/** Part of the work that the sides take; the rest is what stood before openings. */
const SIDES = 0.85

/**
 * Takes things out of a room: each side of the room that shows in the mask is filled from itself, in its own
 * perspective, with its light carried on; edges between the sides come out straight and sharp. Shadows that touch
 * what goes are taken along. What stood before a window or a door is completed from the picture.
 * @param mask width·height values; above 127 is what goes
 * @param room the camera, for this picture's size; the room's sides: floor, ceiling, walls; and where something shows
 *   that is no side (windows, doors): 1 in `foreign`
 * @param report told 0..1
 * @returns a new picture of the same size with its alpha, and where it could not be filled cleanly: 255 where nothing of a
 *   side's texture is seen, where no side of the room is, and where nothing like an opening could be copied
 */
export function clearRoom(
  picture: Raster,
  mask: Uint8Array,
  { view, planes, foreign }: { view: View; planes: readonly Surface3[]; foreign: Uint8Array },
  report: (done: number) => void = () => {},
): { picture: Raster; left: Uint8Array } {
  const { width, height } = picture
  const out: Raster = { width, height, data: picture.data.slice() }
  const grown = widened(mask, width, height, Math.max(2, Math.round(RIM * Math.max(width, height))))
  const sides = sidesOf(view, planes)
  const left = grown.map((value, i) => (sides[i] === NO_SIDE ? value : 0))
  for (let side = 0; side < planes.length; side++) {
    const where = { sides, side, mask: grown, foreign }
    const sheet = unroll(picture, view, planes[side]!, where)
    if (sheet) {
      tellApart(sheet)
      const filled = fillSheet(sheet, (done) => report((SIDES * (side + done)) / planes.length))
      putBack(out, sheet, where, filled === 'plain' ? grainOf(picture, where) : null)
      if (filled === 'light') for (let i = 0; i < left.length; i++) if (sides[i] === side) left[i] = grown[i]!
    }
    report((SIDES * (side + 1)) / planes.length)
  }
  const rest = beforeOpenings({ mask: grown, foreign, sides }, width)
  if (!rest.includes(255)) return { picture: out, left }
  try {
    const picture = fillHoles(out, rest, (done) => report(SIDES + (1 - SIDES) * done))
    return { picture, left }
  } catch (thrown) {
    if (!(thrown instanceof NothingToCopyError)) throw thrown
    for (let i = 0; i < left.length; i++) if (rest[i]) left[i] = 255
    return { picture: out, left }
  }
}
