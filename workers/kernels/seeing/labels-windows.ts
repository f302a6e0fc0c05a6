import type { Facts } from './labels-facts.ts'
import { groupsOf, name, nameOf } from './labels-groups.ts'
import { LABELS, type Label } from './scene.ts'

const [OPENING, GREEN] = (['opening', 'vegetation'] as const satisfies readonly Label[]).map((label) =>
  LABELS.indexOf(label),
) as [number, number]

/** How far ahead a window is up to which it has to have a jamb, and its upright edges then, roots of its area. */
const [DOUBT, JAMB] = [0.3, 1] as const

/**
 * A drawing's window that is hardly one and has no jambs is the next likeliest thing. In place.
 * @param shares of the names for each region
 */
export function closeWindows(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  for (const [k, { lines, atLeft, atRight }] of facts.entries()) {
    const share = shares[k]!
    if (nameOf(share) !== OPENING || lines[2] > JAMB || atLeft + atRight > 0) continue
    const second = share.reduce((most, value, c) => (c === OPENING ? most : Math.max(most, value)), 0)
    if (share[OPENING]! - second < DOUBT) share[OPENING] = 0
  }
}

/**
 * Part of the picture from which leaves beside a window are those outside, and what of their outline is the
 * window's.
 */
const [OUTSIDE, PANE] = [0.01, 0.03] as const

/**
 * Trees that are seen through a model's window are the window's view. In place.
 * @param shares of the names for each region
 */
export function lookOut(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  for (const [k, { part, around }] of facts.entries()) {
    if (part < OUTSIDE || nameOf(shares[k]!) !== GREEN) continue
    const window = [...around].reduce(
      (sum, [q, near]) => sum + (nameOf(shares[q]!) === OPENING ? near.part : 0),
      0,
    )
    if (window > PANE) name(shares[k]!, OPENING)
  }
}

/** Part of the outline of a drawing's leaves that is the window's; the picture's border is none of it. */
const FRAMED = 0.5

/**
 * Leaves of a drawing that a window is around, as far as they hang together, are the window's view. In place.
 * @param shares of the names for each region
 */
export function lookOutOfDrawing(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const names = shares.map(nameOf)
  const isGreen = (k: number) => names[k] === GREEN
  const beside = (k: number) => [...facts[k]!.around.keys()].filter(isGreen)
  for (const group of groupsOf([...facts.keys()].filter(isGreen), beside)) {
    let [window, all] = [0, 0]
    for (const k of group) {
      const { pixels, round, around } = facts[k]!
      const outline = Math.sqrt(pixels / Math.max(1e-3, round))
      for (const [q, { part }] of around) {
        if (isGreen(q)) continue
        all += part * outline
        if (names[q] === OPENING) window += part * outline
      }
    }
    if (window > FRAMED * all) for (const k of group) name(shares[k]!, OPENING)
  }
}
