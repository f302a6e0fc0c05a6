import { relabelled, rootOf } from '#kernels/disjoint-set.ts'
import { Heap } from '#kernels/heap.ts'
import type { Sight } from './regions-sight.ts'
import type { Basins } from './superpixels.ts'

/** How readily basins become one. */
export interface MergeSettings {
  /** Cost up to which neighbours are merged, ΔE. */
  upTo: number
  /** How much a difference in mean colour counts beside the step at the border. */
  colour: number
  /** Parts of this many pixels and fewer never stay alone. */
  smallest: number
  /** Under this many pixels, and under this width in px, parts are merged the more easily. */
  small: number
  narrow: number
  /** Most parts that are left. */
  most: number
}

/** A shared border: sum of the square roots of its steps, which makes little of the few at its ends, and its length. */
interface Border {
  sum: number
  n: number
}

/** Basins from which those that are too small to stay are joined before the others are compared. */
const MANY = 3000
/** A step of this height, ΔE, parts as well as a higher one. */
const MOST_STEP = 40

/** Parts under merger: sums over their pixels, and borders with neighbours. */
class Parts {
  readonly count: number
  readonly pixels: Float64Array
  /** Sums of lightness, of the two colours, and of unrest. */
  readonly sl: Float64Array
  readonly sa: Float64Array
  readonly sb: Float64Array
  readonly st: Float64Array
  readonly around: Float64Array
  readonly borders: Map<number, Border>[]
  readonly into: Int32Array
  readonly age: Int32Array

  constructor(sight: Sight, { map, count }: Basins) {
    const plane = () => new Float64Array(count)
    this.count = count
    this.pixels = plane()
    this.sl = plane()
    this.sa = plane()
    this.sb = plane()
    this.st = plane()
    this.around = plane()
    this.borders = Array.from({ length: count }, () => new Map())
    this.into = Int32Array.from({ length: count }, (_, k) => k)
    this.age = new Int32Array(count)
    const { width, height, l, a, b, texture, edge } = sight
    const { sl, sa, sb, st } = this
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const k = map[i]!
        this.pixels[k] = this.pixels[k]! + 1
        sl[k] = sl[k]! + l[i]!
        sa[k] = sa[k]! + a[i]!
        sb[k] = sb[k]! + b[i]!
        st[k] = st[k]! + texture[i]!
        if (x + 1 < width && map[i + 1] !== k) this.meet(k, map[i + 1]!, Math.max(edge[i]!, edge[i + 1]!))
        if (y + 1 < height && map[i + width] !== k)
          this.meet(k, map[i + width]!, Math.max(edge[i]!, edge[i + width]!))
      }
    }
  }

  private meet(p: number, q: number, step: number): void {
    const known = this.borders[p]!.get(q)
    this.around[p] = this.around[p]! + 1
    this.around[q] = this.around[q]! + 1
    const sum = Math.sqrt(Math.min(MOST_STEP, step))
    if (known) {
      known.sum += sum
      known.n++
      return
    }
    const border = { sum, n: 1 }
    this.borders[p]!.set(q, border)
    this.borders[q]!.set(p, border)
  }

  /** What it costs to make one of two neighbours, ΔE. */
  cost(p: number, q: number, { colour, small, narrow }: MergeSettings): number {
    const border = this.borders[p]!.get(q)!
    const np = this.pixels[p]!
    const nq = this.pixels[q]!
    const { sl, sa, sb, st } = this
    const dl = sl[p]! / np - sl[q]! / nq
    const da = sa[p]! / np - sa[q]! / nq
    const db = sb[p]! / np - sb[q]! / nq
    const apart = Math.sqrt(dl * dl + da * da + db * db)
    const tp = st[p]! / np
    const tq = st[q]! / nq
    const restless = Math.min(tp, tq)
    const calm = 1 / (1 + restless / 4)
    const mean = border.sum / border.n
    const step = mean * mean * calm + colour * Math.min(40, apart) * (0.4 + 0.6 * calm)
    const size = Math.min(1, Math.min(np, nq) / small)
    const wide = Math.min(1, Math.min((2 * np) / this.around[p]!, (2 * nq) / this.around[q]!) / narrow)
    return (step + 0.35 * Math.abs(tp - tq)) * size ** 0.3 * Math.sqrt(wide)
  }

  /** Makes p of p and q. */
  join(p: number, q: number): void {
    const shared = this.borders[p]!.get(q)!
    this.pixels[p] = this.pixels[p]! + this.pixels[q]!
    for (const sum of [this.sl, this.sa, this.sb, this.st]) sum[p] = sum[p]! + sum[q]!
    this.around[p] = this.around[p]! + this.around[q]! - 2 * shared.n
    this.borders[p]!.delete(q)
    for (const [r, border] of this.borders[q]!) {
      if (r === p) continue
      const own = this.borders[p]!.get(r)
      this.borders[r]!.delete(q)
      if (own) {
        own.sum += border.sum
        own.n += border.n
      } else {
        this.borders[p]!.set(r, border)
        this.borders[r]!.set(p, border)
      }
    }
    this.borders[q] = new Map()
    this.into[q] = p
    this.age[p] = this.age[p]! + 1
    this.age[q] = this.age[q]! + 1
  }
}

