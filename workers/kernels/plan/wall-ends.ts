import { findBands } from './bands.ts'
import type { Ink } from './ink.ts'
import { type Frame, turnedWalls } from './turned.ts'

/** An end of a wall, seen so that the wall's direction is u and the direction across it is v. */
export interface End {
  frame: Frame
  u: number
  v: number
  half: number
  slope: number
  /** Towards which u the gap lies. */
  ahead: 1 | -1
}

/** Half of the thinnest wall against the thickest: what is narrower is where a line meets a wall's end. */
const NARROWEST = 0.12

export function endsOf(
  mask: Uint8Array,
  ink: Ink,
  thick: number,
  known: readonly number[] | null = null,
): End[] {
  const { pen } = ink
  const ends: End[] = []
  for (const { frame, columns, width, height, isOblique } of turnedWalls(mask, ink, thick, known)) {
    const { index } = frame
    for (const band of findBands(columns, width, height, Math.round(1.4 * thick) + 2)) {
      const n = band.upper.length
      const isLong = n > 3 * thick
      // A wall is ended in the direction in which it runs.
      if (isLong ? Math.abs(band.slope) >= 0.2 : isOblique && n < thick) continue
      for (const ahead of [1, -1] as const) {
        const near = Array.from({ length: Math.min(n, Math.ceil(thick)) }, (_, k) =>
          ahead > 0 ? n - 1 - k : k,
        )
        const half = near.reduce((sum, k) => sum + band.lower[k]! - band.upper[k]!, 0) / near.length / 2
        const slope = isLong ? band.slope : 0
        const at = ahead > 0 ? n - 1 : 0
        const mean = near.reduce(
          (sum, k) => sum + (band.lower[k]! + band.upper[k]! - 1) / 2 + slope * (at - k),
          0,
        )
        const end = { frame, u: band.x0 + at, v: mean / near.length, half, slope, ahead }
        // Walls run a little way out along the lines that begin at them.
        const isFree = [2, 3].every((n) => section(mask, end, 2 * pen + n, index) < 0.3)
        if (half >= Math.max(1.5, NARROWEST * thick) && isFree) ends.push(end)
      }
    }
  }
  return ends
}

/** Share of a wall's section at u that is wall. */
export function section(
  mask: Uint8Array,
  end: End,
  du: number,
  index: (u: number, v: number) => number,
): number {
  const inner = Math.max(1, 0.7 * end.half)
  let [hits, count] = [0, 0]
  for (let dv = -inner; dv <= inner; dv++, count++) {
    const i = index(end.u + end.ahead * du, end.v + end.slope * end.ahead * du + dv)
    if (i >= 0 && mask[i]) hits++
  }
  return hits / count
}
