import type { Ink } from './ink.ts'

/** Places on the circle about a pixel that are looked at. */
const RING = 32
/** Radius of that circle, px, and how much it grows with the pen: less than there is room between two dashes. */
const RADIUS = 2
const BY_PEN = 1.5
/** Share of the circle that a line takes at most. */
const MOST_ARC = 0.3
/** How far the next dash may lie off the direction of one, as a cosine. */
const AHEAD = 0.94

/** A place where a line ends, px, the direction in which it runs out, and how far back it runs straight, px. */
interface LineEnd {
  x: number
  y: number
  dx: number
  dy: number
  long: number
}

const CIRCLE = Array.from({ length: RING }, (_, k) => {
  const turn = (k / RING) * 2 * Math.PI
  return [Math.cos(turn), Math.sin(turn)] as const
})

/**
 * Finds the free ends of lines: ink that a circle about it meets in one short arc (crossing numbers).
 * @param most how far back lines are followed, px
 */
export function lineEndsOf({ dark, width, height, pen }: Ink, most: number): LineEnd[] {
  const radius = Math.round(RADIUS + BY_PEN * pen)
  const isDark = (x: number, y: number) => dark[Math.round(y) * width + Math.round(x)] === 1
  const found: LineEnd[] = []
  const byCell = new Map<number, LineEnd[]>()
  const cellOf = (x: number, y: number) => Math.floor(y / radius) * width + Math.floor(x / radius)
  for (let y = radius; y < height - radius; y++)
    for (let x = radius; x < width - radius; x++) {
      if (!dark[y * width + x]) continue
      let [arcs, hits, dx, dy] = [0, 0, 0, 0]
      let before = isDark(x + CIRCLE[RING - 1]![0] * radius, y + CIRCLE[RING - 1]![1] * radius)
      for (const [u, v] of CIRCLE) {
        const here = isDark(x + u * radius, y + v * radius)
        if (here) {
          hits++
          dx -= u
          dy -= v
          if (!before) arcs++
        }
        before = here
      }
      if (arcs !== 1 || hits > MOST_ARC * RING) continue
      const far = Math.hypot(dx, dy)
      const end = { x, y, dx: dx / far, dy: dy / far, long: 0 }
      found.push(end)
      byCell.set(cellOf(x, y), [...(byCell.get(cellOf(x, y)) ?? []), end])
    }
  // Of neighbours the one that lies farthest out.
  const isTip = (one: LineEnd): boolean => {
    for (const dy of [-1, 0, 1])
      for (const dx of [-1, 0, 1])
        for (const other of byCell.get(cellOf(one.x + dx * radius, one.y + dy * radius)) ?? []) {
          const [u, v] = [other.x - one.x, other.y - one.y]
          const ahead = u * one.dx + v * one.dy
          if (Math.hypot(u, v) < radius && (ahead > 0.01 || (ahead > -0.01 && (v < 0 || (v === 0 && u < 0)))))
            if (other.dx * one.dx + other.dy * one.dy > 0) return false
        }
    return true
  }
  return found.filter(isTip).map((end) => followed(end, isDark, most))
}

/** So far back a line tells its direction, px. */
const BACK = 12

/** An end with how far back its line goes on, and the direction that this tells: the circle's is a rough one. */
function followed(end: LineEnd, isDark: (x: number, y: number) => boolean, most: number): LineEnd {
  let { x, y, dx, dy } = end
  let long = 0
  for (; long < most; long++) {
    const aside = [0, -1, 1, -2, 2].find((side) => isDark(x - dx - dy * side, y - dy + dx * side))
    if (aside === undefined) break
    // Half of the way aside: what lies beside the middle of a line is its other half.
    ;[x, y] = [x - dx - (dy * aside) / 2, y - dy + (dx * aside) / 2]
    if (long + 1 > BACK) continue
    const far = Math.hypot(end.x - x, end.y - y)
    if (long > 3) [dx, dy] = [(end.x - x) / far, (end.y - y) / far]
  }
  return { x: end.x, y: end.y, dx, dy, long }
}

/** Draws a line thick enough that nothing passes between two pixels across a corner. */
function drawLine(lines: Uint8Array, width: number, from: LineEnd, toX: number, toY: number): void {
  const { x: ax, y: ay } = from
  const steps = Math.ceil(2 * Math.hypot(toX - ax, toY - ay)) || 1
  for (let n = 0; n <= steps; n++) {
    const [x, y] = [Math.round(ax + ((toX - ax) * n) / steps), Math.round(ay + ((toY - ay) * n) / steps)]
    lines[y * width + x] = 1
    if (x + 1 < width) lines[y * width + x + 1] = 1
  }
}

/** Draws the dashes of broken lines on to the next one in their direction, where that is no farther than so much, px. */
export function joinDashes(lines: Uint8Array, width: number, ends: readonly LineEnd[], most: number): void {
  const byCell = new Map<number, LineEnd[]>()
  const cellOf = (x: number, y: number) => Math.floor(y / most) * width + Math.floor(x / most)
  for (const end of ends) byCell.set(cellOf(end.x, end.y), [...(byCell.get(cellOf(end.x, end.y)) ?? []), end])
  for (const one of ends)
    for (const dy of [-1, 0, 1])
      for (const dx of [-1, 0, 1])
        for (const other of byCell.get(cellOf(one.x + dx * most, one.y + dy * most)) ?? []) {
          const [u, v] = [other.x - one.x, other.y - one.y]
          const far = Math.hypot(u, v)
          // Between dashes is less room than they are long: strokes of two rows of parking places face each other as well.
          if (far < 1 || far > Math.min(most, one.long, other.long)) continue
          if (one.dx * u + one.dy * v > AHEAD * far && other.dx * u + other.dy * v < -AHEAD * far)
            drawLine(lines, width, one, other.x, other.y)
        }
}

/** Draws lines that run out towards a side of a box, and end no farther from it than so much, px, on to it. */
export function joinToBox(
  lines: Uint8Array,
  width: number,
  ends: readonly LineEnd[],
  box: { left: number; right: number; top: number; bottom: number },
  most: number,
): void {
  for (const end of ends) {
    const { x, y, dx, dy } = end
    const far = Math.min(
      dx < 0 ? (box.left - x) / dx : dx > 0 ? (box.right - x) / dx : Number.POSITIVE_INFINITY,
      dy < 0 ? (box.top - y) / dy : dy > 0 ? (box.bottom - y) / dy : Number.POSITIVE_INFINITY,
    )
    if (far < most) drawLine(lines, width, end, x + dx * far, y + dy * far)
  }
}
