import { resample } from '#kernels/raster/resample.ts'
import { thickParts } from '../mask/thick-parts.ts'
import type { Raster } from '../raster.ts'
import { boxesAt, POINTING_SIDE, type Pointing, selectAt } from '../segment/point-at.ts'
import type { Segmenter } from '../segmentation/segment.ts'
import { outlineIn } from './alpha-matte.ts'
import { fitWithin } from './cut.ts'
import { ISNET_SIDE, measureMask } from './isnet.ts'
import { addNamedAlike } from './named-part.ts'
import {
  boxOf,
  clearOutside,
  cropMask,
  cropPicture,
  type Place,
  pasteMask,
  type Region,
  regionAround,
  type Sides,
} from './region.ts'
import { connectedTo, LIKELY, SURE } from './trimap.ts'

/**
 * A network's opinion of a picture.
 * @param squeezed interleaved RGB of ISNET_SIDE × ISNET_SIDE
 * @returns as many values, 0..255, high on the subject
 */
export type Look = (squeezed: Uint8Array) => Promise<Uint8Array>

const SQUARE = { width: ISNET_SIDE, height: ISNET_SIDE }
/** How much of what is around a box is looked at with it, as a part of its longer side; more where the box is a guess. */
const [AROUND, AROUND_GUESS] = [0.08, 0.15] as const
/** Surroundings of a box that colours tell, in parts as above: at 0.15 the network takes small things for no things. */
const AROUND_COLOURS = 0.4
/** How many such boxes are looked at, each a run of the network. */
const LOOKS = 3
/** Surroundings of a thing that the network saw go on beyond its window, in parts as above. */
const BEYOND = 0.5
/**
 * Sides of the windows around a hint in which a thing is looked for in turn, as parts of the picture's longer side: most
 * things that are pointed at fill a good part of the first one.
 */
const WINDOWS = [0.36, 0.6, 1] as const
/** Side of the last window, looked at after the boxes that colours tell, as it often holds two things that stand together. */
const SMALL = 0.2
/**
 * Mean share of a thing from which on the network is believed to have seen it, the same where the window is no more than a
 * box that colours tell (soil around a bush had 0.64 there, things 0.9), and the one below which it is to look nearer.
 */
const [CONVINCING, PLAIN, CLEAR] = [0.5, 0.75, 0.9] as const
/** Part of its box that a thing fills at least. */
const FILLS = 0.04
/** Part of a window's sides inside of the picture that a thing may touch: what goes on behind them was not seen whole. */
const CUT_OFF = 0.04
/** How far from its sides a window's mask is looked at for that, px of ISNET_SIDE: networks fade out there. */
const FADED = 12
/** Thickness, px at 1024 px, up to which two masks of the same thing differ by their edges alone. */
const EDGE = 3
/** Share up to which what hangs together with a clear thing is another one: half of what it has itself. */
const HAZE = 0.5
/** Difference of two masks, 0..255, from which on they disagree. */
const DIFFERS = 96

/** Places on the thing, or on what does not belong to it. */
const placesOf = ({ points, lines }: Pointing, keep: boolean) => [
  ...points.filter((point) => point.keep === keep),
  ...lines.filter((line) => line.keep === keep).flatMap((line) => line.points),
]

/** The square of a side around what is pointed at, moved into the picture. */
function windowAround(places: readonly Place[], side: number, { width, height }: Raster): Region {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const size = { width: Math.min(width, Math.ceil(side)), height: Math.min(height, Math.ceil(side)) }
  const start = (all: number[], length: number, most: number) =>
    Math.round(Math.min(most - length, Math.max(0, (Math.min(...all) + Math.max(...all) - length) / 2)))
  return { ...size, left: start(xs, size.width, width), top: start(ys, size.height, height) }
}

/** How much of a window's sides, but for those that are the picture's too, a set touches, 0..1. */
function cutOff(set: Uint8Array, { left, top, width, height }: Region, picture: Raster): number {
  const last = ISNET_SIDE - 1 - FADED
  let touched = 0
  for (let i = 0; i < ISNET_SIDE; i++) {
    if (left > 0) touched += set[i * ISNET_SIDE + FADED]!
    if (top > 0) touched += set[FADED * ISNET_SIDE + i]!
    if (left + width < picture.width) touched += set[i * ISNET_SIDE + last]!
    if (top + height < picture.height) touched += set[last * ISNET_SIDE + i]!
  }
  return touched / (4 * ISNET_SIDE)
}

/** A thing that the network has seen in a part of a picture. */
interface Seen {
  readonly region: Region
  /** The network's mask of the thing alone, ISNET_SIDE². */
  readonly mask: Uint8Array
  /** Whether it goes on beyond that part. */
  readonly isCut: boolean
  /** Its mean share, 0..1. */
  readonly clear: number
  /** Where it lies, px of the picture. */
  readonly sides: Sides
}

