import { rootOf, unite } from '#kernels/disjoint-set.ts'
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

/** Connected parts of a mask, as runs along its rows. */
export interface Runs {
  /** First pixel of each run and the one after its last, in the order of the rows. */
  starts: Int32Array
  ends: Int32Array
  /** Number of the part that each run belongs to, from 0, in the order of their first runs. */
  parts: Int32Array
  /** Number of parts. */
  count: number
}

/**
 * Finds the parts of a mask that hang together over the pixels' sides: runs along the rows, joined where they touch
 * those of the row before (union-find over runs, He, Chao and Suzuki 2008).
 * @param mask 1 where it is set, rows of `width`
 */
export function findRuns(mask: Uint8Array, width: number, height: number): Runs {
  let [starts, ends, parents] = [new Int32Array(4096), new Int32Array(4096), new Int32Array(4096)]
  const grown = (from: Int32Array) => {
    const to = new Int32Array(2 * from.length)
    to.set(from)
    return to
  }
  let [n, above] = [0, 0]
  for (let y = 0; y < height; y++) {
    const [row, first] = [y * width, n]
    for (let i = row; i < row + width; i++) {
      if (!mask[i]) continue
      if (n === starts.length) [starts, ends, parents] = [grown(starts), grown(ends), grown(parents)]
      starts[n] = i
      while (i < row + width && mask[i]) i++
      ends[n] = i
      parents[n] = n
      // Runs of the row before that end ahead of this one touch none that follow.
      while (above < first && ends[above]! + width <= starts[n]!) above++
      for (let k = above; k < first && starts[k]! + width < i; k++) unite(parents, k, n)
      n++
    }
    above = first
  }
  const parts = new Int32Array(n)
  let count = 0
  for (let run = 0; run < n; run++) {
    const root = rootOf(parents, run)
    parts[run] = root === run ? count++ : parts[root]!
  }
  return { starts: starts.slice(0, n), ends: ends.slice(0, n), parts, count }
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
  const free = new Uint8Array(barrier.length)
  for (let i = 0; i < barrier.length; i++) free[i] = barrier[i] ? 0 : 1
  const { starts, ends, parts, count } = findRuns(free, width, height)
  // A part ends at the picture's edge.
  for (let x = 0; x < width; x++) free[x] = free[(height - 1) * width + x] = 0
  for (let y = 0; y < height; y++) free[y * width] = free[(y + 1) * width - 1] = 0
  const inside = distanceInside(free, width, height)
  const found = Array.from({ length: count }, () => ({
    ...{ area: 0, isOpen: false, best: -1, deepest: -1 },
    box: { left: width, top: height, right: 0, bottom: 0 },
  }))
  for (let run = 0; run < starts.length; run++) {
    const [part, start, end] = [found[parts[run]!]!, starts[run]!, ends[run]!]
    const y = Math.floor(start / width)
    const [left, right] = [start - y * width, end - y * width]
    const { box } = part
    part.area += end - start
    if (left === 0 || right === width || y === 0 || y === height - 1) part.isOpen = true
    if (left < box.left) box.left = left
    if (right > box.right) box.right = right
    if (y < box.top) box.top = y
    box.bottom = y + 1
    for (let i = start; i < end; i++)
      if (inside[i]! > part.deepest) {
        part.deepest = inside[i]!
        part.best = i
      }
  }
  const cells: Cell[] = []
  const ids = found.map(({ area, isOpen, best, deepest, box }) => {
    if (
      (isOpen && edge === 'open') ||
      area < leastArea ||
      deepest < leastRadius ||
      cells.length >= MOST_CELLS
    )
      return 0
    const id = cells.length + 1
    cells.push({ id, area, box, middle: [best % width, Math.floor(best / width)], radius: deepest })
    return id
  })
  const map = new Uint16Array(width * height)
  for (let run = 0; run < starts.length; run++) {
    const id = ids[parts[run]!]!
    if (id > 0) map.fill(id, starts[run]!, ends[run]!)
  }
  return { map, cells }
}

/** Parts of a plan at most: a map holds their numbers in two bytes. */
const MOST_CELLS = 60_000
