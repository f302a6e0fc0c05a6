/** Sets that become one (union–find): each member's parent, the root being its own. */
export type Parents = Int32Array | number[]

/** The member that stands for the set of another. */
export function rootOf(parents: Parents, member: number): number {
  let root = member
  while (parents[root] !== root) {
    // Shorter ways for those that ask again (path halving).
    parents[root] = parents[parents[root]!]!
    root = parents[root]!
  }
  return root
}

/** Makes one of the sets of two members; the lower root stands for both. */
export function unite(parents: Parents, one: number, other: number): void {
  const [p, q] = [rootOf(parents, one), rootOf(parents, other)]
  parents[Math.max(p, q)] = Math.min(p, q)
}

/** A label map whose ids have become sets: ids 0..count−1 without gaps, in the order in which they appear. */
export function relabelled(map: Int32Array, parents: Parents): { map: Int32Array; count: number } {
  const ids = new Int32Array(parents.length).fill(-1)
  let count = 0
  const out = map.map((own) => {
    const root = rootOf(parents, own)
    if (ids[root]! < 0) ids[root] = count++
    return ids[root]!
  })
  return { map: out, count }
}
