import { nameMap, nameParts } from '#kernels/segmentation/name-parts.ts'
import { labelsIn, NAMES } from '#kernels/segmentation/names.ts'
import type { Segmentation } from '#kernels/segmentation/segment.ts'
import { factsOf } from './region-facts.ts'
import { type Parts, partsOf } from './regions.ts'
import type { Basins } from './regions-flood.ts'
import { joinAlike, type NamedParts } from './regions-join.ts'
import { roomShares } from './regions-room.ts'
import { connected, isBelieved, splitAtRoom } from './regions-split.ts'
import { LABELS, type Named, type RoomBox, type View } from './scene.ts'
import type { Glance } from './see.ts'

/** Part of the picture from which a piece of a region that has a label of its own is a region of its own. */
const PIECE = 0.002

/**
 * Splits regions where pixels have different labels, as a wall goes over into a pane without a step.
 * @param labels of each pixel, as indices into LABELS
 */
export function splitAtLabels({ map, count }: Basins, labels: Uint8Array, width: number): Basins {
  const all = LABELS.length
  const pieces = connected(
    Int32Array.from(map, (k, i) => all * k + labels[i]!),
    width,
  )
  const size = new Float64Array(pieces.count)
  for (const piece of pieces.map) size[piece]!++
  // What is too small for a region of its own stays with the label that most of the region has.
  const sums = new Float64Array(all * count)
  for (let i = 0; i < map.length; i++) sums[all * map[i]! + labels[i]!]!++
  const main = Array.from({ length: count }, (_, k) => {
    const own = sums.subarray(all * k, all * (k + 1))
    return own.reduce((best, sum, label) => (sum > own[best]! ? label : best), 0)
  })
  const least = PIECE * map.length
  return connected(
    Int32Array.from(map, (k, i) => all * k + (size[pieces.map[i]!]! > least ? labels[i]! : main[k]!)),
    width,
  )
}

/**
 * Regions of a picture and their names, by the segmentation network.
 * @param room the box of a room, whose walls are regions of their own; null without one
 */
export function nameRegions(
  { sight, setting, found, segments }: Pick<Glance, 'sight' | 'setting' | 'found' | 'segments'>,
  segmentation: Segmentation,
  view: View,
  room: RoomBox | null,
): NamedParts {
  const { width, height } = sight
  const labels = labelsIn(setting)
  // Within a label the picture's edges part things better than the network does, as a rug from the floor.
  const map = nameMap(segmentation, setting, width, height).map((name) => labels[name]!)
  const named = splitAtLabels(found, map, width)
  const parts: Parts = partsOf(found, room ? splitAtRoom(named, sight, room) : named, sight)
  const names = nameParts(parts, width, segmentation, setting).map(({ name, label, sure }): Named => {
    const { own } = NAMES[name]!
    return { label: LABELS[label]!, sure, ...(own && { own }) }
  })
  const walls = room && isBelieved(room) ? roomShares(parts, width, room) : null
  return joinAlike(parts, factsOf(parts, sight, view, segments), names, sight.kind, walls)
}
