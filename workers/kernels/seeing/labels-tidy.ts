import type { Named } from './labels.ts'
import type { Facts } from './labels-facts.ts'
import { areSlats } from './labels-room.ts'
import type { Parts } from './regions.ts'
import type { PictureKind } from './regions-sight.ts'
import type { Label } from './scene.ts'

/** Most regions that are left. */
const MOST = 120
/** Part of the picture under which a piece of something joins its like across a stronger step. */
const PIECE = 0.008

/** Step, ΔE, across which two neighbours of one name are one thing: for whole ones, and where one is a small piece. */
type Steps = readonly [whole: number, piece: number]

const ALWAYS: Steps = [Infinity, Infinity]
const STEPS: Readonly<Record<PictureKind, Partial<Record<Label, Steps>>>> = {
  // The shadow of a sun is sharp, so on the ground of a model even a high step is no border.
  model: { ground: [9, 14], floor: [9, 14], ceiling: [9, 14], wall: [2, 9], roof: [4, 9], furniture: [2, 6] },
  // A plank is a small piece of a floor, a slab in a lawn is a thing of its own.
  drawing: {
    ground: [4, 8],
    floor: [6, 45],
    ceiling: [6, 45],
    wall: [5, 16],
    roof: [5, 45],
    furniture: [4, 12],
  },
  photo: {
    ground: [9, 18],
    floor: [9, 22],
    ceiling: [10, 20],
    wall: [6, 14],
    roof: [9, 18],
    furniture: [4, 10],
  },
}
const OTHERWISE: Steps = [3, 8]

/** Steps where one ground is calm and the other restless, as a slab in a lawn is; a shadow leaves the unrest as it is. */
const CALM_BESIDE_RESTLESS: Steps = [2.5, 4]
/** Unrest, ΔE, of a restless ground at least, and the part of it under which another is calm. */
const [RESTLESS, CALM] = [1.5, 0.8] as const

/** Likeness of a border between two things from which a calm part of a model's ground stays apart from another. */
const BORDER = 0.5

/** Whether one of two parts of a model's ground is a slab, a stone or a rim in the other. */
function isSlab(p: Facts, q: Facts, apart: number): boolean {
  const [more, less] = [Math.max(p.texture, q.texture), Math.min(p.texture, q.texture)]
  return (more > RESTLESS && less < CALM * more) || (apart > BORDER && less < RESTLESS)
}

const stepsOf = (kind: PictureKind, label: Label): Steps =>
  label === 'sky' || label === 'vegetation' || label === 'opening'
    ? ALWAYS
    : (STEPS[kind][label] ?? OTHERWISE)

/** Regions and their names. */
export interface Tidy {
  parts: Parts
  names: Named[]
}

interface Pair {
  p: number
  q: number
  step: number
  apart: number
  /** Part of an outline that is shared, the larger one. */
  part: number
}

function pairsOf(facts: readonly Facts[], names: readonly Named[]): Pair[] {
  const pairs: Pair[] = []
  for (const [p, { around }] of facts.entries())
    for (const [q, { step, part, apart }] of around)
      if (q > p && names[p]!.label === names[q]!.label)
        pairs.push({ p, q, step, apart, part: Math.max(part, facts[q]!.around.get(p)!.part) })
  return pairs.sort((one, other) => one.step - other.step)
}

/**
 * Joins neighbours that bear one name and are one thing: trees, panes of a window, pieces of a floor between shadows.
 * Slats of a row in a room are one thing as well. What then is more than 120 is joined on, faintest borders first.
 */
export function mergeAlike(
  parts: Parts,
  facts: readonly Facts[],
  names: readonly Named[],
  kind: PictureKind,
  indoors = false,
): Tidy {
  const into = Int32Array.from(facts.keys())
  const size = Float64Array.from(facts, ({ part }) => part)
  const rootOf = (k: number): number => {
    let at = k
    while (into[at] !== at) at = into[at]!
    into[k] = at
    return at
  }
  let left = facts.length
  const joinAll = (isOne: (pair: Pair, smaller: number) => boolean) => {
    for (const pair of pairs) {
      const [p, q] = [rootOf(pair.p), rootOf(pair.q)]
      if (p === q || !isOne(pair, Math.min(size[p]!, size[q]!))) continue
      const [keep, drop] = size[p]! >= size[q]! ? [p, q] : [q, p]
      into[drop] = keep
      size[keep] = size[keep]! + size[drop]!
      left--
    }
  }
  const pairs = pairsOf(facts, names)
  joinAll(({ p, q, step, apart }, smaller) => {
    const { label } = names[p]!
    const differ = kind === 'model' && label === 'ground' && isSlab(facts[p]!, facts[q]!, apart)
    const [whole, piece] = differ ? CALM_BESIDE_RESTLESS : stepsOf(kind, label)
    return step <= (smaller < PIECE ? piece : whole)
  })
  // What hangs in folds rises over the horizon, a counter's front does not.
  const isFront = ({ p, q }: Pair) =>
    names[p]!.label === 'wall' || (names[p]!.label === 'furniture' && facts[p]!.above + facts[q]!.above === 0)
  if (indoors) joinAll((pair) => isFront(pair) && areSlats(facts[pair.p]!, facts[pair.q]!, pair.part))
  joinAll(() => left > MOST)
  const id = new Int32Array(facts.length).fill(-1)
  const kept: number[] = []
  for (const k of facts.keys()) if (rootOf(k) === k) id[k] = kept.push(k) - 1
  return {
    parts: { map: parts.map.map((k) => id[rootOf(k)]!), count: kept.length },
    names: kept.map((k) => names[k]!),
  }
}
