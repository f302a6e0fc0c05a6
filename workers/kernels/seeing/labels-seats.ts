import type { Facts } from './labels-facts.ts'
import { exchange, name, nameOf } from './labels-groups.ts'
import { LABELS } from './scene.ts'

const [FLOOR, THING] = [LABELS.indexOf('floor'), LABELS.indexOf('furniture')] as const

/**
 * A seat or a top that was taken for floor: parts of the picture, how convex it is and how much of its outline lies at
 * the floor at least; step to any floor around, ΔE, and share of its pixels that are things by themselves, at least;
 * how light it is at most, L, for what is lighter is a patch of sun.
 */
const SEAT = {
  part: [0.001, 0.012],
  convex: 0.85,
  floor: 0.1,
  step: 15,
  seen: 0.15,
  light: 86,
} as const

/** Whether a piece of a floor has an edge on all sides, as a shadow on it has not. */
function isSeat(
  { part, convex, above, atBottom, l, around }: Facts,
  seen: number,
  isFloor: readonly boolean[],
): boolean {
  if (part < SEAT.part[0] || part > SEAT.part[1] || above > 0 || atBottom > 0) return false
  if (convex < SEAT.convex || l > SEAT.light || seen < SEAT.seen) return false
  let [all, floor, least] = [0, 0, Infinity]
  for (const [q, beside] of around) {
    all += beside.part
    if (!isFloor[q]) continue
    floor += beside.part
    least = Math.min(least, beside.step)
  }
  return floor > SEAT.floor * all && least > SEAT.step
}

/**
 * Takes seats and tops of a white room for things that were named floor: looked down on, they are as level and as light,
 * but a high step parts them from the floor all around. In place.
 * @param shares of the names for each region @param pixels the same by its pixels
 */
export function liftSeats(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  pixels: readonly Float32Array[],
): void {
  const isFloor = shares.map((share) => nameOf(share) === FLOOR)
  for (const [k, one] of facts.entries())
    if (isFloor[k] && isSeat(one, pixels[k]![THING]!, isFloor)) name(shares[k]!, THING)
}

/**
 * A drawn seat or top that was hardly sooner taken for floor: how far ahead that is at most, share of its pixels that
 * are things by themselves at least, and how much of the picture it covers at most.
 */
const DRAWN = { lead: 0.35, seen: 0.6, most: 0.03 } as const

/**
 * Takes pieces of a drawing's floor for things whose pixels are things by themselves, where the floor is hardly ahead:
 * tops of tables and seats are as bare as tiles. In place.
 * @param shares of the names for each region @param pixels the same by its pixels
 */
export function liftDrawnSeats(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  pixels: readonly Float32Array[],
): void {
  for (const [k, share] of shares.entries()) {
    if (nameOf(share) !== FLOOR || facts[k]!.part > DRAWN.most || facts[k]!.above > 0) continue
    const isHardlyFloor = share[FLOOR]! - share[THING]! < DRAWN.lead
    if (isHardlyFloor && pixels[k]![THING]! > DRAWN.seen) exchange(share, FLOOR, THING)
  }
}
