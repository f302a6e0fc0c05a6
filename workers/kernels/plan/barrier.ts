import type { Ink } from './ink.ts'
import type { Corners } from './quads.ts'
import { findCells, findRuns } from './rooms.ts'

/** Value of walls in a barrier; opening number n has n + 2. */
export const WALL = 1
/** Openings of a plan at most: a barrier holds their numbers in a byte. */
export const MOST_OPENINGS = 250

/** Draws the part of a wall that an opening takes. @param over what is drawn over */
export function fillCorners(
  mask: Uint8Array,
  width: number,
  corners: Corners,
  value: number,
  over = 0,
): void {
  const [a, b, c, d] = corners
  const long = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) * 1.5))
  const wide = Math.max(1, Math.ceil(Math.hypot(d[0] - a[0], d[1] - a[1]) * 1.5))
  const height = mask.length / width
  for (let i = 0; i <= long; i++)
    for (let j = 0; j <= wide; j++) {
      const [s, t] = [i / long, j / wide]
      const x = Math.round((a[0] * (1 - s) + b[0] * s) * (1 - t) + (d[0] * (1 - s) + c[0] * s) * t)
      const y = Math.round((a[1] * (1 - s) + b[1] * s) * (1 - t) + (d[1] * (1 - s) + c[1] * s) * t)
      if (x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === over)
        mask[y * width + x] = value
    }
}

/** Share of its edge along which openings lie, from which a place between them is a part of one. */
const BETWEEN = 0.6

/**
 * Fills what is free between openings that lie side by side, as they do where each face of a wall is drawn and
 * interrupted by itself: it becomes a part of the opening that lies along most of it.
 * @param barrier 0 where it is free, WALL, or 2 and more for the openings; is changed
 * @param most area below which such a place is no room, px²
 */
export function fillBetween(barrier: Uint8Array, width: number, most: number): void {
  const { starts, ends, parts, count } = findRuns(
    barrier.map((value) => (value ? 0 : 1)),
    width,
    barrier.length / width,
  )
  const areas = new Float64Array(count)
  for (let run = 0; run < starts.length; run++) areas[parts[run]!]! += ends[run]! - starts[run]!
  const beside = new Map<number, Map<number, number>>()
  for (let run = 0; run < starts.length; run++) {
    const part = parts[run]!
    if (areas[part]! >= most) continue
    const counts = beside.get(part) ?? new Map<number, number>()
    beside.set(part, counts)
    for (let i = starts[run]!; i < ends[run]!; i++)
      for (const j of [i - 1, i + 1, i - width, i + width]) {
        const value = barrier[j] ?? WALL
        if (value > 0) counts.set(value, (counts.get(value) ?? 0) + 1)
      }
  }
  const values = new Map<number, number>()
  for (const [part, counts] of beside) {
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0)
    if (all - (counts.get(WALL) ?? 0) < BETWEEN * all) continue
    const [[value] = [0]] = [...counts].filter(([one]) => one !== WALL).sort((a, b) => b[1] - a[1])
    values.set(part, value)
  }
  for (let run = 0; run < starts.length; run++) {
    const value = values.get(parts[run]!)
    if (value) barrier.fill(value, starts[run]!, ends[run]!)
  }
}

/**
 * A chip is at most so deep against the walls' thickness, wall takes this share of its edge and lines the rest; a line is darker than
 * the walls' fill by this factor.
 */
const CHIP = { deep: 0.35, wall: 0.4, line: 0.8 } as const

/** Median brightness of walls, 0..255; 0 without any. */
function fillOf(barrier: Uint8Array, grey: Uint8Array): number {
  const values = grey.filter((_, i) => barrier[i] === WALL).sort()
  return values[values.length >> 1] ?? 0
}

/**
 * Fills chips in walls: what a wall and the line that is drawn as its face close in, as textures of stone and hatches leave it.
 * It is thinner than anything that stands before a wall.
 * @param barrier as for fillBetween; is changed
 */
export function fillChips(barrier: Uint8Array, { grey, dark, width, height }: Ink, thickness: number): void {
  const darkest = CHIP.line * fillOf(barrier, grey)
  const closed = barrier.map((value, i) => (value || (dark[i] && grey[i]! < darkest) ? 1 : 0))
  const { map, cells } = findCells(closed, width, height, { leastArea: 1, leastRadius: 0 })
  const beside = cells.map(() => ({ wall: 0, all: 0 }))
  for (let i = width; i < map.length - width; i++) {
    const edge = beside[map[i]! - 1]
    if (!edge) continue
    for (const j of [i - 1, i + 1, i - width, i + width]) {
      if (map[j] === map[i]) continue
      edge.all++
      if (barrier[j] === WALL) edge.wall++
    }
  }
  const isChip = cells.map(
    ({ radius }, k) => 2 * radius <= CHIP.deep * thickness && beside[k]!.wall >= CHIP.wall * beside[k]!.all,
  )
  for (let i = 0; i < map.length; i++) if (isChip[map[i]! - 1]) barrier[i] = WALL
}
