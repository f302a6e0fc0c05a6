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
