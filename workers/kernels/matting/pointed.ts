import { distanceTo } from '../mask/distance.ts'
import type { Raster } from '../raster.ts'
import { resample } from '../resample/resample.ts'
import { hintsOf, POINTING_SIDE, type Pointing, selectAt } from '../segment/point-at.ts'
import { selectThing } from '../segment/select.ts'
import { fitWithin } from './cut.ts'
import { hasSubject, ISNET_SIDE, measureMask } from './isnet.ts'
import { REFINE_SIDE, refineSeen } from './refine.ts'
import {
  clearOutside,
  cropPicture,
  pasteMask,
  type Region,
  regionAround,
  type Sides,
  sidesOf,
} from './region.ts'
import { dropSpecks } from './specks.ts'
import { thickParts } from './thick-parts.ts'

/**
 * A network's opinion of a picture.
 * @param squeezed interleaved RGB of ISNET_SIDE × ISNET_SIDE
 * @returns as many values, 0..255, high on the subject
 */
export type Look = (squeezed: Uint8Array) => Promise<Uint8Array>

/** How much of what is around a box the network gets to see, as a part of its longer side. */
const AROUND_BOX = 0.08
/** The same around what was found for scribbles, whose own reach is only a guess. */
const AROUND_GUESS = 0.15
/** Part of its box that a subject fills at least. */
const FILLS = 0.04
/** How much more of a box the network is sure of than unsure when it is believed against the colours. */
const CLEAR = 5
/** How far out of the outline that colours give the network may still tell what is hair, px at 1024 px. */
const HAIR = 14
/** Thickness, px at 1024 px, up to which two masks of the same thing differ by their edges alone. */
const EDGE = 3
/** Difference of two masks, 0..255, from which on they disagree. */
const DIFFERS = 96

const scaled = ({ width, height }: Region | Raster) =>
  Math.max(1, Math.round((EDGE * Math.max(width, height)) / (2 * ISNET_SIDE)))

/**
 * Where two masks disagree by more than their edges, the word of the second one counts: changes `mask` in place.
 * @param word what is wanted, 0..255
 * @param base what it is compared with; `mask` itself when left out
 */
function heed(
  mask: Uint8Array,
  word: Uint8Array,
  size: { width: number; height: number },
  radius: number,
  base: Uint8Array = mask,
): void {
  const differs = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    if (Math.abs((word[i] as number) - (base[i] as number)) >= DIFFERS) differs[i] = 1
  }
  const thick = thickParts(differs, size.width, size.height, radius)
  for (let i = 0; i < mask.length; i++) if (thick[i]) mask[i] = word[i] as number
}

/** A mask of any size (0..255) at a picture's size, its edge found anew in the picture. */
export function outlineIn(
  picture: Raster,
  mask: Uint8Array,
  from: { width: number; height: number },
): Uint8Array {
  const { width, height } = fitWithin(picture, REFINE_SIDE)
  const isWhole = width === picture.width && height === picture.height
  const near = resample({ ...from, channels: 1, data: mask }, width, height, 'cubic')
  const pixels = isWhole ? picture.data : resample({ ...picture, channels: 4 }, width, height, 'linear')
  refineSeen({ width, height, data: pixels }, near)
  if (isWhole) return near
  return resample({ width, height, channels: 1, data: near }, picture.width, picture.height, 'cubic')
}

const opaque = (picture: Raster, width: number, height: number): Raster => {
  const data = resample({ ...picture, channels: 4 }, width, height, 'linear')
  return { width, height, data: new Uint8ClampedArray(data.buffer) }
}

/** What is pointed at, in px of a part of the picture. */
function within({ points, box, lines }: Pointing, { left, top }: Region): Pointing {
  const moved = <P extends { x: number; y: number }>(place: P): P => ({
    ...place,
    x: place.x - left,
    y: place.y - top,
  })
  return {
    points: points.map(moved),
    lines: lines.map((line) => ({ ...line, points: line.points.map(moved) })),
    ...(box && {
      box: { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top },
    }),
  }
}

/** The thing as its colours tell, at the picture's size. */
function selectByColours(picture: Raster, pointing: Pointing): Uint8Array {
  const { width, height } = fitWithin(picture, POINTING_SIDE)
  return selectAt(opaque(picture, width, height), pointing, picture.width, picture.height)
}

/** Whether the network has seen a subject in a box that only has a margin around it. */
function isConvincing(mask: Uint8Array, box: Sides, { width, height }: Region): boolean {
  const seen = measureMask(mask, ISNET_SIDE, ISNET_SIDE)
  const part = ((box.right - box.left) * (box.bottom - box.top)) / (width * height)
  return seen.sure >= CLEAR * seen.unsure && seen.solid >= FILLS * Math.min(1, part)
}

