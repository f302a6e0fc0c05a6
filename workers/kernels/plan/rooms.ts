import { distanceInside } from '#kernels/lineart-vector/coverage.ts'

/** A closed part of a plan. */
export interface Cell {
  /** Number of its pixels in the map, from 1. */
  id: number
  /** px². */
  area: number
  box: { left: number; top: number; right: number; bottom: number }
  /** The place farthest from every wall, px: where a label stands best. */
  middle: readonly [x: number, y: number]
  /** Distance of that place to the nearest wall, px. */
  radius: number
}

/** Closed parts of a plan: 0 outside and on barriers, else the number of the part. */
export interface Cells {
  map: Uint16Array
  cells: Cell[]
}

/**
 * Numbers the parts that barriers close in. What is open to the picture's edge is outside.
 * @param barrier 0 where it is free
 * @param leastArea smallest part, px²; smaller ones stay 0
 * @param edge whether what reaches the picture's edge is outside
 * @param leastRadius smallest distance of a part's middle to its walls, px
 */
export function findCells(
  barrier: Uint8Array,
  width: number,
  height: number,
  {
    leastArea,
    leastRadius,
    edge = 'open',
  }: { leastArea: number; leastRadius: number; edge?: 'open' | 'closed' },
): Cells {
  const map = new Uint16Array(width * height)
  const seen = new Uint8Array(barrier.length)
  const free = new Uint8Array(barrier.length)
  for (let i = 0; i < barrier.length; i++) {
    if (barrier[i]) seen[i] = 1
    else free[i] = 1
  }
  const inside = distanceInside(free, width, height)
  const cells: Cell[] = []
  const queue = new Int32Array(width * height)
  for (let start = 0; start < seen.length; start++) {
    if (seen[start]) continue
    let [count, isOpen, best] = [1, false, start]
    queue[0] = start
    seen[start] = 1
    const box = { left: width, top: height, right: 0, bottom: 0 }
    for (let at = 0; at < count; at++) {
      const i = queue[at]!
      const x = i % width
      const y = (i - x) / width
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) isOpen = true
      if (x < box.left) box.left = x
      if (x >= box.right) box.right = x + 1
      if (y < box.top) box.top = y
      if (y >= box.bottom) box.bottom = y + 1
      if (inside[i]! > inside[best]!) best = i
      if (x > 0 && !seen[i - 1]) {
        seen[i - 1] = 1
        queue[count++] = i - 1
      }
      if (x < width - 1 && !seen[i + 1]) {
        seen[i + 1] = 1
        queue[count++] = i + 1
      }
      if (y > 0 && !seen[i - width]) {
        seen[i - width] = 1
        queue[count++] = i - width
      }
      if (y < height - 1 && !seen[i + width]) {
        seen[i + width] = 1
        queue[count++] = i + width
      }
    }
    const radius = inside[best]!
    if ((isOpen && edge === 'open') || count < leastArea || radius < leastRadius || cells.length >= 60_000)
      continue
    const id = cells.length + 1
    for (let at = 0; at < count; at++) map[queue[at]!] = id
    cells.push({ id, area: count, box, middle: [best % width, Math.floor(best / width)], radius })
  }
  return { map, cells }
}
