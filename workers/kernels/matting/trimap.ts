/**
 * The trimap of a network's mask: what is surely subject, what is surely ground, and the band between them in which
 * alpha is to be found from colours.
 *
 * The network was taught with masks of opaque things, so half a share deep inside of a subject is doubt and no glass: what
 * hangs together with the sure subject is solid there. Only near the outline may the picture's colours say otherwise.
 */
import { distanceTo } from '../mask/distance.ts'

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

export interface Trimap {
  /** SUBJECT, GROUND or UNKNOWN, one a pixel. */
  readonly kinds: Int8Array
  /** The share of the subject to be believed where colours tell nothing, 0..255, one a pixel. */
  readonly prior: Uint8Array
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

/**
 * The trimap of a mask.
 * @param mask what a network or somebody says of each pixel, 0..255
 */
export function trimapOf(mask: Uint8Array, width: number, height: number): Trimap {
  const scale = Math.max(width, height) / 1024
  const solid = connectedTo(mask, width, null)
  const within = distanceTo(
    solid.map((is) => 1 - is),
    width,
    height,
  )
  const without = distanceTo(solid, width, height)
  const band = Math.max(2, BAND * scale)
  const reach = Math.max(2, REACH * scale)
  const kinds = new Int8Array(mask.length)
  const prior = mask.slice()
  for (let at = 0; at < mask.length; at++) {
    const isSolid = solid[at] === 1
    const far = isSolid ? within[at]! : without[at]!
    const isSure = isSolid ? mask[at]! > 255 * SURE : mask[at]! < 255 * (1 - SURE)
    const side = isSolid ? SUBJECT : GROUND
    kinds[at] = far > (isSure ? band : reach) ? side : UNKNOWN
    // The network's own blur is as wide as the band; further on its doubt is not the picture's.
    const most = 255 * Math.min(1, far / (2 * band))
    prior[at] = isSolid ? Math.max(prior[at]!, most) : Math.min(prior[at]!, 255 - most)
  }
  return { kinds, prior }
}
