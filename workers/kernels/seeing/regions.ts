import { type Basins, floodBasins } from './regions-flood.ts'
import { type MergeSettings, mergeBasins } from './regions-merge.ts'
import { splitAtNames } from './regions-names.ts'
import type { PictureKind, Sight } from './regions-sight.ts'
import { splitAtHorizon, splitAtRoom } from './regions-split.ts'
import type { RoomBox, View } from './scene.ts'

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

/**
 * Regions of a picture from its parts, bounded by lines and shading, with crisp borders: what has
 * no step between is split where sky and ground or two sides of a room go over into each other. Soft falls of light and
 * leaves among leaves are no borders; small gaps of lines are closed.
 * @param room the box of a room; null outdoors, where the horizon parts sky and ground
 */
export function regionsOf(
  found: Basins,
  sight: Sight,
  view: View,
  room: RoomBox | null,
  indoors: boolean,
): Parts {
  const split = indoors
    ? room
      ? splitAtRoom(found, sight, room)
      : found
    : splitAtNames(splitAtHorizon(found, sight, view), sight)
  return partsOf(found, split, sight)
}

/** Parts that were split further, without those that are too small. @param found the parts before they were split */
export function partsOf(found: Basins, split: Basins, sight: Sight): Parts {
  const { map, count } =
    split === found ? found : mergeBasins(sight, split, { ...settingsFor(sight), upTo: -1, most: Infinity })
  return { map: Uint16Array.from(map), count }
}
