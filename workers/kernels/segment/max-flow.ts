/** Steps to the eight neighbours, each next to its opposite, so that `direction ^ 1` turns back. */
export const NEIGHBOURS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
] as const

const FREE = 0
const SOURCE = 1
const SINK = 2
const TERMINAL = 8
const ORPHAN = 9
const NONE = 10

/**
 * Minimum cut of a grid whose pixels are joined to their eight neighbours: Boykov and Kolmogorov, An
 * Experimental Comparison of Min-Cut/Max-Flow Algorithms for Energy Minimization in Vision, PAMI 2004.
 */
export class GridCut {
  readonly #width: number
  readonly #count: number
  readonly #directions: number
  readonly #steps: Int32Array
  /** Residual capacity from each pixel in each direction: [direction · count + pixel]. */
  readonly #cap: Float32Array
  /** Residual capacity from the source (positive) or to the sink (negative). */
  readonly #terminal: Float32Array
  readonly #tree: Uint8Array
  readonly #parent: Uint8Array
  readonly #seen: Int32Array
  readonly #depth: Int32Array
  readonly #queued: Uint8Array
  #active: Int32Array
  #head = 0
  #tail = 0
  #orphans: number[] = []
  #time = 0

  /**
   * @param width @param height size of the grid, px; links across its border must stay 0
   * @param directions how many of NEIGHBOURS, from the first, may be linked: 4 for those without diagonals
   */
  constructor(width: number, height: number, directions: 4 | 8 = 8) {
    const count = width * height
    this.#directions = directions
    this.#width = width
    this.#count = count
    this.#steps = Int32Array.from(NEIGHBOURS, ([dx, dy]) => dy * width + dx)
    this.#cap = new Float32Array(directions * count)
    this.#terminal = new Float32Array(count)
    this.#tree = new Uint8Array(count)
    this.#parent = new Uint8Array(count).fill(NONE)
    this.#seen = new Int32Array(count)
    this.#depth = new Int32Array(count)
    this.#queued = new Uint8Array(count)
    this.#active = new Int32Array(count + 1)
  }

  get width(): number {
    return this.#width
  }

  /** Adds to what it costs to give a pixel to the sink (`source`) or to the source (`sink`); both ≥ 0. */
  addTerminal(pixel: number, source: number, sink: number): void {
    this.#terminal[pixel] = (this.#terminal[pixel] as number) + source - sink
  }

  /** Sets what it costs to part a pixel from its neighbour, in both directions; ≥ 0. */
  setLink(pixel: number, direction: number, capacity: number): void {
    this.#cap[direction * this.#count + pixel] = capacity
    this.#cap[(direction ^ 1) * this.#count + pixel + (this.#steps[direction] as number)] = capacity
  }

  /** Finds the cut; 1 for each pixel on the source's side. */
  solve(): Uint8Array {
    for (let i = 0; i < this.#count; i++) {
      const residual = this.#terminal[i] as number
      if (residual === 0) continue
      this.#tree[i] = residual > 0 ? SOURCE : SINK
      this.#parent[i] = TERMINAL
      this.#depth[i] = 1
      this.#activate(i)
    }
    for (let pixel = this.#next(); pixel >= 0; pixel = this.#next()) this.#grow(pixel)
    return this.#tree.map((tree) => (tree === SOURCE ? 1 : 0))
  }

  #activate(pixel: number): void {
    if (this.#queued[pixel]) return
    this.#queued[pixel] = 1
    this.#active[this.#tail] = pixel
    this.#tail = this.#tail === this.#count ? 0 : this.#tail + 1
  }

  #next(): number {
    while (this.#head !== this.#tail) {
      const pixel = this.#active[this.#head] as number
      this.#head = this.#head === this.#count ? 0 : this.#head + 1
      this.#queued[pixel] = 0
      if (this.#tree[pixel] !== FREE) return pixel
    }
    return -1
  }

  /** Residual capacity along the tree's direction of flow between a pixel and its neighbour. */
  #flowable(tree: number, pixel: number, direction: number, other: number): number {
    const count = this.#count
    return (
      tree === SOURCE ? this.#cap[direction * count + pixel] : this.#cap[(direction ^ 1) * count + other]
    ) as number
  }

