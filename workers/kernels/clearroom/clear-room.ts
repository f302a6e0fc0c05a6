import { connected } from '#kernels/connected.ts'
import { NothingToCopyError } from '#kernels/inpaint/complete.ts'
import { fillHoles } from '#kernels/inpaint/fill.ts'
import { widened } from '#kernels/mask/widen.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Surface3, View } from '#kernels/seeing/scene.ts'
import { tellApart } from './apart.ts'
import { beforeOpenings } from './before-openings.ts'
import { fillLight, fillSheet } from './fill-sheet.ts'
import { grainOf } from './grain.ts'
import { putBack } from './put-back.ts'
import { unroll } from './sheet.ts'
import { NO_SIDE, sidesOf } from './sides.ts'

/** A mask leaves a rim of what is to go; the hole grows by this part of the longer side. */
const RIM = 0.004
/** Part of the work that the sides take; the rest is what stood before openings. */
const SIDES = 0.85

/** A room's camera, its sides, and the places that show something else; see clearRoom. */
interface Room {
  view: View
  planes: readonly Surface3[]
  foreign: Uint8Array
  openings: Uint8Array
}

/** Part of a side that has to be seen for the rest of it to be made from that. */
const SEEN = 0.02

/**
 * Mask of the things that can be removed. A thing that stands mostly before sides of which nothing is seen, as a bed before
 * all of the floor, stays, since nothing could fill its place.
 * @returns 255 where something goes
 */
function removable(
  mask: Uint8Array,
  sides: Uint8Array,
  foreign: Uint8Array,
  { width, count }: { width: number; count: number },
): Uint8Array {
  const [all, seen] = [new Uint32Array(count), new Uint32Array(count)]
  for (let i = 0; i < sides.length; i++) {
    const side = sides[i]!
    if (side === NO_SIDE || (foreign[i] && !mask[i])) continue
    all[side] = all[side]! + 1
    if (!mask[i]) seen[side] = seen[side]! + 1
  }
  const isSeen = Array.from(all, (pixels, side) => seen[side]! > SEEN * pixels)
  if (!isSeen.includes(false)) return mask
  const things = connected(
    Int32Array.from(mask, (value) => Math.min(1, value)),
    width,
  )
  const [size, blind] = [new Uint32Array(things.count), new Uint32Array(things.count)]
  for (let i = 0; i < mask.length; i++) {
    const thing = things.map[i]!
    size[thing] = size[thing]! + 1
    if (sides[i] !== NO_SIDE && !isSeen[sides[i]!]) blind[thing] = blind[thing]! + 1
  }
  return mask.map((value, i) => (2 * blind[things.map[i]!]! > size[things.map[i]!]! ? 0 : value))
}

/**
 * A room's sides with nothing before them: of what hides them only the light is made, carried on over each side from what
 * is seen of it, as for sides that take another finish. Openings stay.
 * @param report told 0..1
 * @returns a new picture of the same size with its alpha
 */
export function bareSides(
  picture: Raster,
  { view, planes, foreign, openings }: Room,
  report: (done: number) => void = () => {},
): Raster {
  const { width, height } = picture
  const out: Raster = { width, height, data: picture.data.slice() }
  const sides = sidesOf(view, planes)
  const mask = foreign.map((is, i) => (is && !openings[i] && sides[i] !== NO_SIDE ? 255 : 0))
  for (let side = 0; side < planes.length; side++) {
    const where = { sides, side, mask, foreign }
    const sheet = unroll(picture, view, planes[side]!, where)
    if (sheet) {
      fillLight(sheet)
      putBack(out, sheet, where, null)
    }
    report((side + 1) / planes.length)
  }
  return out
}

/**
 * Takes things out of a room: each side of the room that shows in the mask is filled from itself, in its own
 * perspective, with its light carried on; edges between the sides come out straight and sharp. Shadows that touch
 * what goes are taken along. What stood before a window or a door is completed from the picture.
 * @param mask width·height values; above 127 is what goes
 * @param room the camera, for this picture's size; the room's sides: floor, ceiling, walls; where something shows that is
 *   no side: 1 in `foreign`; and which of it are windows and doors: 1 in `openings`
 * @param report told 0..1
 * @returns a new picture of the same size with its alpha, and where it could not be filled cleanly: 255 where nothing of a
 *   side's texture is seen, where things stay for want of it, where no side of the room is, and where nothing like an opening could be copied
 */
export function clearRoom(
  picture: Raster,
  mask: Uint8Array,
  { view, planes, foreign, openings }: Room,
  report: (done: number) => void = () => {},
): { picture: Raster; left: Uint8Array } {
  const { width, height } = picture
  const out: Raster = { width, height, data: picture.data.slice() }
  const rimmed = widened(mask, width, height, Math.max(2, Math.round(RIM * Math.max(width, height))))
  const sides = sidesOf(view, planes)
  const grown = removable(rimmed, sides, foreign, { width, count: planes.length })
  // Things that stay count without the rim that was added for the filling.
  const left = rimmed.map((value, i) => {
    if (sides[i] === NO_SIDE) return value
    return !grown[i] && mask[i]! > 127 ? 255 : 0
  })
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
  const rest = beforeOpenings({ mask: grown, foreign: openings, sides }, width)
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
