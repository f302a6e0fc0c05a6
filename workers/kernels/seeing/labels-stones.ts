import type { Facts } from './labels-facts.ts'
import { nameOf } from './labels-groups.ts'
import { LABELS } from './scene.ts'

const [GROUND, STONE] = [LABELS.indexOf('ground'), LABELS.indexOf('other')] as const

/**
 * A boulder: how straight its outline is and the part of a picture that it covers at most; share of its pixels that are
 * ground at most, and how far that may be ahead of what are stones.
 */
const BOULDER = { straight: 0.3, most: 0.03, ground: 0.5, ahead: 0.1 } as const

/**
 * Takes ragged pieces of a model's ground for stones where their pixels are as soon stones as ground, and is surer of
 * those that are taken for stones already: a white boulder has the ground's light, and slabs have straight outlines. In
 * place.
 * @param shares of the names for each region @param pixels the same by its pixels
 */
export function layBoulders(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  pixels: readonly Float32Array[],
): void {
  for (const [k, { straight, part, above }] of facts.entries()) {
    const [share, seen] = [shares[k]!, pixels[k]!]
    const name = nameOf(share)
    if ((name !== GROUND && name !== STONE) || above > 0) continue
    if (part > BOULDER.most || straight > BOULDER.straight) continue
    if (seen[GROUND]! > BOULDER.ground || seen[STONE]! < seen[GROUND]! - BOULDER.ahead) continue
    share[STONE] = share[STONE]! + share[GROUND]!
    share[GROUND] = 0
  }
}