  #grow(pixel: number): void {
    const count = this.#count
    const trees = this.#tree
    const seen = this.#seen
    const depth = this.#depth
    for (let direction = 0; direction < this.#directions; direction++) {
      const tree = trees[pixel] as number
      if (tree === FREE) return
      const other = pixel + (this.#steps[direction] as number)
      if (other < 0 || other >= count) continue
      if (this.#flowable(tree, pixel, direction, other) <= 0) continue
      const theirs = trees[other]
      if (theirs === FREE) {
        trees[other] = tree
        this.#parent[other] = direction ^ 1
        seen[other] = seen[pixel] as number
        depth[other] = (depth[pixel] as number) + 1
        this.#activate(other)
      } else if (theirs !== tree) {
        if (tree === SOURCE) this.#augment(pixel, direction, other)
        else this.#augment(other, direction ^ 1, pixel)
        // The same neighbour may give another path.
        direction--
      } else if (
        (seen[other] as number) <= (seen[pixel] as number) &&
        (depth[other] as number) > (depth[pixel] as number)
      ) {
        this.#parent[other] = direction ^ 1
        seen[other] = seen[pixel] as number
        depth[other] = (depth[pixel] as number) + 1
      }
    }
  }

  /** Sends as much as fits from the source through `from` → `to` to the sink. */
  #augment(from: number, direction: number, to: number): void {
    const count = this.#count
    const cap = this.#cap
    const parent = this.#parent
    const steps = this.#steps
    const bridge = direction * count + from
    let most = cap[bridge] as number
    let at = from
    for (let up = parent[at] as number; up !== TERMINAL; up = parent[at] as number) {
      at += steps[up] as number
      const room = cap[(up ^ 1) * count + at] as number
      if (room < most) most = room
    }
    most = Math.min(most, this.#terminal[at] as number)
    at = to
    for (let up = parent[at] as number; up !== TERMINAL; up = parent[at] as number) {
      const room = cap[up * count + at] as number
      if (room < most) most = room
      at += steps[up] as number
    }
    most = Math.min(most, -(this.#terminal[at] as number))
    cap[bridge] = (cap[bridge] as number) - most
    const back = (direction ^ 1) * count + to
    cap[back] = (cap[back] as number) + most
    this.#push(from, most, SOURCE)
    this.#push(to, most, SINK)
    this.#adoptAll()
  }

  /** Takes the flow off the path from a pixel to its root; links that are full leave orphans. */
  #push(start: number, flow: number, tree: number): void {
    const count = this.#count
    const cap = this.#cap
    const parent = this.#parent
    const steps = this.#steps
    let at = start
    for (let up = parent[at] as number; up !== TERMINAL; up = parent[at] as number) {
      const above = at + (steps[up] as number)
      const down = (up ^ 1) * count + above
      const upward = up * count + at
      const less = tree === SOURCE ? down : upward
      const more = tree === SOURCE ? upward : down
      cap[less] = (cap[less] as number) - flow
      cap[more] = (cap[more] as number) + flow
      if ((cap[less] as number) <= 0) {
        cap[less] = 0
        parent[at] = ORPHAN
        this.#orphans.push(at)
      }
      at = above
    }
    const left = (this.#terminal[at] as number) + (tree === SOURCE ? -flow : flow)
    this.#terminal[at] = left
    if (tree === SOURCE ? left <= 0 : left >= 0) {
      this.#terminal[at] = 0
      parent[at] = ORPHAN
      this.#orphans.push(at)
    }
  }

  #adoptAll(): void {
    this.#time++
    for (let n = 0; n < this.#orphans.length; n++) this.#adopt(this.#orphans[n] as number)
    this.#orphans.length = 0
  }

  /** Distance of a pixel to its root, or 0 when its path ends in an orphan. */
  #distanceToRoot(pixel: number): number {
    const seen = this.#seen
    const depth = this.#depth
    const parent = this.#parent
    const steps = this.#steps
    const time = this.#time
    let distance = 0
    let at = pixel
    for (;;) {
      if (seen[at] === time) {
        distance += depth[at] as number
        break
      }
      const up = parent[at] as number
      distance++
      if (up === TERMINAL) {
        seen[at] = time
        depth[at] = 1
        break
      }
      if (up >= ORPHAN) return 0
      at += steps[up] as number
    }
    // What was found is kept, so that the next walk along this path is short.
    let mark = distance
    for (at = pixel; seen[at] !== time; at += steps[parent[at] as number] as number) {
      seen[at] = time
      depth[at] = mark--
    }
    return distance
  }

  #adopt(pixel: number): void {
    const count = this.#count
    const trees = this.#tree
    const tree = trees[pixel] as number
    let nearest = Number.POSITIVE_INFINITY
    let parent = NONE
    for (let direction = 0; direction < this.#directions; direction++) {
      const other = pixel + (this.#steps[direction] as number)
      if (other < 0 || other >= count || trees[other] !== tree) continue
      if (this.#flowable(tree, other, direction ^ 1, pixel) <= 0) continue
      const distance = this.#distanceToRoot(other)
      if (distance === 0 || distance >= nearest) continue
      nearest = distance
      parent = direction
    }
    this.#parent[pixel] = parent
    if (parent !== NONE) {
      this.#seen[pixel] = this.#time
      this.#depth[pixel] = nearest + 1
      return
    }
    for (let direction = 0; direction < this.#directions; direction++) {
      const other = pixel + (this.#steps[direction] as number)
      if (other < 0 || other >= count || trees[other] !== tree) continue
      if (this.#flowable(tree, other, direction ^ 1, pixel) > 0) this.#activate(other)
      if (this.#parent[other] === (direction ^ 1)) {
        this.#parent[other] = ORPHAN
        this.#orphans.push(other)
      }
    }
    trees[pixel] = FREE
  }
}
