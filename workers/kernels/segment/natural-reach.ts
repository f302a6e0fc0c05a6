/*
 * The constants were set on 20 things in photographs that were outlined by hand: what one click selects shares 0.51 of its
 * union with the thing in the mean, and more than twice the thing is selected once; by geodesic distances (GeoS) it was 0.42,
 * and six times. What stands out is at least 0.9 as clear, not 0.8: 0.47, and four times.
 */
/** Parts of the picture between which the size of a thing is looked for. */
const SMALLEST = 0.004
const LARGEST = 0.6
/** Growth of the area up to which it is still the same thing. */
const SAME = 1.25
/** Cost of a merger, ΔE, that tells nothing: there is hardly an edge. */
const FAINT = 3
/** Part of the best contrast from which on a thing stands out. */
const STANDS_OUT = 0.8
/** Where the border lies between what made the thing whole and what would make it part of more, 0..1. */
const WITHIN = 0.3

/** How much more it costs to join a thing with what is around it than it cost to join its own parts. */
const contrastOf = (born: number, died: number) => died / (born + FAINT)

/**
 * Costs of mergers, ΔE, at which things are whole: a thing stands out when joining it with what is around it costs far more
 * than joining its own parts. The first one is what was pointed at, those that follow are what it is a part of.
 * @param heights see mergeHeights
 * @param pointed part of the picture that was pointed at, 0..1
 * @returns at least one
 */
export function naturalReaches(heights: Float32Array, pointed: number): [number, ...number[]] {
  const sorted = heights.slice().sort()
  const things: { reach: number; contrast: number }[] = []
  let [born, first] = [0, 0]
  for (let at = 0; at < sorted.length; ) {
    const [height, area] = [sorted[at]!, at / sorted.length]
    let end = at
    while (end < sorted.length && sorted[end] === height) end++
    if (end > SAME * first) {
      const isThing = area >= Math.max(SMALLEST, 2 * pointed) && area <= LARGEST
      if (isThing) things.push({ reach: born + WITHIN * (height - born), contrast: contrastOf(born, height) })
      born = height
      first = end
    }
    at = end
  }
  const best = things.reduce((most, { contrast }) => Math.max(most, contrast), 0)
  const standing = things.filter(({ contrast }) => contrast >= STANDS_OUT * best)
  const [nearest = sorted.at(-1) ?? 0, ...others] = standing.map(({ reach }) => reach)
  return [nearest, ...others]
}
