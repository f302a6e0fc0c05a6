import type { Facts } from './labels-facts.ts'
import { exchange, nameOf } from './labels-groups.ts'
import { LABELS, type Label } from './scene.ts'

const [WALL, THING] = (['wall', 'furniture'] as const satisfies readonly Label[]).map((label) =>
  LABELS.indexOf(label),
) as [number, number]

/**
 * A pattern of tiles in a drawing: mean edge, ΔE, of what is full of joints, length of those that run across in square
 * roots of its area, step of a border that is one more joint and no outline, part of its outline that such a border has,
 * and part of the picture that a piece covers at most.
 */
const TILED = { edge: 9, joints: 3.5, step: 39.5, part: 0.35, most: 0.01 } as const

/**
 * Takes what was named furniture in a drawn room for the wall where the wall's tiles go on over it: both are full of joints,
 * and the border between them is as thin as these. In place.
 * @param shares of the names for each region
 */
export function followTiles(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const isTiled = ({ edge, lines: [over, under] }: Facts) =>
    edge > TILED.edge && Math.min(over, under) > TILED.joints
  const goesOn = (one: Facts) =>
    [...one.around].some(
      ([q, { part, step }]) =>
        nameOf(shares[q]!) === WALL && part > TILED.part && step < TILED.step && facts[q]!.edge > TILED.edge,
    )
  // One piece may go on in another that the wall goes on in.
  for (let round = 0; round < 2; round++)
    for (const [k, one] of facts.entries())
      if (nameOf(shares[k]!) === THING && one.part < TILED.most && isTiled(one) && goesOn(one))
        exchange(shares[k]!, THING, WALL)
}
