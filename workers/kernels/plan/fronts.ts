import { fillCorners, MOST_OPENINGS, WALL } from './barrier.ts'
import { cornersOf, type Gap } from './gaps.ts'
import type { Ink } from './ink.ts'
import type { Opening } from './openings.ts'
import { findCells } from './rooms.ts'

/** Widest open front that is closed, 3.5 m against a usual outer wall of 220 mm, in thicknesses of walls. */
export const WIDEST = 16
/** Smallest room behind an open front, in thicknesses squared. */
const LEAST_BEHIND = 60

/**
 * Closes open fronts, gaps in which nothing is drawn, where without them a room would run out into the open. Between two
 * rooms they stay open: these flow into each other.
 * @param inside how likely places are within the building, 0..255; null where only lines tell
 */
export function closeFronts(
  { openings, barrier }: { openings: Opening[]; barrier: Uint8Array },
  gaps: readonly Gap[],
  { width, height }: Ink,
  thick: number,
  inside: Uint8Array | null,
): void {
  if (gaps.length === 0) return
  const closed = Uint8Array.from(barrier)
  for (const gap of gaps) fillCorners(closed, width, cornersOf(gap, -0.5, gap.length + 1.5), WALL)
  const map =
    inside?.map((value) => (value < 128 ? 0 : 1)) ??
    findCells(closed, width, height, { leastArea: LEAST_BEHIND * thick ** 2, leastRadius: thick }).map
  for (const gap of gaps) {
    const { end, length } = gap
    const { frame, u, v, ahead, slope, half } = end
    const beside = [-1, 1].map((side) => {
      const ids = [0.25, 0.5, 0.75].map((share) => {
        const du = share * length
        return map[frame.index(u + ahead * du, v + slope * ahead * du + side * (half + 3))] ?? 0
      })
      return ids.find((id) => id > 0) ?? 0
    })
    const middle = barrier[frame.index(u + (ahead * length) / 2, v + (slope * ahead * length) / 2)]
    const isFront = beside.filter((id) => id > 0).length === 1 && !middle
    if (!isFront || openings.length >= MOST_OPENINGS) continue
    const corners = cornersOf(gap)
    openings.push({ kind: 'passage', corners, width: length })
    fillCorners(barrier, width, cornersOf(gap, -0.5, length + 1.5), openings.length + 1)
  }
}
