import type { Raster } from '#kernels/raster.ts'
import type { MergeTree } from '#kernels/seeing/regions-merge.ts'
import { sightOf } from '#kernels/seeing/regions-sight.ts'
import { treeOfParts } from '#kernels/seeing/superpixels.ts'
import { copyAt } from '#kernels/segmentation/segment.ts'
import { naturalReaches } from './natural-reach.ts'
import { THING } from './seeds.ts'

/** A picture's parts, from the smallest ones to the whole; the ids of the smallest ones, rows one after another. */
interface Tree extends MergeTree {
  readonly width: number
  readonly height: number
}

/**
 * Longer side, px, at which parts are found. What one click selects of the 20 things of `bench -- opaque` shares 0.51 of its
 * union with the thing at 640, 0.50 at 512: small things lose (two bushes 0.70 and 0.78, then 0.55 and 0.61).
 */
const SIDE = 640

const trees = new WeakMap<Raster, Tree>()

/** The parts of a picture, found once for each: somebody clicks again. */
function treeOf(picture: Raster): Tree {
  let tree = trees.get(picture)
  if (!tree) {
    const sight = sightOf(picture, 'photo', copyAt(picture, SIDE))
    tree = { ...treeOfParts(sight), width: sight.width, height: sight.height }
    trees.set(picture, tree)
  }
  return tree
}

/**
 * How faint the edges are that part each pixel from some places: the cost, ΔE, at which its part and one of theirs become
 * one when the parts of a picture are merged, the cheapest first (an ultrametric contour map, Arbeláez et al. 2011, seen
 * from these places).
 * @param size of what is wanted, px
 * @param places pixels of that size, at least one
 * @returns one value a pixel; 0 in the parts of the places themselves
 */
function mergeHeights(
  picture: Raster,
  size: { width: number; height: number },
  places: readonly number[],
): Float32Array {
  const { basins, mergers, width, height } = treeOf(picture)
  const partAt = (at: number) => {
    const x = at % size.width
    const y = (at - x) / size.width
    const [u, v] = [((x + 0.5) * width) / size.width, ((y + 0.5) * height) / size.height]
    return basins.map[Math.floor(v) * width + Math.floor(u)]!
  }
  const heights = new Float32Array(basins.count)
  // What each part holds that is not yet joined to the places; null where it is.
  const held: (number[] | null)[] = Array.from({ length: basins.count }, (_, id) => [id])
  for (const at of places) held[partAt(at)] = null
  for (const { keep, drop, height: cost } of mergers) {
    const [own, other] = [held[keep]!, held[drop]!]
    if (own && other) {
      const [more, less] = own.length >= other.length ? [own, other] : [other, own]
      for (const id of less) more.push(id)
      held[keep] = more
    } else {
      for (const id of own ?? other ?? []) heights[id] = cost
      held[keep] = null
    }
    held[drop] = null
  }
  return Float32Array.from({ length: size.width * size.height }, (_, at) => heights[partAt(at)]!)
}

/**
 * How far each pixel is from what was pointed at, and how far the things reach that stand out there.
 * @param seeds see seedsOf, at the pixels of `size`
 * @returns see mergeHeights and naturalReaches; where nothing was pointed at all is near
 */
export function reachesFrom(
  picture: Raster,
  size: { width: number; height: number },
  seeds: Uint8Array,
): { heights: Float32Array; reaches: readonly [number, ...number[]] } {
  const places = [...seeds.keys()].filter((at) => seeds[at] === THING)
  if (places.length === 0) return { heights: new Float32Array(seeds.length), reaches: [0] }
  const heights = mergeHeights(picture, size, places)
  return { heights, reaches: naturalReaches(heights, places.length / seeds.length) }
}
