import type { Facts } from './labels-facts.ts'
import type { PictureKind } from './regions-sight.ts'

/** Scales on which two regions are alike: size as a factor's logarithm, lightness, unrest, fullness, edges. */
const SCALES = { size: 1.1, light: 12, unrest: 1.6, full: 0.22, edges: 1.4 } as const
/** How far apart like regions may lie, in the width of the larger. */
const REACH = 3

const square = (value: number) => value * value

/** 0..1: how much two regions look alike, wherever they are. */
function likeness(one: Facts, other: Facts, kind: PictureKind): number {
  const unrest = SCALES.unrest + 0.25 * Math.max(one.texture, other.texture)
  let off =
    square(Math.log(one.part / other.part) / SCALES.size) +
    square((one.texture - other.texture) / unrest) +
    square((one.solid - other.solid) / SCALES.full) +
    square((one.convex - other.convex) / SCALES.full)
  if (kind !== 'drawing') off += square((one.l - other.l) / SCALES.light)
  for (let c = 0; c < one.lines.length; c++)
    off += square((Math.sqrt(one.lines[c]!) - Math.sqrt(other.lines[c]!)) / SCALES.edges)
  return Math.exp(-off)
}

/** The region that shares most of the outline; −1 for the only one of a picture. */
function hostOf({ around }: Facts): number {
  let [most, host] = [0, -1]
  for (const [q, { part }] of around) if (part > most) [most, host] = [part, q]
  return host
}

/** Regions that stand beside one, or within the same, and look like it: their ids with 0..1. */
export type Kin = ReadonlyMap<number, number>

/** Least likeness that counts. */
const LEAST = 0.02

/** The kin of each region: panes of one wall, stones of one path, folds of one curtain. */
export function kinOf(facts: readonly Facts[], kind: PictureKind): Kin[] {
  const hosts = facts.map(hostOf)
  const found = facts.map(() => new Map<number, number>())
  for (const [k, one] of facts.entries()) {
    const beside = new Set([...one.around.keys(), ...(facts[hosts[k]!]?.around.keys() ?? [])])
    for (const q of beside) {
      // Both ways at once, so each pair is met once.
      if (q <= k || !(one.around.has(q) || hosts[q] === hosts[k])) continue
      const other = facts[q]!
      const far = Math.hypot(one.x - other.x, one.y - other.y) / Math.sqrt(Math.max(one.part, other.part))
      if (far > 2 * REACH) continue
      const value = likeness(one, other, kind) * Math.exp(-square(far / REACH))
      if (value < LEAST) continue
      found[k]!.set(q, value)
      found[q]!.set(k, value)
    }
  }
  return found
}
