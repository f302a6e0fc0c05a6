import type { Facts } from './labels-facts.ts'
import { groupsOf, nameOf } from './labels-groups.ts'
import { LABELS, type Label } from './scene.ts'

const [GREEN, THING] = (['vegetation', 'furniture'] as const satisfies readonly Label[]).map((label) =>
  LABELS.indexOf(label),
) as [number, number]

/**
 * Leaves of a drawing: unrest, ΔE, at least, and beside such ones; how straight and round their outline is, how much
 * of their hull they fill, and upright and other edges along the axes, roots of their area, at most.
 */
const LEAVES = {
  texture: 4.5,
  beside: 3.5,
  straight: 0.75,
  round: 0.2,
  convex: 0.8,
  upright: 5,
  level: 6,
} as const
/** Part of an outline that leaves surround. */
const ENCLOSED = 0.6
/**
 * How far what a plant stands on lies under it, −1..1, and part of the outline that is there; largest part of a
 * picture that is no wall.
 */
const UNDER = { below: 0.6, part: 0.05, most: 0.01 } as const
/** Share of a name that is given where it is known. */
const KNOWN = 0.9

/** @param least unrest, ΔE */
function isLeafy({ texture, straight, round, convex, lines }: Facts, least: number): boolean {
  const level = lines[0] + lines[1] + lines[3] + lines[4]
  return (
    texture > least &&
    straight < LEAVES.straight &&
    round < LEAVES.round &&
    convex < LEAVES.convex &&
    lines[2] < LEAVES.upright &&
    level < LEAVES.level
  )
}

/**
 * Takes jagged tangles of a room's drawing for plants, where they stand on a thing as a plant does on its pot, with
 * what they surround. Books and slats have straight edges, twigs and cables are no tangle. In place.
 * @param shares of the names for each region
 */
export function potPlants(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const isThing = (k: number) => nameOf(shares[k]!) === THING || facts[k]!.part < UNDER.most
  const leafy = [...facts.keys()].filter((k) => isLeafy(facts[k]!, LEAVES.texture))
  const next = (k: number) => [...facts[k]!.around.keys()].filter((q) => isLeafy(facts[q]!, LEAVES.beside))
  for (const group of groupsOf(leafy, next)) {
    const own = new Set(group)
    const stands = group.some((k) =>
      [...facts[k]!.around].some(
        ([q, { part, below }]) => !own.has(q) && below > UNDER.below && part > UNDER.part && isThing(q),
      ),
    )
    if (!stands) continue
    const largest = Math.max(...group.map((k) => facts[k]!.part))
    for (const [q, { around, part }] of facts.entries()) {
      if (part > largest) continue
      const shared = group.reduce((sum, k) => sum + (around.get(k)?.part ?? 0), 0)
      if (shared > ENCLOSED) own.add(q)
    }
    for (const k of own) {
      const share = shares[k]!
      for (let c = 0; c < share.length; c++) share[c] = share[c]! * (1 - KNOWN)
      share[GREEN] = share[GREEN]! + KNOWN
    }
  }
}
