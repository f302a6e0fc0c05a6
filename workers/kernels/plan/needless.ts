import { rootOf, unite } from '#kernels/disjoint-set.ts'
import { WALL } from './barrier.ts'
import type { Opening } from './openings.ts'

/** Share of a room's edge that unsure openings take from which it is but a part of a room. */
const OPEN_EDGE = 0.35
/**
 * Below these logarithms of its odds an opening is unsure, and goes even between two rooms. Of 448 on public plans 9 of
 * 70 true ones and 248 of 378 false ones are unsure, one and 98 are the latter.
 */
const UNSURE = -2
const UNLIKELY = -4
/** An opening beside a part without a name is unsure below this, where most of a plan has names: a room of its own would have one. */
const UNSURE_NAMELESS = -1

/** An opening that is likelier than this is a way into a room for sure. */
const SURE_WAY = 0

/** Rooms and what closes them. */
export interface Closed {
  /** Number of the room, a value a pixel; 0 outside rooms. */
  map: Uint16Array
  /** As findOpenings gives it, for these openings. */
  barrier: Uint8Array
  openings: readonly Opening[]
  /** Rooms whose names are printed in them. */
  named: ReadonlySet<number>
  /** 1 where it is outside the building. */
  outside: Uint8Array
  /** Rooms that are smaller than most. */
  small: ReadonlySet<number>
  /** Rooms that may be but a part of one. */
  modest: ReadonlySet<number>
  /** Openings across which the network sees furniture. */
  crossed: ReadonlySet<Opening>
  /** Whether lines tell the walls. */
  isExact: boolean
  /** Openings that lines do not tell: the network alone sees these. */
  added: ReadonlySet<Opening>
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

/**
 * Finds the openings of a barrier that border on the open, or on a place too small for a room, and groups those that lie beside
 * each other: `groupOf` gives one value for all openings of a group.
 */
function besideOpenings({ map, barrier, outside, width, openings }: Closed): {
  open: Set<number>
  pocket: Set<number>
  groupOf: (value: number) => number
} {
  const [open, pocket] = [new Set<number>(), new Set<number>()]
  const parents = Array.from({ length: openings.length + 2 }, (_, value) => value)
  for (let i = width; i < barrier.length - width; i++) {
    if (barrier[i]! <= WALL) continue
    for (const j of [i - 1, i + 1, i - width, i + width]) {
      if (!barrier[j] && !map[j]) (outside[j] ? open : pocket).add(barrier[i]!)
      if (barrier[j]! > WALL && barrier[j] !== barrier[i]) unite(parents, barrier[i]!, barrier[j]!)
    }
  }
  return { open, pocket, groupOf: (value) => rootOf(parents, value) }
}

/** Whether rooms with their names printed in them take most of the plan. */
function isNamed({ map, named }: Closed): boolean {
  let [all, taken] = [0, 0]
  for (const id of map) {
    if (id === 0) continue
    all++
    if (named.has(id)) taken++
  }
  return taken > all / 2
}

/**
 * Openings that need not be, as edges of furniture look like some: those within one room, unsure ones that cut a part off
 * a room, which then is open along much of its edge or small and divided from it by furniture, or that divide no rooms, unlikely
 * ones, and those that only the network sees between parts that both have other ways, one of them small. Leaves that swing and
 * windows are kept.
 * @param odds logarithm of how likely each opening is one
 * @param exact openings that an exact drawing tells: these divide rooms, but for unlikely ones
 * @returns their values in the barrier
 */
export function needlessOpenings(
  closed: Closed,
  odds: readonly number[],
  exact: ReadonlySet<Opening> = new Set(),
): Set<number> {
  const { openings } = closed
  const named = new Set(closed.named)
  const edges = edgesOf(closed)
  const oddsAt = (value: number) => odds[value - 2] ?? 0
  const isLoose = (value: number) => {
    const opening = openings[value - 2]
    return value > WALL && opening !== undefined && opening.kind !== 'window' && !opening.swing
  }
  const sidesOf = (value: number) => [...edges.keys()].filter((id) => edges.get(id)!.has(value))
  const hasNames = isNamed(closed)
  const limitAt = (value: number) => {
    const sides = sidesOf(value)
    return hasNames && sides.length > 1 && sides.some((id) => !named.has(id)) ? UNSURE_NAMELESS : UNSURE
  }
  const isUnsure = (value: number) => isLoose(value) && oddsAt(value) < limitAt(value)
  /** Whether an opening may go: it divides rooms of which one at most has its name printed in it. */
  const isCut = (value: number) => {
    const sides = sidesOf(value)
    const isTold = exact.has(openings[value - 2]!) && oddsAt(value) >= UNLIKELY
    const isFree = isUnsure(value) && !isTold
    return isFree && sides.length > 1 && sides.filter((id) => named.has(id)).length < 2
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
  const leastSure = (values: Iterable<number>): number[] =>
    [...values].filter(isCut).sort((a, b) => oddsAt(a) - oddsAt(b))
  /** The next unlikely opening, else the least sure one of the room that is open most of all. */
  const next = (): number | undefined => {
    const [least] = leastSure(openings.map((_, n) => n + 2))
    if (least !== undefined && oddsAt(least) < UNLIKELY) return least
    return [...edges.values()]
      .map((edge) => ({ edge, share: openShare(edge) }))
      .filter(({ share }) => share > OPEN_EDGE)
      .sort((a, b) => b.share - a.share)
      .flatMap(({ edge }) => leastSure(edge.keys()))[0]
  }
  const hasOtherWay = (id: number, value: number) =>
    [...edges.get(id)!.keys()].some((other) => {
      const opening = openings[other - 2]
      if (other === value || !opening || opening.kind === 'window') return false
      return opening.swing !== undefined || oddsAt(other) > SURE_WAY
    })
  /** Whether an added opening only cuts a small part off: both sides have other ways in. Exact walls have their openings. */
  const isSpare = (value: number) => {
    const sides = sidesOf(value)
    if (!closed.isExact || !isLoose(value) || sides.length !== 2) return false
    if (!closed.added.has(openings[value - 2]!)) return false
    const isSmall = sides.some((id) => closed.small.has(id) && !named.has(id))
    return isSmall && sides.every((id) => hasOtherWay(id, value))
  }
  /** Whether a thing lies across an unsure opening that cuts a small part without a name off. */
  const isCrossed = (value: number) =>
    closed.crossed.has(openings[value - 2]!) &&
    isCut(value) &&
    sidesOf(value).some((id) => closed.modest.has(id) && !named.has(id))
  const needless = new Set<number>()
  const drop = (value: number) => {
    needless.add(value)
    const [into, ...others] = sidesOf(value)
    for (const other of others) join(into!, other)
    edges.get(into!)!.delete(value)
  }
  for (let value = 2; value < openings.length + 2; value++)
    if (isSpare(value) || isCrossed(value)) drop(value)
  for (let value = next(); value !== undefined; value = next()) drop(value)
  const { open, pocket, groupOf } = besideOpenings(closed)
  const values = openings.map((_, n) => n + 2)
  for (const value of values) {
    // Openings that lie beside each other divide rooms together.
    const group = values.filter((other) => groupOf(other) === groupOf(value))
    const sides = new Set(group.flatMap(sidesOf))
    const touches = (values: ReadonlySet<number>) => group.some((other) => values.has(other))
    const isWithin = sides.size === 1 && !touches(open) && !touches(pocket)
    // What exact walls close in and is too small for a room needs no door.
    const limit = closed.isExact && touches(pocket) && !touches(open) ? UNSURE_NAMELESS : UNSURE
    if (isLoose(value) && sidesOf(value).length < 2 && (isWithin || oddsAt(value) < limit))
      needless.add(value)
  }
  return needless
}
