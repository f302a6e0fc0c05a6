import { distanceTo } from '#kernels/mask/distance.ts'
import { type MergeSettings, mergeBasins } from './regions-merge.ts'
import type { Sight } from './regions-sight.ts'
import type { PictureKind } from './scene.ts'

/** Parts of a picture: the id of each pixel's part, rows one after another, and how many there are. */
export interface Parts {
  map: Uint16Array
  count: number
}

/** Height of a step, ΔE, from which it is an edge, and up to which neighbours are merged; what colour adds to it. */
const SETTINGS: Readonly<Record<PictureKind, Pick<MergeSettings, 'upTo' | 'colour'> & { least: number }>> = {
  model: { least: 0.6, upTo: 1.2, colour: 0.05 },
  drawing: { least: 1.5, upTo: 10, colour: 0 },
  photo: { least: 1.5, upTo: 6, colour: 0.25 },
}

/** Most parts of a picture before their names are known. */
const MOST = 220

/** Parts of a picture before what is known of its space is used. */
export function findParts(sight: Sight): Basins {
  return mergeBasins(sight, floodBasins(sight, SETTINGS[sight.kind].least), settingsFor(sight))
}

function settingsFor({ kind, width, height }: Sight): MergeSettings {
  const size = (width * height) / 700_000
  return {
    ...SETTINGS[kind],
    smallest: Math.max(6, Math.round(180 * size)),
    small: 3000 * size,
    narrow: 12 * Math.sqrt(size),
    most: MOST,
  }
}

/** Parts that were split further, without those that are too small. @param found the parts before they were split */
export function partsOf(found: Basins, split: Basins, sight: Sight): Parts {
  const { map, count } =
    split === found ? found : mergeBasins(sight, split, { ...settingsFor(sight), upTo: -1, most: Infinity })
  return { map: new Uint16Array(map), count }
}

/** Levels of the landscape that is flooded: hollows by their distance to edges below, edges by their height above. */
const [SHORE, TOP] = [48, 255] as const

/** Landscape whose ridges are edges; between edges it falls away from them, so that gaps are narrow passes. */
function landscapeOf({ width, height, edge }: Sight, least: number): Uint8Array {
  const seeds = new Uint8Array(edge.length)
  for (let i = 0; i < edge.length; i++) if (edge[i]! > least) seeds[i] = 1
  const away = distanceTo(seeds, width, height)
  const level = new Uint8Array(edge.length)
  for (let i = 0; i < edge.length; i++) {
    level[i] = seeds[i]
      ? Math.min(TOP, SHORE + 1 + 3 * (edge[i]! - least))
      : Math.max(0, SHORE - Math.round(1.5 * Math.min(away[i]!, 32)))
  }
  return level
}

/** Marks the plateaus from which no neighbour is lower. @returns their number; ids from 1 in `basin` */
function markHollows(level: Uint8Array, width: number, basin: Int32Array): number {
  const done = new Uint8Array(level.length)
  const plateau = new Int32Array(level.length)
  let count = 0
  for (let start = 0; start < level.length; start++) {
    if (done[start]) continue
    const here = level[start]!
    let size = 1
    let lowest = true
    plateau[0] = start
    done[start] = 1
    const look = (j: number) => {
      const other = level[j]!
      if (other < here) lowest = false
      else if (other === here && !done[j]) {
        done[j] = 1
        plateau[size++] = j
      }
    }
    for (let k = 0; k < size; k++) {
      const i = plateau[k]!
      const x = i % width
      if (x > 0) look(i - 1)
      if (x < width - 1) look(i + 1)
      if (i >= width) look(i - width)
      if (i + width < level.length) look(i + width)
    }
    if (!lowest) continue
    count++
    for (let k = 0; k < size; k++) basin[plateau[k]!] = count
  }
  return count
}

/** Basins of a picture: `map` holds ids 0..count−1. */
export interface Basins {
  map: Int32Array
  count: number
}

/**
 * Parts a picture at its edges: watershed by flooding in the order of height (Meyer 1994), without lines between the
 * basins. Many small basins come out, to be merged.
 * @param least height of a step, ΔE, from which it is an edge
 */
export function floodBasins(sight: Sight, least: number): Basins {
  const { width } = sight
  const level = landscapeOf(sight, least)
  const n = level.length
  const basin = new Int32Array(n)
  const count = markHollows(level, width, basin)
  const next = new Int32Array(n)
  const first = new Int32Array(256).fill(-1)
  const last = new Int32Array(256).fill(-1)
  const push = (i: number, at: number) => {
    next[i] = -1
    if (first[at]! < 0) first[at] = i
    else next[last[at]!] = i
    last[at] = i
  }
  for (let i = 0; i < n; i++) if (basin[i]) push(i, level[i]!)
  for (let at = 0; at < 256; at++) {
    while (first[at]! >= 0) {
      const i = first[at]!
      first[at] = next[i]!
      const x = i % width
      const own = basin[i]!
      if (x > 0 && !basin[i - 1]) {
        basin[i - 1] = own
        push(i - 1, Math.max(at, level[i - 1]!))
      }
      if (x < width - 1 && !basin[i + 1]) {
        basin[i + 1] = own
        push(i + 1, Math.max(at, level[i + 1]!))
      }
      if (i >= width && !basin[i - width]) {
        basin[i - width] = own
        push(i - width, Math.max(at, level[i - width]!))
      }
      if (i + width < n && !basin[i + width]) {
        basin[i + width] = own
        push(i + width, Math.max(at, level[i + width]!))
      }
    }
  }
  for (let i = 0; i < n; i++) basin[i] = basin[i]! - 1
  return { map: basin, count }
}
