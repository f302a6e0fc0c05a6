import type { Ink } from './ink.ts'
import type { Opening } from './openings.ts'
import { LONGEST_DOOR, SHORTEST_DOOR, swingOf } from './swings.ts'
import type { Point } from './turned.ts'
import { type End, section } from './wall-ends.ts'

export interface Gap {
  end: End
  length: number
}

/** Corners of the part of a wall that a gap takes. */
export function cornersOf({ end, length }: Gap, from = 0.5, to = length + 0.5): Opening['corners'] {
  const { half, frame, u, v, ahead, slope } = end
  const at = (du: number, dv: number): Point => frame.point(u + ahead * du, v + slope * ahead * du + dv)
  return [at(from, -half), at(to, -half), at(to, half), at(from, half)]
}

/** The gap ahead of a wall's end, up to the next wall; null where there is none within `most` px. */
export function gapAhead(
  mask: Uint8Array,
  end: End,
  { least, most }: { least: number; most: number },
  index: (u: number, v: number) => number,
): Gap | null {
  for (let du = least; du <= most; du++) {
    if (section(mask, end, du, index) < 0.5 || section(mask, end, du + 1, index) < 0.5) continue
    return { end, length: du - 1 }
  }
  return null
}

/** Parallel lines that run along the whole gap, and whether two of half its length overlap as sliding leaves do. */
function linesAlong(
  { dark }: Ink,
  mask: Uint8Array,
  end: End,
  gap: number,
  index: (u: number, v: number) => number,
) {
  const margin = Math.min(0.1 * gap, 6)
  const reach = Math.ceil(end.half) + 2
  const covers: number[] = []
  for (let dv = -reach; dv <= reach; dv++) {
    let [hits, count] = [0, 0]
    for (let du = margin + 1; du < gap - margin + 1; du++, count++) {
      const u = end.u + end.ahead * du
      const v = end.v + end.slope * end.ahead * du + dv
      const isInk = [0, 1].some((n) => {
        const i = index(u, v + n)
        // The face of a wall beside the gap is no line in it.
        return i >= 0 && dark[i] === 1 && mask[i] === 0
      })
      if (isInk) hits++
    }
    covers.push(hits / Math.max(1, count))
  }
  const peaks = (low: number, high: number) => {
    let [found, last] = [0, -9]
    covers.forEach((cover, k) => {
      if (cover < low || cover > high) return
      if (k - last > 1) found++
      last = k
    })
    return found
  }
  return { whole: peaks(0.85, 1), halves: peaks(0.38, 0.75) }
}

export function readGap(
  ink: Ink,
  mask: Uint8Array,
  { end, length }: Gap,
  thick: number,
  faces: boolean,
): Opening | 'wall' | null {
  const { index, point } = end.frame
  const corners = cornersOf({ end, length })
  if (length <= Math.max(8, 0.45 * thick)) return 'wall'
  const lines = linesAlong(ink, mask, end, length, index)
  const swing =
    length > SHORTEST_DOOR * thick && length < LONGEST_DOOR * thick ? swingOf(ink, end, length, index) : null
  if (swing && lines.whole < 3) {
    const { hinge, radius, towards } = swing
    const [u, v] = hinge
    return {
      ...{ kind: 'door', corners, width: length },
      swing: {
        hinge: point(u, v),
        tip: point(u, v + towards[1] * radius),
        end: point(u + towards[0] * radius, v),
      },
    }
  }
  if (lines.whole >= 2) return { kind: 'window', corners, width: length }
  if (lines.halves >= 2 && length < 22 * thick) return { kind: 'sliding', corners, width: length }
  if (lines.whole === 1 && length < 14 * thick) return { kind: 'passage', corners, width: length }
  return faces && length < 8 * thick ? { kind: 'passage', corners, width: length } : null
}

/** Share of a wall's width that the one which faces it has at least. */
const LIKE = 0.5

/** Whether another wall's end faces a gap: the wall goes on behind it. */
export function isFaced({ end, length }: Gap, ends: readonly End[], thick: number): boolean {
  return ends.some(
    (other) =>
      other.frame === end.frame &&
      other.ahead === -end.ahead &&
      other.half > LIKE * end.half &&
      Math.abs(other.u - (end.u + end.ahead * (length + 1))) < 0.5 * thick + 2 &&
      Math.abs(other.v - end.v) < 0.6 * thick + Math.abs(end.slope) * length,
  )
}

/** How far a wall goes on behind a gap where that is in it, in thicknesses of walls. */
const GOES_ON = 3
/** How far beside its face a wall is looked at, px. */
const BESIDE_FACE = 3

/** Whether the wall goes on behind a gap at which another one ends: the corner of two walls has no end in it. */
export function goesOn(mask: Uint8Array, { end, length }: Gap, thick: number): boolean {
  const { frame, u, v, ahead, slope, half } = end
  const [from, to] = [length + 1, length + 1 + Math.round(GOES_ON * thick)]
  for (let du = from; du <= to; du++) if (section(mask, end, du, frame.index) < 0.5) return false
  return [-1, 1].some((side) => {
    for (let du = from; du <= to; du++) {
      const i = frame.index(u + ahead * du, v + slope * ahead * du + side * (half + BESIDE_FACE))
      if (i < 0 || mask[i]) return false
    }
    return true
  })
}

/** How far beside a gap the wall behind it may end for the gap to lead to its end, in thicknesses of walls. */
const AT_END = 0.35

/** Whether a gap leads to the end of a wall across it, as doors between two walls at a corner do. */
export function meetsEnd(mask: Uint8Array, { end, length }: Gap, thick: number): boolean {
  const { frame, u, v, ahead, slope, half } = end
  const du = length + BESIDE_FACE
  const walls = [-1, 1].filter((side) => {
    const i = frame.index(u + ahead * du, v + slope * ahead * du + side * (half + AT_END * thick + 1))
    return i >= 0 && mask[i]
  })
  return walls.length === 1
}

/** How far walls must run on across both ends of a gap for it to be as wide as the room, in thicknesses of walls. */
const RUNS_ON = 1

/**
 * Whether a gap is as wide as the room or corridor that it leads across: at both of its ends walls or other openings run on to both
 * sides, and no jamb stands out from them.
 * @param barrier as findOpenings gives it
 */
export function isAcross(barrier: Uint8Array, { end, length }: Gap, thick: number): boolean {
  const { frame, u, v, ahead, slope, half } = end
  return [1 - BESIDE_FACE, length + BESIDE_FACE].every((du) =>
    [-1, 1].every((side) => {
      for (let n = 1; n <= RUNS_ON * thick; n++) {
        const i = frame.index(u + ahead * du, v + slope * ahead * du + side * (half + n))
        if (i < 0 || !barrier[i]) return false
      }
      return true
    }),
  )
}
