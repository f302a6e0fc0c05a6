import { type Basins, floodBasins } from './regions-flood.ts'
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
  return { map: Uint16Array.from(map), count }
}
