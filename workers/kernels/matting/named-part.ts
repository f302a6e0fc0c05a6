/**
 * What belongs to a thing although it looks unlike the rest of it: pillows to a bed, cushions to a sofa. The network that cuts
 * out has no names for things; the one that segments has, but neither sharp edges nor single things. So a part that is named
 * like the thing is added where it hangs together with it and the thing makes up most of it already.
 */
import { enlarged } from '#kernels/raster/plane-row.ts'
import { distanceTo } from '../mask/distance.ts'
import { thickParts } from '../mask/thick-parts.ts'
import type { Raster } from '../raster.ts'
import { NAMES } from '../segmentation/names.ts'
import type { Segmentation } from '../segmentation/segment.ts'
import { outlineIn } from './alpha-matte.ts'
import { boxOf, cropMask, cropPicture, type Place, regionAround } from './region.ts'
import { connectedTo } from './trimap.ts'

/** Share of a name from which on a place is called by it. */
const NAMED = 0.5
/** Part of what is named alike that a thing makes up at least: of two chairs that touch, one has about half. */
const MOST = 0.75
/** Surroundings in which the outline of what is added is looked for, as a part of the longer side of the whole. */
const AROUND = 0.15

/** Those places of a picture, 0 or 1 each, that are named like given ones and hang together with them; null where none are. */
function namedLike(segmentation: Segmentation, places: readonly Place[], size: Raster): Uint8Array | null {
  const { width, height, shares } = segmentation
  const planes = NAMES.map((_, name) => shares.subarray(name * width * height, (name + 1) * width * height))
  const shareAt = (plane: Float32Array, { x, y }: Place) =>
    plane[Math.floor((y * height) / size.height) * width + Math.floor((x * width) / size.width)] ?? 0
  const plane = planes.find((one) => places.every((place) => shareAt(one, place) >= NAMED))
  if (!plane) return null
  const isNamed = Uint8Array.from(
    enlarged({ width, height, data: plane }, size.width, size.height),
    (share) => (share >= NAMED ? 255 : 0),
  )
  const seeds = places.map(({ x, y }) => Math.floor(y) * size.width + Math.floor(x))
  return connectedTo(isNamed, size.width, seeds)
}

/**
 * Adds to a thing what is named like it, in place; see above.
 * @param mask of the thing alone, 0..255, width·height values
 * @param on places on the thing, px @param off places on what does not belong to it
 */
export function addNamedAlike(
  picture: Raster,
  mask: Uint8Array,
  on: readonly Place[],
  off: readonly Place[],
  segmentation: Segmentation,
): void {
  const { width, height } = picture
  const part = namedLike(segmentation, on, picture)
  if (!part || off.some(({ x, y }) => part[Math.floor(y) * width + Math.floor(x)] === 1)) return
  let [all, held] = [0, 0]
  for (let at = 0; at < part.length; at++) {
    if (part[at] === 0) continue
    all++
    if (mask[at]! <= 127) continue
    held++
    part[at] = 0
  }
  if (held < MOST * all) return
  // Names know edges to a place of theirs: what is thinner is no part.
  const place = Math.max(1, Math.round(width / segmentation.width))
  const added = thickParts(part, width, height, place)
  if (!added.includes(1)) return
  const whole = mask.map((value, at) => (added[at] === 1 ? 255 : value))
  const region = regionAround(boxOf(whole, picture), picture, AROUND)
  const outlined = outlineIn(cropPicture(picture, region), cropMask(whole, picture, region), region)
  const far = distanceTo(added, width, height)
  for (let y = 0, from = 0; y < region.height; y++)
    for (let x = 0; x < region.width; x++, from++) {
      const at = (region.top + y) * width + region.left + x
      if (far[at]! <= 2 * place) mask[at] = Math.max(mask[at]!, outlined[from]!)
    }
}
