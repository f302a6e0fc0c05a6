import { relabelled, unite } from './disjoint-set.ts'

/**
 * Connected components of a label map, over the pixels' sides: parts of one value that hang together get ids of their own,
 * 0..count−1 in the order in which they appear. Runs of a row become sets with those of the row above that they touch.
 * @param values a value a pixel, rows of `width`
 */
export function connected(values: Int32Array, width: number): { map: Int32Array; count: number } {
  const map = new Int32Array(values.length)
  const parents: number[] = []
  for (let i = 0, x = 0; i < values.length; i++, x = x + 1 === width ? 0 : x + 1) {
    const own = values[i]!
    const goesOn = x > 0 && values[i - 1] === own
    map[i] = goesOn ? map[i - 1]! : parents.push(parents.length) - 1
    const isBelow = i >= width && values[i - width] === own
    // A run that touches the same set over several pixels is joined to it once.
    if (isBelow && !(goesOn && values[i - width - 1] === own)) unite(parents, map[i]!, map[i - width]!)
  }
  return relabelled(map, parents)
}
