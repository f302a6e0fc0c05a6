import { rootOf } from '#kernels/disjoint-set.ts'
import type { Surrounded } from './region-facts.ts'
import type { RoomShares } from './regions-room.ts'
import type { Label, Named, PictureKind } from './scene.ts'
import type { Parts } from './superpixels.ts'

/** Most regions that are left. */
const MOST = 140
/** Part of the picture under which a piece of something joins its like across a stronger step. */
const PIECE = 0.008

/** Step, ΔE, across which two neighbours of one name are one thing: for whole ones, and where one is a small piece. */
type Steps = readonly [whole: number, piece: number]

/** On what lies level the shadow of a sun is sharp, boards and slabs are pieces; a corner of a model may be faint. */
const LEVEL: Steps = [9, 20]
const OTHERWISE: Readonly<Record<PictureKind, Steps>> = { model: [2, 9], drawing: [4, 14], photo: [5, 12] }
const ALWAYS: Steps = [Infinity, Infinity]
export const IS_LEVEL: ReadonlySet<Label> = new Set(['ground', 'floor', 'ceiling'])
const IS_ONE: ReadonlySet<Label> = new Set(['sky', 'vegetation', 'opening', 'water'])

/** Part of a wall from which it is of the wall of the room that it lies on. */
const ON_ONE = 0.9

/** Which wall of the room each wall is of: 0 back, 1 left, 2 right; −1 for what is none, or of several. */
function wallsOf(names: readonly Named[], room: readonly RoomShares[] | null): Int8Array {
  return Int8Array.from(names, ({ label }, k) =>
    label === 'wall' && room ? room[k]!.slice(2, 5).findIndex((share) => share > ON_ONE) : -1,
  )
}

function stepsOf(kind: PictureKind, label: Label): Steps {
  if (IS_ONE.has(label)) return ALWAYS
  return IS_LEVEL.has(label) ? LEVEL : OTHERWISE[kind]
}

/** Regions and their names. */
export interface NamedParts {
  parts: Parts
  names: Named[]
}

interface Pair {
  p: number
  q: number
  step: number
}

/** Whether two regions bear one name. */
export const isAlike = (one: Named, other: Named) => one.label === other.label && one.own === other.own

function pairsOf(facts: readonly Surrounded[], names: readonly Named[]): Pair[] {
  const pairs: Pair[] = []
  for (const [p, { around }] of facts.entries())
    for (const [q, { step }] of around) if (q > p && isAlike(names[p]!, names[q]!)) pairs.push({ p, q, step })
  return pairs.sort((one, other) => one.step - other.step)
}

/** Parts that become fewer: which ones are one thing, and how large it is. */
class Things {
  readonly into: Int32Array
  private readonly size: Float64Array
  private readonly wall: Int8Array
  left: number

  /** @param wall which of a room's walls each part is of; −1 for what may join any */
  constructor(facts: readonly Surrounded[], wall: Int8Array) {
    this.wall = wall
    this.into = Int32Array.from(facts.keys())
    this.size = Float64Array.from(facts, ({ part }) => part)
    this.left = facts.length
  }

  /** Part of the picture that the smaller one of two covers; 0 where they are one thing, or of two walls. */
  smaller({ p, q }: Pick<Pair, 'p' | 'q'>): number {
    const [one, other] = [rootOf(this.into, p), rootOf(this.into, q)]
    const meet = this.wall[one]! >= 0 && this.wall[other]! >= 0 && this.wall[one] !== this.wall[other]
    return one === other || meet ? 0 : Math.min(this.size[one]!, this.size[other]!)
  }

  join({ p, q }: Pick<Pair, 'p' | 'q'>): void {
    const [one, other] = [rootOf(this.into, p), rootOf(this.into, q)]
    if (one === other) return
    const [keep, drop] = this.size[one]! >= this.size[other]! ? [one, other] : [other, one]
    this.into[drop] = keep
    this.size[keep] = this.size[keep]! + this.size[drop]!
    if (this.wall[keep]! < 0) this.wall[keep] = this.wall[drop]!
    this.left--
  }

  /** Joins all that are one thing, in the order of the pairs. */
  joinAll(pairs: readonly Pair[], isOne: (pair: Pair, smaller: number) => boolean): void {
    for (const pair of pairs) {
      const smaller = this.smaller(pair)
      if (smaller > 0 && isOne(pair, smaller)) this.join(pair)
    }
  }

  /** Joins the two by whose merger least is lost, a small thing or a faint border; false when none can be. */
  joinLeast(pairs: readonly Pair[]): boolean {
    let [best, least]: [Pair | null, number] = [null, Infinity]
    for (const pair of pairs) {
      const smaller = this.smaller(pair)
      const lost = pair.step * Math.sqrt(smaller)
      if (smaller > 0 && lost < least) [best, least] = [pair, lost]
    }
    if (best) this.join(best)
    return best !== null
  }
}

/**
 * Joins neighbours that bear one name and are one thing: trees, panes of a window, pieces of a floor between shadows.
 * What then is more than 140 is joined on, small things with faint borders first.
 * @param room shares of the parts on the sides of a box whose walls are not to be joined to one another; null without
 */
export function joinAlike(
  parts: Parts,
  facts: readonly Surrounded[],
  names: readonly Named[],
  kind: PictureKind,
  room: readonly RoomShares[] | null,
): NamedParts {
  const things = new Things(facts, wallsOf(names, room))
  const pairs = pairsOf(facts, names)
  things.joinAll(pairs, ({ p, step }, smaller) => {
    const [whole, piece] = stepsOf(kind, names[p]!.label)
    return step <= (smaller < PIECE ? piece : whole)
  })
  while (things.left > MOST && things.joinLeast(pairs));
  const id = new Int32Array(facts.length).fill(-1)
  const kept: number[] = []
  for (const k of facts.keys()) if (rootOf(things.into, k) === k) id[k] = kept.push(k) - 1
  return {
    parts: { map: parts.map.map((k) => id[rootOf(things.into, k)]!), count: kept.length },
    names: kept.map((k) => names[k]!),
  }
}
