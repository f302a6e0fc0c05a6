import { connected } from '#kernels/connected.ts'
import { mergeRegions, partRegions } from './regions-edit.ts'
import type { Seen, Spot } from './scene.ts'

/** Pieces that a cut leaves must be as large, px. */
const LEAST_PIECE = 16
/** What an end's direction is read from, part of the longer side. */
const END = 0.02

/** Pixels under a line, each once; eight-connected, so that nothing passes it from side to side. */
function pixelsUnder({ width, height }: Seen, line: readonly Spot[]): Set<number> {
  const under = new Set<number>()
  const last = line.length - 1
  for (let k = 0; k < Math.max(1, last); k++) {
    const [p, q] = [line[k]!, line[Math.min(k + 1, last)]!]
    const steps = Math.max(1, Math.ceil(2 * Math.max(Math.abs(q.x - p.x), Math.abs(q.y - p.y))))
    for (let n = 0; n <= steps; n++) {
      const x = Math.floor(p.x + ((q.x - p.x) * n) / steps)
      const y = Math.floor(p.y + ((q.y - p.y) * n) / steps)
      if (x >= 0 && y >= 0 && x < width && y < height) under.add(y * width + x)
    }
  }
  return under
}

/** How many pixels of a line lie in each region. */
function countUnder({ map }: Seen, pixels: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const i of pixels) counts.set(map[i]!, (counts.get(map[i]!) ?? 0) + 1)
  return counts
}

/**
 * Makes one region of those that a line passes; it has the name and the plane of the largest.
 * @param line px of `seen`
 */
export function mergeAlong(seen: Seen, line: readonly Spot[]): Seen {
  return mergeRegions(seen, [...countUnder(seen, pixelsUnder(seen, line)).keys()])
}

/** Where a line that ends inside of a region would leave it if it went on; null where it has left it. */
function goneOn(seen: Seen, line: readonly Spot[], id: number): Spot | null {
  const { map, width, height } = seen
  const end = line.at(-1)!
  const isInside = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && map[Math.floor(y) * width + Math.floor(x)] === id
  if (!isInside(end.x, end.y)) return null
  const far = END * Math.max(width, height)
  const from = line.findLast(({ x, y }) => Math.hypot(x - end.x, y - end.y) >= far) ?? line[0]!
  const length = Math.hypot(end.x - from.x, end.y - from.y)
  if (length === 0) return null
  const [dx, dy] = [(end.x - from.x) / length, (end.y - from.y) / length]
  let [x, y] = [end.x, end.y]
  while (isInside(x, y)) [x, y] = [x + dx, y + dy]
  return { x, y }
}

/** The line with its ends led on to the border of a region. */
function ledOn(seen: Seen, line: readonly Spot[], id: number): Spot[] {
  const end = goneOn(seen, line, id)
  const start = goneOn(seen, line.toReversed(), id)
  return [...(start ? [start] : []), ...line, ...(end ? [end] : [])]
}

/** The pieces that a line cuts off a region: all that it borders on but the largest. */
function piecesOf({ map, width }: Seen, id: number, barrier: ReadonlySet<number>): Uint8Array[] {
  const value = new Int32Array(map.length)
  for (let i = 0; i < map.length; i++) if (map[i] === id) value[i] = 1
  for (const i of barrier) value[i] = 0
  const pieces = connected(value, width)
  const size = new Float64Array(pieces.count)
  for (let i = 0; i < map.length; i++) size[pieces.map[i]!]!++
  const beside = new Set<number>()
  for (const i of barrier)
    for (const j of [i - 1, i + 1, i - width, i + width]) if (value[j] === 1) beside.add(pieces.map[j]!)
  const cut = [...beside].filter((k) => size[k]! >= LEAST_PIECE).sort((p, q) => size[q]! - size[p]!)
  return cut.slice(1).map((piece) => {
    const mask = new Uint8Array(map.length)
    for (let i = 0; i < map.length; i++) if (pieces.map[i] === piece) mask[i] = 1
    return mask
  })
}

/**
 * Cuts the region that most of a line lies in along it. The ends of an open line are led on to the region's border; a
 * closed one cuts out what it goes round. The largest piece stays, the others become regions with its name and plane.
 * @param line px of `seen`
 * @returns `seen` itself where nothing is cut
 */
export function splitAlong(seen: Seen, line: readonly Spot[], closed: boolean): Seen {
  const drawn = closed ? [...line, line[0]!] : line
  const counts = countUnder(seen, pixelsUnder(seen, drawn))
  const [id] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [-1, 0] as const)
  if (id < 0) return seen
  const barrier = pixelsUnder(seen, closed ? drawn : ledOn(seen, line, id))
  return piecesOf(seen, id, barrier).reduce((now, piece) => partRegions(now, piece).seen, seen)
}
