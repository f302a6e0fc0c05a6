import type { CadDrawing, CadLine } from './dxf-flatten.ts'

/** Places of lines that differ by less are one, in parts of the drawing's longer side. */
const SAME = 2e-5
/** How far a line may lie off its place in a grid, against the grid's step. */
const OFF = 0.002
/** Smallest step of a grid, in the least difference of places. */
const LEAST = 20
/** Lines one behind the other, all a step apart, that make a grid, and how many steps long each of them is at least. */
const LEAST_LINES = 6
const LEAST_LONG = 3
/** So many places ahead of each one are tried, and so many of the commonest distances. */
const AHEAD = 14
const TRIED = 12
/** More places than this are no grid that can be told apart, and cost time. */
const MOST_PLACES = 6000

/** A straight piece of a line that runs along an axis. */
interface Piece {
  along: 'x' | 'y'
  /** Its place across that axis. */
  at: number
  long: number
}

/** Where lines run along an axis, and how long they are together there. */
interface Place {
  at: number
  long: number
}

/** The pieces of a line; null where one of them runs along no axis. */
function piecesOf({ points, closed }: CadLine): Piece[] | null {
  const pieces: Piece[] = []
  const count = points.length / 2
  for (let k = 0; k < (closed && count > 2 ? count : count - 1); k++) {
    const n = (k + 1) % count
    const [ax, ay, bx, by] = [points[2 * k]!, points[2 * k + 1]!, points[2 * n]!, points[2 * n + 1]!]
    const [dx, dy] = [Math.abs(bx - ax), Math.abs(by - ay)]
    if (dx === 0 && dy === 0) continue
    if (dy <= 1e-3 * dx) pieces.push({ along: 'x', at: (ay + by) / 2, long: dx })
    else if (dx <= 1e-3 * dy) pieces.push({ along: 'y', at: (ax + bx) / 2, long: dy })
    else return null
  }
  return pieces
}

/** Places of pieces in their order. @param same what differs by less is one place */
function placesOf(pieces: readonly Piece[], same: number): Place[] {
  const places: Place[] = []
  for (const { at, long } of [...pieces].sort((a, b) => a.at - b.at)) {
    const last = places.at(-1)
    if (last && at - last.at <= same) last.long += long
    else places.push({ at, long })
  }
  return places
}

/** The index of the place nearest to one; -1 without any. */
function nearest(places: readonly Place[], at: number): number {
  let [low, high] = [0, places.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]!.at < at) low = middle + 1
    else high = middle
  }
  const before = places[low - 1]
  return before && at - before.at < places[low]!.at - at ? low - 1 : low
}

/** The places that stand in rows a step apart. */
function inRows(all: readonly Place[], step: number): Place[] {
  const places = all.filter(({ long }) => long >= LEAST_LONG * step)
  if (places.length < LEAST_LINES) return []
  const follows = places.map(({ at }) => {
    const k = nearest(places, at + step)
    return Math.abs(places[k]!.at - at - step) <= OFF * step ? k : -1
  })
  const found = new Set<Place>()
  const isFollowed = new Set(follows)
  for (let start = 0; start < places.length; start++) {
    if (isFollowed.has(start)) continue
    const row: Place[] = []
    for (let k = start; k >= 0; k = follows[k]!) row.push(places[k]!)
    if (row.length >= LEAST_LINES) for (const place of row) found.add(place)
  }
  return [...found]
}

/** Distances that many places have from each other, the commonest first. */
function commonSteps(places: readonly Place[], same: number): number[] {
  const found = new Map<number, { sum: number; count: number }>()
  for (let k = 0; k < places.length; k++)
    for (let n = k + 1; n < Math.min(places.length, k + AHEAD); n++) {
      const step = places[n]!.at - places[k]!.at
      const key = Math.round(step / (2 * same))
      const { sum, count } = found.get(key) ?? { sum: 0, count: 0 }
      if (step >= LEAST * same) found.set(key, { sum: sum + step, count: count + 1 })
    }
  return [...found.values()]
    .filter(({ count }) => count >= LEAST_LINES - 1)
    .sort((a, b) => b.count - a.count)
    .slice(0, TRIED)
    .map(({ sum, count }) => sum / count)
}

/**
 * Draws square grids lightly that lie over a drawing or pave its ground: lines of no telling layer that stand one step
 * apart, row behind row, along and across. Such lines hold no drawing together and are no walls.
 */
export function paleGrids(cad: CadDrawing): CadDrawing {
  const pieces = new Map(
    cad.lines.filter(({ role }) => role === 'plain').map((line) => [line, piecesOf(line)]),
  )
  const all = [...pieces.values()].flatMap((list) => list ?? [])
  const [low, high] = all.reduce(([a, b], { at }) => [Math.min(a, at), Math.max(b, at)] as const, [
    Infinity,
    -Infinity,
  ] as const)
  const same = SAME * (high - low)
  if (!(same > 0)) return cad
  const places = (['x', 'y'] as const).map((way) =>
    placesOf(
      all.filter(({ along }) => along === way),
      same,
    ),
  )
  if (places.some(({ length }) => length > MOST_PLACES)) return cad
  let best: Place[][] = [[], []]
  for (const step of commonSteps(places[0]!, same)) {
    const rows = places.map((list) => inRows(list, step))
    const isGrid = rows.every(({ length }) => length > 0)
    if (isGrid && rows.flat().length > best.flat().length) best = rows
  }
  const [level, upright] = best.map((rows) => rows.sort((a, b) => a.at - b.at))
  if (!level?.length || !upright?.length) return cad
  const isPlaced = ({ along, at }: Piece) => {
    const rows = along === 'x' ? level : upright
    return Math.abs(rows[nearest(rows, at)]!.at - at) <= same
  }
  const isGrid = (line: CadLine) => {
    const list = pieces.get(line)
    return list && list.length > 0 && list.every(isPlaced)
  }
  return {
    ...cad,
    lines: cad.lines.map((line) => (isGrid(line) ? { ...line, role: 'pale' as const } : line)),
  }
}