/** Where the thing is to be looked for. */
function placeOf(picture: Raster, { box }: Pointing, byColours: () => Uint8Array): Region | null {
  if (box) return regionAround(box, picture, AROUND_BOX)
  const seen = sidesOf(byColours(), picture)
  return seen && regionAround(seen, picture, AROUND_GUESS)
}

/** 1 where a mask goes from inside to outside. */
function outlineOf(mask: Uint8Array, width: number): Uint8Array {
  const out = new Uint8Array(mask.length)
  for (let i = 0; i + width < mask.length; i++) {
    const isIn = (mask[i] as number) > 127
    if (isIn !== (mask[i + 1] as number) > 127 || isIn !== (mask[i + width] as number) > 127) out[i] = 1
  }
  return out
}

async function lookAt(part: Raster, look: Look): Promise<Uint8Array> {
  return look(resample({ ...part, channels: 4 }, ISNET_SIDE, ISNET_SIDE, 'linear', 3))
}

/**
 * The subject of a part of a picture: as the network sees it when there is only a box, as colours, network and
 * hints agree otherwise.
 */
async function maskPart(part: Raster, pointing: Pointing, look: Look, region: Region): Promise<Uint8Array> {
  const seen = await lookAt(part, look)
  const square = { width: ISNET_SIDE, height: ISNET_SIDE }
  const { box } = pointing
  const [sx, sy] = [ISNET_SIDE / part.width, ISNET_SIDE / part.height]
  if (box) {
    const inside = { left: box.left * sx, top: box.top * sy, right: box.right * sx, bottom: box.bottom * sy }
    clearOutside(seen, square, inside)
    const isBare = pointing.points.length + pointing.lines.length === 0
    if (isBare && isConvincing(seen, box, region)) return outlineIn(part, seen, square)
  }
  const size = fitWithin(part, POINTING_SIDE)
  const opinion = resample({ ...square, channels: 1, data: seen }, size.width, size.height, 'linear')
  const copy = opaque(part, size.width, size.height)
  const isSure = hasSubject(measureMask(seen, ISNET_SIDE, ISNET_SIDE))
  const hints = hintsOf(copy, pointing, part.width, part.height)
  const word = selectThing(copy, isSure ? { ...hints, opinion } : hints)
  if (!isSure) return outlineIn(part, word, size)
  heed(opinion, word, size, scaled(copy))
  const edge = outlineOf(word, size.width)
  const near = distanceTo(edge, size.width, size.height)
  const scale = Math.max(size.width, size.height) / ISNET_SIDE
  for (let i = 0; i < word.length; i++) {
    const isInside = (word[i] as number) > 127
    if ((near[i] as number) > scale * (isInside ? EDGE : HAIR)) opinion[i] = isInside ? 255 : 0
  }
  dropSpecks(opinion, size.width)
  return outlineIn(part, opinion, size)
}

/**
 * The subject that somebody has pointed at: a box, clicks, scribbles, or several of them. The network looks at that
 * part of the picture alone, and where it is not convincing colours decide (GrabCut, see selectThing).
 * @param picture at full size; alpha is not looked at
 * @param things each one pointed at by itself, px of the picture
 * @param painted the selection that was shown for the things and may have been corrected by hand, width·height values;
 *   null when there is none
 * @returns width·height values, 0..255, 255 on the subjects
 */
export async function maskPointed(
  picture: Raster,
  things: readonly Pointing[],
  painted: Uint8Array | null,
  look: Look,
): Promise<Uint8Array> {
  const mask = new Uint8Array(picture.width * picture.height)
  const shown = painted && new Uint8Array(mask.length)
  const all = { left: 0, top: 0, width: picture.width, height: picture.height }
  for (const pointing of things) {
    let found: Uint8Array | undefined
    const byColours = () => {
      found ??= selectByColours(picture, pointing)
      return found
    }
    const region = placeOf(picture, pointing, byColours)
    if (region) {
      const part = cropPicture(picture, region)
      const cut = await maskPart(part, within(pointing, region), look, region)
      if (pointing.box) clearOutside(cut, part, within(pointing, region).box as Sides)
      pasteMask(mask, picture, cut, region)
    }
    if (shown) pasteMask(shown, picture, byColours(), all)
  }
  if (painted && shown) heed(mask, painted, picture, scaled(picture), shown)
  return mask
}
