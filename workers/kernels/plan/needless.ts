import { type Opening, WALL } from './openings.ts'

/** Share of a room's edge that unsure openings take from which it is but a part of a room. */
const OPEN_EDGE = 0.3
/** How likely the surest place of an opening must be for it to be sure, 0..255. */
const SURE = 180

/** Rooms and what closes them. */
export interface Closed {
  /** Number of the room, a value a pixel; 0 outside rooms. */
  map: Uint16Array
  /** As findOpenings gives it, for these openings. */
  barrier: Uint8Array
  openings: readonly Opening[]
  /** Rooms whose names are printed in them. */
  named: ReadonlySet<number>
  width: number
}

/** The edges of rooms, px: by the room's number, how much of it lies at each value of a barrier. */
function edgesOf({ map, barrier, width }: Closed): Map<number, Map<number, number>> {
  const edges = new Map<number, Map<number, number>>()
  for (let i = width; i < map.length - width; i++) {
    const id = map[i]!
    if (id === 0) continue
    for (const j of [i - 1, i + 1, i - width, i + width]) {
      if (map[j] === id) continue
      const edge = edges.get(id) ?? new Map<number, number>()
      edges.set(id, edge.set(barrier[j]!, (edge.get(barrier[j]!) ?? 0) + 1))
    }
  }
  return edges
}

/** Values of a barrier beside which there is more than walls and rooms: the open, or another opening. */
function openBeside({ map, barrier, width }: Closed): Set<number> {
  const found = new Set<number>()
  for (let i = width; i < map.length - width; i++) {
    if (barrier[i]! <= WALL) continue
    for (const j of [i - 1, i + 1, i - width, i + width]) {
      const isOther = barrier[j]! > WALL && barrier[j] !== barrier[i]
      if (isOther || (!barrier[j] && !map[j])) found.add(barrier[i]!)
    }
  }
  return found
}

/** How likely the surest place of each opening is, 0..255, by its value in a barrier. */
function surest(barrier: Uint8Array, opened: Uint8Array): Uint8Array {
  const most = new Uint8Array(256)
  for (let i = 0; i < barrier.length; i++) if (opened[i]! > most[barrier[i]!]!) most[barrier[i]!] = opened[i]!
  return most
}

/**
 * Openings that need not be, as edges of furniture look like some: those within one room, and unsure ones that cut a part
 * off a room, which then is open along much of its edge. Leaves that swing and windows are kept.
 * @param seen openings that the network sees; others are sure
 * @param opened how likely a place is an opening, 0..255
 * @returns their values in the barrier
 */
export function needlessOpenings(
  closed: Closed,
  seen: ReadonlySet<Opening>,
  opened: Uint8Array,
): Set<number> {
  const { barrier, openings } = closed
  const sure = surest(barrier, opened)
  const named = new Set(closed.named)
  const edges = edgesOf(closed)
  const isLoose = (value: number) => {
    const opening = openings[value - 2]
    return value > WALL && opening !== undefined && opening.kind !== 'window' && !opening.swing
  }
  const isUnsure = (value: number) => isLoose(value) && seen.has(openings[value - 2]!) && sure[value]! < SURE
  const sidesOf = (value: number) => [...edges.keys()].filter((id) => edges.get(id)!.has(value))
  /** Whether an opening may go: it divides rooms of which one at most has its name printed in it. */
  const isCut = (value: number) => {
    const sides = sidesOf(value)
    return isUnsure(value) && sides.length > 1 && sides.filter((id) => named.has(id)).length < 2
  }
  const join = (into: number, from: number) => {
    const edge = edges.get(into)!
    for (const [value, count] of edges.get(from)!) edge.set(value, (edge.get(value) ?? 0) + count)
    edges.delete(from)
    if (named.has(from)) named.add(into)
  }
  const openShare = (edge: ReadonlyMap<number, number>) => {
    let [open, all] = [0, 0]
    for (const [value, count] of edge) {
      all += count
      if (isUnsure(value)) open += count
    }
    return open / all
  }
  /** The least sure opening of the room that is open most of all. */
  const next = (): number | undefined =>
    [...edges.values()]
      .map((edge) => ({ edge, share: openShare(edge) }))
      .filter(({ share }) => share > OPEN_EDGE)
      .sort((a, b) => b.share - a.share)
      .flatMap(({ edge }) => [...edge.keys()].filter(isCut).sort((a, b) => sure[a]! - sure[b]!))[0]
  const needless = new Set<number>()
  for (let value = next(); value !== undefined; value = next()) {
    needless.add(value)
    const [into, ...others] = sidesOf(value)
    for (const other of others) join(into!, other)
    edges.get(into!)!.delete(value)
  }
  const fronts = openBeside(closed)
  for (let value = WALL + 1; value < openings.length + 2; value++)
    if (isLoose(value) && sidesOf(value).length === 1 && !fronts.has(value)) needless.add(value)
  return needless
}