/** Borders between basins: their ends, lengths and sums as in Border, without objects for tens of thousands of them. */
function bordersOf({ width, height, edge }: Sight, { map, count }: Basins) {
  let room = 1 << 16
  let [ends, sums, lengths] = [new Float64Array(room).fill(-1), new Float64Array(room), new Uint32Array(room)]
  let taken = 0
  const slotOf = (p: number, q: number, table: Float64Array) => {
    const key = p * count + q
    let at = Math.imul(p, 0x9e3779b1) ^ Math.imul(q, 0x85ebca6b)
    at ^= at >>> 15
    for (at &= table.length - 1; table[at] !== -1 && table[at] !== key; at = (at + 1) & (table.length - 1));
    return at
  }
  const grow = () => {
    room *= 2
    const [more, moreSums, moreLengths] = [
      new Float64Array(room).fill(-1),
      new Float64Array(room),
      new Uint32Array(room),
    ]
    for (let k = 0; k < ends.length; k++) {
      if (ends[k] === -1) continue
      const at = slotOf(Math.floor(ends[k]! / count), ends[k]! % count, more)
      more[at] = ends[k]!
      moreSums[at] = sums[k]!
      moreLengths[at] = lengths[k]!
    }
    ;[ends, sums, lengths] = [more, moreSums, moreLengths]
  }
  const meet = (i: number, j: number) => {
    const [p, q] = map[i]! < map[j]! ? [map[i]!, map[j]!] : [map[j]!, map[i]!]
    const at = slotOf(p, q, ends)
    if (ends[at] === -1) {
      ends[at] = p * count + q
      taken++
    }
    sums[at] = sums[at]! + Math.sqrt(Math.min(MOST_STEP, Math.max(edge[i]!, edge[j]!)))
    lengths[at] = lengths[at]! + 1
    if (2 * taken > room) grow()
  }
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (x + 1 < width && map[i + 1] !== map[i]) meet(i, i + 1)
      if (y + 1 < height && map[i + width] !== map[i]) meet(i, i + width)
    }
  return { ends, sums, lengths }
}

/**
 * Joins basins that are too small to stay along their faintest borders (Kruskal's order), so that a tenth of them is
 * left to be merged with care.
 */
function withoutCrumbs(sight: Sight, basins: Basins, { smallest }: MergeSettings): Basins {
  const { map, count } = basins
  const { ends, sums, lengths } = bordersOf(sight, basins)
  const pixels = new Uint32Array(count)
  for (let i = 0; i < map.length; i++) pixels[map[i]!] = pixels[map[i]!]! + 1
  // Sorted as whole numbers, the slot behind the mean to some thousandths: far faster than by a comparison.
  const order = new Float64Array(ends.length).fill(Infinity)
  let found = 0
  for (let k = 0; k < ends.length; k++)
    if (ends[k] !== -1) order[found++] = Math.round((1 << 14) * (sums[k]! / lengths[k]!)) * ends.length + k
  order.sort()
  const into = Int32Array.from(pixels.keys())
  for (let n = 0; n < found; n++) {
    const k = order[n]! % ends.length
    const p = rootOf(into, Math.floor(ends[k]! / count))
    const q = rootOf(into, ends[k]! % count)
    if (p === q || Math.min(pixels[p]!, pixels[q]!) > smallest) continue
    const [keep, drop] = pixels[p]! >= pixels[q]! ? [p, q] : [q, p]
    into[drop] = keep
    pixels[keep] = pixels[keep]! + pixels[drop]!
  }
  return relabelled(map, into)
}

