import { roughDistanceTo } from '#kernels/mask/distance.ts'
import { type MergeSettings, type MergeTree, mergeBasins, mergeTree } from './regions-merge.ts'
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
  drawing: { least: 1.5, upTo: 5, colour: 0 },
  photo: { least: 1.5, upTo: 6, colour: 0.25 },
}

/** Height of a step, ΔE, that parts what a photograph shows. */
export const PHOTO_EDGE = SETTINGS.photo.upTo

/** Most parts of a picture before their names are known. */
const MOST = 220

/** Parts of a picture before what is known of its space is used. */
export function findParts(sight: Sight): Basins {
  return mergeBasins(sight, floodBasins(sight, SETTINGS[sight.kind].least), settingsFor(sight))
}

/** The parts of a picture from the smallest ones to the whole. */
export function treeOfParts(sight: Sight): MergeTree {
  return mergeTree(sight, floodBasins(sight, SETTINGS[sight.kind].least), settingsFor(sight))
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

/**
 * Landscape whose ridges are edges; between edges it falls away from them, so that gaps are narrow passes. It has a rim
 * of one pixel around it.
 */
function landscapeOf({ width, height, edge }: Sight, least: number): Uint8Array {
  const seeds = new Uint8Array(edge.length)
  for (let i = 0; i < edge.length; i++) if (edge[i]! > least) seeds[i] = 1
  const away = roughDistanceTo(seeds, width, height)
  const level = new Uint8Array((width + 2) * (height + 2)).fill(TOP)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0, at = (y + 1) * (width + 2) + 1; x < width; x++, i++, at++)
      level[at] = seeds[i]
        ? Math.min(TOP, SHORE + 1 + 3 * (edge[i]! - least))
        : Math.max(0, SHORE - Math.round(1.5 * Math.min(away[i]!, 32)))
  return level
}

/** What the rim of a landscape holds in place of a basin. */
const RIM = -1

/** Marks the plateaus from which no neighbour is lower. @returns their number; ids from 1 in `basin` */
function markHollows(level: Uint8Array, basin: Int32Array, stride: number): number {
  const done = new Uint8Array(level.length)
  for (let i = 0; i < done.length; i++) if (basin[i] === RIM) done[i] = 1
  const plateau = new Int32Array(level.length)
  const sides = Int32Array.of(-1, 1, -stride, stride)
  let count = 0
  for (let start = 0; start < level.length; start++) {
    if (done[start] === 1) continue
    const here = level[start]!
    let size = 1
    let lowest = true
    plateau[0] = start
    done[start] = 1
    for (let k = 0; k < size; k++) {
      const i = plateau[k]!
      for (let side = 0; side < 4; side++) {
        const j = i + sides[side]!
        // The rim is as high as can be.
        if (level[j]! < here) lowest = false
        if (done[j] === 1 || level[j] !== here) continue
        done[j] = 1
        plateau[size++] = j
      }
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
  const { width, height } = sight
  const level = landscapeOf(sight, least)
  const stride = width + 2
  const basin = new Int32Array(level.length).fill(RIM)
  for (let y = 1; y <= height; y++) basin.fill(0, y * stride + 1, y * stride + 1 + width)
  const count = markHollows(level, basin, stride)
  // A queue for each height.
  const next = new Int32Array(level.length)
  const first = new Int32Array(256).fill(-1)
  const last = new Int32Array(256).fill(-1)
  const push = (i: number, at: number) => {
    next[i] = -1
    if (first[at]! < 0) first[at] = i
    else next[last[at]!] = i
    last[at] = i
  }
  for (let i = 0; i < level.length; i++) if (basin[i]! > 0) push(i, level[i]!)
  const sides = Int32Array.of(-1, 1, -stride, stride)
  for (let at = 0; at < 256; at++) {
    while (first[at]! >= 0) {
      const i = first[at]!
      first[at] = next[i]!
      const own = basin[i]!
      for (let side = 0; side < 4; side++) {
        const j = i + sides[side]!
        if (basin[j] !== 0) continue
        basin[j] = own
        push(j, Math.max(at, level[j]!))
      }
    }
  }
  const map = new Int32Array(width * height)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0, from = (y + 1) * stride + 1; x < width; x++, i++, from++) map[i] = basin[from]! - 1
  return { map, count }
}