/** Places of what is pointed at on the square that shows a part of a picture. */
function placesIn(region: Region, places: readonly Place[]): number[] {
  return places.flatMap(({ x, y }) => {
    const u = Math.floor(((x - region.left) * ISNET_SIDE) / region.width)
    const v = Math.floor(((y - region.top) * ISNET_SIDE) / region.height)
    return u < 0 || v < 0 || u >= ISNET_SIDE || v >= ISNET_SIDE ? [] : [v * ISNET_SIDE + u]
  })
}

/** A mask without what is at most half sure: the rest is stretched to take its place, and what is unlikely then is 0. */
const withoutHaze = (mask: Uint8Array) =>
  mask.map((value) => {
    const stretched = (value - 255 * HAZE) / (1 - HAZE)
    return stretched < 255 * LIKELY ? 0 : Math.round(stretched)
  })

/** What the network sees of a part of a picture. */
function lookAt(picture: Raster, region: Region, look: Look): Promise<Uint8Array> {
  const part = cropPicture(picture, region)
  return look(resample({ ...part, channels: 4 }, ISNET_SIDE, ISNET_SIDE, 'linear', 3))
}

/** What the network sees of a thing in a part of a picture; null where that is not convincing. */
const seeThing = async (picture: Raster, pointing: Pointing, region: Region, look: Look) =>
  thingIn((await lookAt(picture, region, look)).slice(), picture, pointing, region)

/**
 * What the network sees of a thing around a box that colours tell. What goes on far beyond may be the thing with a fainter one
 * that it hangs together with: then it is looked at without that.
 */
async function seeAround(box: Sides, picture: Raster, pointing: Pointing, look: Look): Promise<Seen | null> {
  const region = regionAround(box, picture, AROUND_COLOURS)
  const mask = await lookAt(picture, region, look)
  const seen = thingIn(mask.slice(), picture, pointing, region)
  if (!seen?.isCut) return seen
  const clear = thingIn(withoutHaze(mask), picture, pointing, region)
  if (clear && !clear.isCut) return clear
  return seeThing(picture, pointing, regionAround(seen.sides, picture, BEYOND), look)
}

/**
 * The thing in a network's mask of a part of a picture; null where it is not convincing.
 * @param mask ISNET_SIDE² values; becomes that of the thing alone
 */
function thingIn(mask: Uint8Array, picture: Raster, pointing: Pointing, region: Region): Seen | null {
  const [sx, sy] = [ISNET_SIDE / region.width, ISNET_SIDE / region.height]
  const { box } = pointing
  if (box)
    clearOutside(mask, SQUARE, {
      left: (box.left - region.left) * sx,
      top: (box.top - region.top) * sy,
      right: (box.right - region.left) * sx,
      bottom: (box.bottom - region.top) * sy,
    })
  const on = placesIn(region, placesOf(pointing, true))
  const off = placesIn(region, placesOf(pointing, false))
  const thing = connectedTo(mask, ISNET_SIDE, on.length > 0 ? on : null)
  let [sum, count, surely] = [0, 0, 0]
  for (let at = 0; at < mask.length; at++) {
    if (thing[at] === 1) {
      sum += mask[at]!
      count++
      if (mask[at]! >= 255 * SURE) surely++
    } else if (mask[at]! >= 255 * LIKELY) mask[at] = 0
  }
  const isAll = on.every((at) => thing[at] === 1) && !off.some((at) => thing[at] === 1)
  const inBox = box ? ((box.right - box.left) * (box.bottom - box.top) * sx * sy) / mask.length : 0
  if (!isAll || surely === 0 || sum < 255 * CONVINCING * count || count < FILLS * inBox * mask.length)
    return null
  const isCut = !box && cutOff(thing, region, picture) > CUT_OFF
  const seen = measureMask(
    thing.map((is) => 255 * is),
    ISNET_SIDE,
    ISNET_SIDE,
  )
  return {
    region,
    mask,
    isCut,
    clear: sum / count / 255,
    sides: {
      left: region.left + seen.left / sx,
      top: region.top + seen.top / sy,
      right: region.left + (seen.left + seen.width) / sx,
      bottom: region.top + (seen.top + seen.height) / sy,
    },
  }
}

/**
 * Looks for a thing with the network: in its box, or in windows around the hints, then where colours find it.
 * @param boxes where colours find it, see boxesAt
 */
