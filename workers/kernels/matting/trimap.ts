/**
 * The trimap of a network's mask: what is surely subject, what is surely ground, and the band between them in which
 * alpha is to be found from colours.
 *
 * The network was taught with masks of opaque things, so half a share deep inside of a subject is doubt and no glass: what
 * hangs together with the sure subject is solid there. Only near the outline may the picture's colours say otherwise.
 */
import { distanceTo } from '../mask/distance.ts'
import { sidesOf } from './palettes.ts'
import type { Picture } from './picture.ts'

/** Kinds of pixels. */
export const UNKNOWN = 0
export const SUBJECT = 1
export const GROUND = -1

/** Share of 255 from which on the network is sure of the subject; below 1 minus it, of the ground. */
export const SURE = 0.96
/** Share from which on what hangs together with the sure subject belongs to it: a network that doubts sees something. */
export const LIKELY = 0.25
/** Half width of the band around the outline, px at 1024 px: the network's own blur. */
const BAND = 3
/** How far from the outline doubt may be a mixture of subject and ground, px at 1024 px: tips of hair. */
const REACH = 8
/** From which on what colours say is heard against the network. */
const CLEARLY = 0.3

export interface Trimap {
  /** SUBJECT, GROUND or UNKNOWN, one a pixel. */
  readonly kinds: Int8Array
  /** The share of the subject to be believed where colours tell nothing, 0..255, one a pixel. */
  readonly prior: Uint8Array
  /** Places of the unknown pixels, in order. */
  readonly band: Int32Array
  /** What colours say of each pixel, −1 (surely ground) .. 1 (surely subject); see sidesOf. */
  readonly sides: Float32Array
}

/**
 * 1 where a mask is likely the subject and hangs together with some of its places.
 * @param seeds those places; null for all where the mask is sure
 */
export function connectedTo(mask: Uint8Array, width: number, seeds: readonly number[] | null): Uint8Array {
  const set = new Uint8Array(mask.length)
  const stack: number[] = []
  const visit = (at: number) => {
    if (set[at] === 1 || mask[at]! < 255 * LIKELY) return
    set[at] = 1
    stack.push(at)
  }
  const visitAll = (seed: number) => {
    visit(seed)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width
      if (x > 0) visit(at - 1)
      if (x + 1 < width) visit(at + 1)
      if (at >= width) visit(at - width)
      if (at + width < mask.length) visit(at + width)
    }
  }
  if (seeds) for (const seed of seeds) visitAll(seed)
  else for (let seed = 0; seed < mask.length; seed++) if (mask[seed]! >= 255 * SURE) visitAll(seed)
  return set
}

/** Places of values that a test holds for, in order. */
function placesOf<T extends Int8Array | Float32Array>(
  values: T,
  holds: (value: number) => boolean,
): Int32Array {
  let count = 0
  for (let at = 0; at < values.length; at++) if (holds(values[at]!)) count++
  const places = new Int32Array(count)
  for (let at = 0, n = 0; n < count; at++) if (holds(values[at]!)) places[n++] = at
  return places
}

/** How far each pixel is from what the network doubts and from its outline, px. */
function doubtOf(mask: Uint8Array, width: number, height: number): Float32Array {
  const isIn = (at: number) => mask[at]! > 127
  const unsure = mask.map((value, at) => {
    const isEdge =
      (at % width > 0 && isIn(at) !== isIn(at - 1)) || (at >= width && isIn(at) !== isIn(at - width))
    return isEdge || Math.abs(value - 127.5) < 255 * (SURE - 0.5) ? 1 : 0
  })
  return distanceTo(unsure, width, height)
}

/**
 * The trimap of a mask.
 * @param mask what a network or somebody says of each pixel, 0..255
 */
export function trimapOf(picture: Picture, mask: Uint8Array): Trimap {
  const { width, height } = picture
  const scale = Math.max(width, height) / 1024
  const [band, reach] = [Math.max(2, BAND * scale), Math.max(2, REACH * scale)]
  const doubt = doubtOf(mask, width, height)
  const kinds = Int8Array.from(mask, (value, at) =>
    doubt[at]! <= band ? UNKNOWN : value > 127 ? SUBJECT : GROUND,
  )
  const near = placesOf(doubt, (far) => far <= reach)
  const told = sidesOf(picture, mask, kinds, near)
  const sides = new Float32Array(mask.length)
  const solid = connectedTo(mask, width, null)
  for (let n = 0; n < near.length; n++) {
    sides[near[n]!] = told[n]!
    if (Math.abs(told[n]!) > CLEARLY) solid[near[n]!] = told[n]! > 0 ? 1 : 0
  }
  const hollow = solid.map((is) => 1 - is)
  const [within, without] = [distanceTo(hollow, width, height), distanceTo(solid, width, height)]
  const prior = mask.slice()
  for (const at of near) {
    const isSolid = solid[at] === 1
    const deep = isSolid ? within[at]! : without[at]!
    const isGap = sides[at]! < -CLEARLY
    // What the network is sure of stays sure there if its colour is the subject's: thin legs and spokes need some of it.
    const isSure = !isGap && deep > (doubt[at]! > band && sides[at]! > CLEARLY ? band : reach)
    kinds[at] = isSure ? (isSolid ? SUBJECT : GROUND) : UNKNOWN
    if (isGap) continue
    // The network's own blur is hardly wider than the band; further on its doubt is not the picture's.
    const most = 255 * Math.min(1, deep / (1.5 * band))
    prior[at] = isSolid ? Math.max(mask[at]!, most) : Math.min(mask[at]!, 255 - most)
  }
  return { kinds, prior, sides, band: placesOf(kinds, (kind) => kind === UNKNOWN) }
}
