import type { Seen } from '#kernels/seeing/scene.ts'
import { outlineOf } from './furnish.ts'
import { groupsOf } from './groups.ts'
import type { Box } from './shapes.ts'
import type { Source } from './source.ts'
import type { Outlook } from './windows.ts'

/** Part of a fold's outline that it shares with the next one, and how many a curtain has at least. */
const [NEXT, FEWEST] = [0.2, 4] as const
/** How much more light changes across folds than along them, and by how much from px to px at least: light fades, too. */
const FOLDED = 1.7
const FADES = 0.004
/** Length of a curtain's border with a window, in parts of its height. */
const BESIDE_PANE = 0.35
/** Part of a picture that a window's frame is at most, and of its outline that is the pane's at least. */
const FRAME = { part: 0.006, pane: 0.2 } as const
/** Width by height of a single fold at most. */
const NARROW = 0.25

/** Which regions have upright folds or slats in them. @param at ids at the size of the picture that `luma` is of */
export function foldedRegions(seen: Seen, at: Uint16Array, luma: Float32Array): boolean[] {
  const across = new Float64Array(seen.regions.length)
  const along = new Float64Array(seen.regions.length)
  const counts = new Uint32Array(seen.regions.length)
  const width = Math.round(Math.sqrt((at.length * seen.width) / seen.height))
  for (let i = 0; i + width < at.length; i++) {
    const id = at[i]!
    if (at[i + 1] !== id || at[i + width] !== id) continue
    across[id] = across[id]! + Math.abs(luma[i + 1]! - luma[i]!)
    along[id] = along[id]! + Math.abs(luma[i + width]! - luma[i]!)
    counts[id]!++
  }
  return seen.regions.map(({ id }) => across[id]! > FOLDED * along[id]! && across[id]! > FADES * counts[id]!)
}

/**
 * Which regions of a room hang in folds beside a window: what has folds in it, and rows of single folds.
 * @param folded see foldedRegions @param beside length of each region's border with each of its neighbours, px
 */
export function hangingRegions(
  seen: Seen,
  { kind }: Source,
  folded: readonly boolean[],
  outlooks: readonly Outlook[],
  boxes: readonly Box[],
  beside: readonly ReadonlyMap<number, number>[],
): boolean[] {
  const { regions, setting } = seen
  const hangs = regions.map(() => false)
  if (setting !== 'indoors' || kind === 'photo') return hangs
  const sizeOf = (id: number) => {
    const { left, top, right, bottom } = boxes[id]!
    return { w: right - left + 1, h: bottom - top + 1 }
  }
  const isFold = (id: number) => {
    const { label, sure } = regions[id]!
    const { w, h } = sizeOf(id)
    return (label === 'wall' || label === 'furniture') && sure < 1 && (folded[id] ? h > w : w < NARROW * h)
  }
  const outlines = beside.map(outlineOf)
  const lengthWith = (id: number, is: (other: number) => boolean) =>
    [...beside[id]!].reduce((sum, [other, n]) => (is(other) ? sum + n : sum), 0)
  const isPane = (id: number) => outlooks[id]!.pane || outlooks[id]!.beyond
  const isFrame = regions.map(({ id, pixels }) => {
    const isSmall = pixels < FRAME.part * seen.width * seen.height
    return isSmall && !isPane(id) && lengthWith(id, isPane) > FRAME.pane * outlines[id]!
  })
  const isAtPane = (id: number) =>
    lengthWith(id, (other) => isPane(other) || isFrame[other]!) > BESIDE_PANE * sizeOf(id).h
  const folds = new Set([...regions.keys()].filter(isFold))
  const next = (id: number) =>
    [...beside[id]!].flatMap(([other, n]) =>
      folds.has(other) && n > NEXT * Math.min(outlines[id]!, outlines[other]!) ? other : [],
    )
  for (const curtain of groupsOf([...folds].filter(isAtPane), next)) {
    const isFolded = folded[curtain[0]!]!
    for (const id of curtain) hangs[id] = curtain.length >= FEWEST || (isFolded && folded[id]!)
  }
  return hangs
}
