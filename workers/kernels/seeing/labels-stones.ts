import type { Facts } from './labels-facts.ts'
import { give, nameOf } from './labels-groups.ts'
import { LABELS } from './scene.ts'

const [GROUND, PLANT, STONE] = [
  LABELS.indexOf('ground'),
  LABELS.indexOf('vegetation'),
  LABELS.indexOf('other'),
] as const

/**
 * A boulder: how straight its outline is and the part of a picture that it covers at most; share of its pixels that are
 * ground at most, and how far that may be ahead of what are stones.
 */
const BOULDER = { straight: 0.3, most: 0.03, ground: 0.5, ahead: 0.1 } as const
/** One told by its shape: how straight and uneven it is at most, and how much of its convex hull it fills at least. */
const ROUNDED = { straight: 0.4, texture: 1, convex: 0.8 } as const

/**
 * Takes ragged pieces of a model's ground for stones where their pixels are as soon stones as ground, smooth rounded
 * ones with ground under them where they are hardly ground, and is surer of those that are taken for stones already: a
 * white boulder has the ground's light, and slabs have straight outlines. In place.
 * @param shares of the names for each region @param pixels the same by its pixels
 */
export function layBoulders(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  pixels: readonly Float32Array[],
): void {
  for (const [k, { straight, part, above, texture, convex, around }] of facts.entries()) {
    const [share, seen] = [shares[k]!, pixels[k]!]
    const name = nameOf(share)
    if (name !== GROUND && name !== STONE && name !== PLANT) continue
    if (above > 0 || part > BOULDER.most || Math.max(seen[GROUND]!, seen[PLANT]!) > BOULDER.ground) continue
    const isStony =
      name !== PLANT && straight <= BOULDER.straight && seen[STONE]! >= seen[GROUND]! - BOULDER.ahead
    const isRounded =
      straight <= ROUNDED.straight &&
      texture < ROUNDED.texture &&
      convex > ROUNDED.convex &&
      [...around].some(([q, { below }]) => below > 0 && nameOf(shares[q]!) === GROUND)
    if (!isStony && !isRounded) continue
    give(share, GROUND, STONE)
    if (isRounded) give(share, PLANT, STONE)
  }
}
