/** What a region most likely is, as a place in LABELS. @param share of each name */
export const nameOf = (share: Float32Array) => share.indexOf(Math.max(...share))

/** Share of a name that is given where it is known. */
const KNOWN = 0.9

/** Gives a region a name that is known, in place: what else it may be keeps its shares of the rest. */
export function name(share: Float32Array, as: number): void {
  const rest = 1 - share[as]!
  for (let c = 0; c < share.length; c++)
    share[c] =
      c === as ? Math.max(KNOWN, share[c]!) : share[c]! * Math.min(1, (1 - KNOWN) / Math.max(1e-6, rest))
}

/** Gives one name's share to another, in place. */
export function give(share: Float32Array, from: number, to: number): void {
  share[to] = share[to]! + share[from]!
  share[from] = 0
}

/** Gives two names each other's share, in place. */
export function exchange(share: Float32Array, one: number, other: number): void {
  const kept = share[one]!
  share[one] = share[other]!
  share[other] = kept
}

/**
 * Groups of regions that hang together.
 * @param starts where groups may begin @param next the regions that go on from one
 * @returns ids by group, each with its start first
 */
export function groupsOf(starts: Iterable<number>, next: (id: number) => Iterable<number>): number[][] {
  const met = new Set<number>()
  const groups: number[][] = []
  for (const start of starts) {
    if (met.has(start)) continue
    met.add(start)
    const group: number[] = []
    const open = [start]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      group.push(id)
      for (const other of next(id)) {
        if (met.has(other)) continue
        met.add(other)
        open.push(other)
      }
    }
    groups.push(group)
  }
  return groups
}
