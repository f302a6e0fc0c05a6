/** Binary heap of what has a cost, the cheapest first. */
export class Heap<T extends { readonly cost: number }> {
  private readonly heap: T[] = []

  /** Adds an item. */
  push(item: T): void {
    const { heap } = this
    let k = heap.length
    heap.push(item)
    while (k > 0) {
      const up = (k - 1) >> 1
      if (heap[up]!.cost <= item.cost) break
      heap[k] = heap[up]!
      k = up
    }
    heap[k] = item
  }

  /** Takes the cheapest item out; undefined when there is none. */
  pop(): T | undefined {
    const { heap } = this
    const top = heap[0]
    const last = heap.pop()
    if (!top || !last || heap.length === 0) return top
    let k = 0
    for (;;) {
      let down = 2 * k + 1
      if (down >= heap.length) break
      if (down + 1 < heap.length && heap[down + 1]!.cost < heap[down]!.cost) down++
      if (heap[down]!.cost >= last.cost) break
      heap[k] = heap[down]!
      k = down
    }
    heap[k] = last
    return top
  }
}
