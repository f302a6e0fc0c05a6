import { rootOf, unite } from '#kernels/disjoint-set.ts'

/** Mask value from which a pixel belongs to a connected part. */
const FAINT = 8
/** Weight of a part, as a share of the heaviest one's, below which it is a speck. */
const SPECK = 0.0005

/**
 * Takes isolated specks out of a subject mask, in place. The network leaves some on smooth grounds. A part is
 * a set of 8-connected pixels above FAINT; its weight is the sum of its mask, so that faint haze counts
 * little. Parts of a real subject that stand apart (a lamp's shade, a second chair leg) are far heavier.
 * @param mask 0..255, row by row
 * @param width pixels of a row
 * @returns number of parts taken out
 */
export function dropSpecks(mask: Uint8Array, width: number): number {
  const runs = findRuns(mask, width)
  const { starts, parents } = runs
  const weights = new Float64Array(starts.length)
  let heaviest = 0
  for (let run = 0; run < starts.length; run++) {
    const part = rootOf(parents, run)
    for (let at = starts[run]!; at < runs.ends[run]!; at++) weights[part] = weights[part]! + mask[at]!
    heaviest = Math.max(heaviest, weights[part]!)
  }
  let dropped = 0
  for (let run = 0; run < starts.length; run++) {
    const part = rootOf(parents, run)
    if (weights[part]! >= heaviest * SPECK) continue
    mask.fill(0, starts[run], runs.ends[run])
    if (part === run) dropped++
  }
  return dropped
}

/** Stretches of a row above FAINT, in order; each knows another one of its part, the first of a part itself. */
interface Runs {
  readonly starts: number[]
  /** Places behind them. */
  readonly ends: number[]
  readonly parents: number[]
}

/** The runs of a mask, and which of them touch by an edge or a corner. */
function findRuns(mask: Uint8Array, width: number): Runs {
  const runs: Runs = { starts: [], ends: [], parents: [] }
  const { starts, ends, parents } = runs
  let above = 0
  for (let row = 0; row < mask.length; row += width) {
    const first = starts.length
    for (let at = row; at < row + width; at++) {
      if (mask[at]! <= FAINT) continue
      const start = at
      while (at < row + width && mask[at]! > FAINT) at++
      const run = starts.length
      starts.push(start)
      ends.push(at)
      parents.push(run)
      while (above < first && ends[above]! + width < start) above++
      for (let other = above; other < first && starts[other]! + width <= at; other++)
        unite(parents, other, run)
    }
    above = first
  }
  return runs
}