/** A merger that was worth it when it was noted. */
interface Offer {
  cost: number
  p: number
  q: number
  ageP: number
  ageQ: number
}

/** Offers of all borders, merged in the order of their costs while `goesOn`. */
function mergeWhile(
  parts: Parts,
  settings: MergeSettings,
  goesOn: (cost: number, left: number) => boolean,
  joined?: (keep: number, drop: number, cost: number) => void,
): void {
  const offers = new Heap<Offer>()
  const offer = (p: number, q: number) => {
    const [ageP, ageQ] = [parts.age[p]!, parts.age[q]!]
    offers.push({ cost: parts.cost(p, q, settings), p, q, ageP, ageQ })
  }
  let left = 0
  for (let p = 0; p < parts.count; p++) {
    if (parts.into[p] !== p) continue
    left++
    for (const q of parts.borders[p]!.keys()) if (q > p) offer(p, q)
  }
  for (let next = offers.pop(); next; next = offers.pop()) {
    const { p, q, ageP, ageQ, cost } = next
    if (parts.age[p] !== ageP || parts.age[q] !== ageQ) continue
    if (!goesOn(cost, left)) return
    const [keep, drop] = parts.borders[p]!.size >= parts.borders[q]!.size ? [p, q] : [q, p]
    parts.join(keep, drop)
    joined?.(keep, drop, cost)
    left--
    for (const r of parts.borders[keep]!.keys()) offer(keep, r)
  }
}

/** Joins parts that are too small to stay to the neighbour that they are least apart from. */
function joinCrumbs(parts: Parts, settings: MergeSettings): void {
  const order = [...parts.into.keys()].sort((p, q) => parts.pixels[p]! - parts.pixels[q]!)
  for (const p of order) {
    if (parts.into[p] !== p || parts.pixels[p]! > settings.smallest) continue
    let [best, least] = [-1, Number.POSITIVE_INFINITY]
    for (const q of parts.borders[p]!.keys()) {
      const cost = parts.cost(p, q, settings)
      if (cost < least) [best, least] = [q, cost]
    }
    if (best >= 0) parts.join(best, p)
  }
}

/**
 * Merges basins by the mean step along their common borders and their colours (region adjacency graph, cheapest
 * first, as in Arbeláez et al. 2011), restless ones and small ones the more easily.
 * @returns map of ids 0..count−1 without gaps
 */
export function mergeBasins(sight: Sight, found: Basins, settings: MergeSettings): Basins {
  const basins = found.count > MANY ? withoutCrumbs(sight, found, settings) : found
  const parts = new Parts(sight, basins)
  mergeWhile(parts, settings, (cost) => cost <= settings.upTo)
  joinCrumbs(parts, settings)
  mergeWhile(parts, settings, (cost, left) => cost <= settings.upTo || left > settings.most)
  return relabelled(basins.map, parts.into)
}

/** Basins and how they would become one, pair by pair. */
export interface MergeTree {
  readonly basins: Basins
  /** In order: what is left under its id, what goes into it, and the highest cost so far, ΔE. */
  readonly mergers: readonly { keep: number; drop: number; height: number }[]
}

/** Merges all basins, see mergeBasins, and tells at which cost each became a part of which. */
export function mergeTree(sight: Sight, found: Basins, settings: MergeSettings): MergeTree {
  const basins = withoutCrumbs(sight, found, settings)
  const mergers: { keep: number; drop: number; height: number }[] = []
  let height = 0
  mergeWhile(
    new Parts(sight, basins),
    settings,
    () => true,
    (keep, drop, cost) => {
      height = Math.max(height, cost)
      mergers.push({ keep, drop, height })
    },
  )
  return { basins, mergers }
}
