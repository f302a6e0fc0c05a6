import type { Facts } from './labels-facts.ts'
import { give, groupsOf } from './labels-groups.ts'
import { LABELS, type Label } from './scene.ts'

const [WALL, OPENING, THING] = (['wall', 'opening', 'furniture'] as const satisfies readonly Label[]).map(
  (label) => LABELS.indexOf(label),
) as [number, number, number]

/**
 * Upright edges of a fold in square roots of its area, the height of the first one and of those that go on, in parts of
 * the picture's, for something may stand before them, and width by height.
 */
const FOLD = { upright: 4, first: 0.3, on: 0.12, wide: 0.25 } as const
/** Part of a fold's outline that it shares with the next one, and how many a curtain has at least. */
export const [NEXT, FEWEST] = [0.2, 4] as const
/** Part of the picture that a window covers at least. */
export const WINDOW = 0.004
/** How far one may be off, in parts of the picture's width. */
const GAP = 0.03

const isFold = ({ lines, top, bottom, left, right }: Facts) =>
  lines[2] > FOLD.upright && bottom - top > FOLD.on && right - left < FOLD.wide * (bottom - top)

/** Whether two regions stand side by side: at most a jamb apart, and half as high as the lower of them at least. */
function isBeside(one: Facts, other: Facts): boolean {
  const apart = Math.max(one.left, other.left) - Math.min(one.right, other.right)
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return apart < GAP && shared > 0.5 * Math.min(one.bottom - one.top, other.bottom - other.top)
}

/**
 * Takes tall folds of what is named a wall for a curtain where they hang side by side from a window on; slats that no
 * window is at stay a wall. In place.
 * @param shares of the names for each region of a room
 */
export function hangCurtains(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const isNamed = (k: number, c: number) => shares[k]![c] === Math.max(...shares[k]!)
  const windows = facts.filter(({ part }, k) => part > WINDOW && isNamed(k, OPENING))
  const folds = new Set([...facts.keys()].filter((k) => isFold(facts[k]!) && isNamed(k, WALL)))
  const isFirst = (k: number) => {
    const one = facts[k]!
    return one.bottom - one.top > FOLD.first && windows.some((window) => isBeside(one, window))
  }
  const beside = (k: number) =>
    [...facts[k]!.around].flatMap(([q, { part }]) => (part > NEXT && folds.has(q) ? q : []))
  for (const hung of groupsOf([...folds].filter(isFirst), beside)) {
    if (hung.length < FEWEST) continue
    for (const k of hung) give(shares[k]!, WALL, THING)
  }
}
