import type { Facts } from './labels-facts.ts'
import { type Kin, kinOf } from './labels-kin.ts'
import type { PictureKind } from './regions-sight.ts'
import { LABELS } from './scene.ts'

const WATER = LABELS.indexOf('water')
/** Likeness, summed over its kin, from which a region stands in a row, and what is left of its share of water then. */
const [ROW, LEFT] = [0.45, 0.1] as const

/** How far ahead of the second a name is from which a region does not listen to others. */
const SURE = 0.9
/** What a region's own judgement weighs beside those of its kin. */
const OWN = 0.4
/** Step, ΔE, over which a region still hangs together with a larger one. */
const FAINT = 2.5

function lead(share: Float32Array): number {
  let [first, second] = [0, 0]
  for (const value of share) {
    if (value > first) [first, second] = [value, first]
    else if (value > second) second = value
  }
  return first - second
}

/** Pools do not lie in rows: what does is a path of stones. */
function dryRows(share: Float32Array, kin: Kin): Float32Array {
  const row = [...kin.values()].reduce((sum, value) => sum + value, 0)
  if (row < ROW || lead(share) >= SURE) return share
  const rest = 1 - (1 - LEFT) * share[WATER]!
  return share.map((value, c) => (c === WATER ? LEFT * value : value) / rest)
}

/**
 * Lets unsure regions be named together with their kin, and with a larger neighbour that hardly a step parts them
 * from. What is sure stays as it is.
 * @param named shares of the names for each region, which sum to 1
 */
export function voteTogether(
  facts: readonly Facts[],
  named: readonly Float32Array[],
  kind: PictureKind,
): Float32Array[] {
  const kin = kinOf(facts, kind)
  const shares = named.map((share, k) => dryRows(share, kin[k]!))
  return facts.map((one, k) => {
    const share = shares[k]!
    const ahead = lead(share)
    if (ahead >= SURE) return share
    const weights = new Map(kin[k]!)
    for (const [q, { part, step }] of one.around)
      if (facts[q]!.part > one.part) weights.set(q, (weights.get(q) ?? 0) + part * Math.exp(-step / FAINT))
    const sum = Float32Array.from(share, (value) => OWN * value)
    let total = OWN
    for (const [q, weight] of weights) {
      total += weight
      for (let c = 0; c < sum.length; c++) sum[c] = sum[c]! + weight * shares[q]![c]!
    }
    // The surer, the less it is changed.
    const own = ahead / SURE
    return sum.map((value, c) => own * share[c]! + (1 - own) * (value / total))
  })
}
