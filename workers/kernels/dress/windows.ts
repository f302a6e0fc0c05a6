import type { Seen } from '#kernels/seeing/scene.ts'
import type { Box } from './shapes.ts'

/** Part of a picture that a window covers at least. */
const WINDOW = 0.004
/** Part of a picture that trees seen through a window cover at least where they end in the picture. */
const TREES = 0.02

/** What of a room's picture is a window, and what else lies outside of one. */
export interface Outlook {
  /** Windows of some size. */
  window: boolean
  /** Those, and what grows beside them: on one side of the glass or the other. */
  pane: boolean
  /** Trees and lawns that are seen through one, and no plant of the room. */
  beyond: boolean
}

/**
 * Reads what is seen through windows: what grows beside their panes and is large or ends at the picture's border, and
 * what grows next to that.
 * @param beside length of each region's border with each of its neighbours, px
 */
export function outlooksOf(
  { regions, setting, width, height }: Seen,
  boxes: readonly Box[],
  beside: readonly ReadonlyMap<number, number>[],
): Outlook[] {
  const all = width * height
  const windows = regions.map(({ label, pixels }) => label === 'opening' && pixels > WINDOW * all)
  const grows = regions.map(({ label }) => setting === 'indoors' && label === 'vegetation')
  const isAt = (id: number, those: readonly boolean[]) =>
    [...beside[id]!.keys()].some((other) => those[other])
  const panes = regions.map(({ id }) => windows[id]! || (grows[id]! && isAt(id, windows)))
  const first = regions.map(({ id, pixels }) => {
    const { left, right } = boxes[id]!
    const ends = left === 0 || right === width - 1
    return grows[id]! && panes[id]! && (ends || pixels > TREES * all)
  })
  return regions.map(({ id }) => ({
    window: windows[id]!,
    pane: panes[id]!,
    beyond: grows[id]! && (first[id]! || isAt(id, first)),
  }))
}
