import type { Facts } from './labels-facts.ts'
import { give, nameOf } from './labels-groups.ts'
import { kinOf } from './labels-kin.ts'
import type { PictureKind } from './regions-sight.ts'
import { LABELS, type Label } from './scene.ts'

const [GREEN, OPENING, WALL] = (['vegetation', 'opening', 'wall'] as const satisfies readonly Label[]).map(
  (label) => LABELS.indexOf(label),
) as [number, number, number]

/** Part of a pane's outline that may lie beside leaves, and lead of the name from which it is believed. */
const [OPEN, SURE] = [0.25, 0.62] as const
/** How far leaves may lie over or under a pane for them to be beside it, and likeness of panes that stand in rows. */
const [LEVEL, ROW] = [0.6, 0.15] as const
/** Unrest of leaves, ΔE: what is calm may be a frame; and part of the picture that the end of a wall covers at least. */
const [LEAFY, END] = [1.5, 0.002] as const
/** Part of the outline over which another pane is of one wall with one that is none, and the lead up to which. */
const [ALONG, UNSURE] = [0.35, 0.7] as const

function leadOf(share: Float32Array): number {
  const [first, second] = [...share].sort((p, q) => q - p) as [number, number]
  return first - second
}

/**
 * A pane has a jamb all around: what meets leaves along its outline, and stands in no row of panes, is the end of a
 * wall, and so is what that goes on in. In place.
 * @param shares of the names for each region of a picture of outdoors
 */
export function boundPanes(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  kind: PictureKind,
): void {
  const names = shares.map(nameOf)
  const kin = kinOf(facts, kind)
  const isLeafy = (q: number) => names[q] === GREEN && facts[q]!.texture > LEAFY
  const ends = new Set<number>()
  for (const [k, one] of facts.entries()) {
    if (names[k] !== OPENING || one.part < END || leadOf(shares[k]!) > SURE) continue
    let [open, row] = [0, 0]
    for (const [q, { part, below }] of one.around) if (isLeafy(q) && Math.abs(below) < LEVEL) open += part
    for (const [q, like] of kin[k]!) if (names[q] === OPENING) row += like * leadOf(shares[q]!)
    if (open > OPEN && row < ROW) ends.add(k)
  }
  for (const [k, { around }] of facts.entries()) {
    if (names[k] !== OPENING || ends.has(k) || leadOf(shares[k]!) > UNSURE) continue
    const nearest = [...around].sort(([, p], [, q]) => q.part - p.part)[0]
    if (nearest && nearest[1].part > ALONG && ends.has(nearest[0])) give(shares[k]!, OPENING, WALL)
  }
  for (const k of ends) give(shares[k]!, OPENING, WALL)
}