async function findThing(
  picture: Raster,
  pointing: Pointing,
  boxes: () => readonly Sides[],
  look: Look,
): Promise<Seen | null> {
  if (pointing.box) return seeThing(picture, pointing, regionAround(pointing.box, picture, AROUND), look)
  const places = placesOf(pointing, true)
  const longest = Math.max(picture.width, picture.height)
  for (const part of WINDOWS) {
    const seen = await seeWhole(picture, pointing, windowAround(places, part * longest, picture), look)
    if (seen) return seen
  }
  for (const box of boxes()) {
    const seen = await seeAround(box, picture, pointing, look)
    if (seen && !seen.isCut && seen.clear >= PLAIN) return seen
  }
  return seeWhole(picture, pointing, windowAround(places, SMALL * longest, picture), look)
}

/** A thing that lies within a window, seen from nearer by where the network hesitates; null where none is seen there. */
async function seeWhole(
  picture: Raster,
  pointing: Pointing,
  window: Region,
  look: Look,
): Promise<Seen | null> {
  const seen = await seeThing(picture, pointing, window, look)
  if (!seen || seen.isCut) return null
  if (seen.clear >= CLEAR) return seen
  const nearer = await seeThing(picture, pointing, regionAround(seen.sides, picture, AROUND_GUESS), look)
  return nearer && !nearer.isCut && nearer.clear > seen.clear ? nearer : seen
}

/** A copy in which things are found by their colours. */
function copyOf(picture: Raster): Raster {
  const { width, height } = fitWithin(picture, POINTING_SIDE)
  const data = resample({ ...picture, channels: 4 }, width, height, 'linear')
  return { width, height, data: new Uint8ClampedArray(data.buffer) }
}

/** Where two masks disagree by more than their edges, the word of the second one counts: changes `mask` in place. */
function heed(mask: Uint8Array, word: Uint8Array, base: Uint8Array, { width, height }: Raster): void {
  const differs = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) if (Math.abs(word[i]! - base[i]!) >= DIFFERS) differs[i] = 1
  const radius = Math.max(1, Math.round((EDGE * Math.max(width, height)) / (2 * ISNET_SIDE)))
  const thick = thickParts(differs, width, height, radius)
  for (let i = 0; i < mask.length; i++) if (thick[i] === 1) mask[i] = word[i]!
}

/**
 * The subject that somebody has pointed at: a box, clicks, scribbles, or several of them. The network looks at that
 * part of the picture alone, and where it is not convincing colours decide (GrabCut, see selectThing).
 * @param picture at full size; alpha is not looked at
 * @param things each one pointed at by itself, px of the picture
 * @param painted the selection that was shown for the things and may have been corrected by hand, width·height values;
 *   null when there is none
 * @param segment names what a picture shows; null for things that are told by their looks alone
 * @returns width·height values, 0..255, 255 on the subjects
 */
export async function maskPointed(
  picture: Raster,
  things: readonly Pointing[],
  painted: Uint8Array | null,
  look: Look,
  segment: Segmenter | null = null,
): Promise<Uint8Array> {
  const mask = new Uint8Array(picture.width * picture.height)
  const shown = painted && new Uint8Array(mask.length)
  const { width, height } = picture
  const all = { left: 0, top: 0, width, height }
  let copy: Raster | undefined
  for (const pointing of things) {
    let found: Uint8Array | undefined
    const byColours = () => {
      copy ??= copyOf(picture)
      found ??= selectAt(copy, pointing, width, height)
      return found
    }
    const boxes = () => {
      const first = boxOf(byColours(), picture)
      return copy ? [first, ...boxesAt(copy, pointing, width, height).slice(1, LOOKS)] : [first]
    }
    const seen = await findThing(picture, pointing, boxes, look)
    const region = seen?.region ?? regionAround(boxOf(byColours(), picture), picture, AROUND_GUESS)
    const part = cropPicture(picture, region)
    const cut = seen
      ? outlineIn(part, seen.mask, SQUARE)
      : outlineIn(part, cropMask(byColours(), picture, region), region)
    if (pointing.box) clearOutside(cut, part, movedBy(pointing.box, region))
    const thing = new Uint8Array(mask.length)
    pasteMask(thing, picture, cut, region)
    if (segment && !pointing.box) {
      const [on, off] = [placesOf(pointing, true), placesOf(pointing, false)]
      addNamedAlike(picture, thing, on, off, await segment(picture))
    }
    pasteMask(mask, picture, thing, all)
    if (shown) pasteMask(shown, picture, byColours(), all)
  }
  if (painted && shown) heed(mask, painted, shown, picture)
  return mask
}

const movedBy = (box: Sides, { left, top }: Region): Sides => ({
  left: box.left - left,
  top: box.top - top,
  right: box.right - left,
  bottom: box.bottom - top,
})
