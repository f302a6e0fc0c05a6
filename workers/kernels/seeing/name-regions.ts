import type { Copy } from '#kernels/relight/copy.ts'
import { labelMeans, nameMap, nameParts } from '#kernels/segmentation/name-parts.ts'
import { labelsIn, NAMES } from '#kernels/segmentation/names.ts'
import { refineShares } from '#kernels/segmentation/refine-shares.ts'
import type { Segmentation } from '#kernels/segmentation/segment.ts'
import { coloursOf, type Surrounded, surroundedBy } from './region-facts.ts'
import { joinAlike, type NamedParts } from './regions-join.ts'
import { connected, isBelieved, roomShares, splitAtRoom } from './regions-room.ts'
import { LABELS, type Named, type RoomBox, type Setting, type View } from './scene.ts'
import type { Glance } from './see.ts'
import { type Basins, type Parts, partsOf } from './superpixels.ts'
import { sureAsEnclosed, sureAsSurfaces, wholeSurfaces } from './surfaces.ts'
import { surroundingsOf } from './surroundings.ts'

/**
 * Part of the picture from which a piece of a region that has a label of its own is a region of its own: of the places of
 * photographs with reference label maps 0.809 outdoors are named right then, 0.807 at twice as much.
 */
const PIECE = 0.001

/** How sure a surrounding is of its label. */
const SURROUNDING = 0.95

/** The value that most pixels of each part have. @param count how many values there are */
function mainValues({ map, count: parts }: Basins | Parts, values: Uint8Array, count: number): Uint8Array {
  const sums = new Uint32Array(count * parts)
  for (let i = 0; i < map.length; i++) {
    const at = count * map[i]! + values[i]!
    sums[at] = sums[at]! + 1
  }
  const out = new Uint8Array(parts)
  for (let k = 0; k < parts; k++)
    for (let value = 1; value < count; value++)
      if (sums[count * k + value]! > sums[count * k + out[k]!]!) out[k] = value
  return out
}

/**
 * Splits regions where pixels have different labels, as a wall goes over into a pane without a step.
 * @param labels of each pixel, as indices into LABELS; numbers from there up to `all` split regions however small they are
 */
export function splitAtLabels(
  basins: Basins,
  labels: Uint8Array,
  width: number,
  all: number = LABELS.length,
): Basins {
  const { map } = basins
  const value = new Int32Array(map.length)
  for (let i = 0; i < map.length; i++) value[i] = all * map[i]! + labels[i]!
  const pieces = connected(value, width)
  const size = new Uint32Array(pieces.count)
  for (let i = 0; i < map.length; i++) size[pieces.map[i]!] = size[pieces.map[i]!]! + 1
  // What is too small for a region of its own stays with the label that most of the region has.
  const main = mainValues(basins, labels, all)
  const least = PIECE * map.length
  for (let i = 0; i < map.length; i++)
    if (size[pieces.map[i]!]! <= least && labels[i]! < LABELS.length)
      value[i] = all * map[i]! + main[map[i]!]!
  return connected(value, width)
}

/** The label of each pixel that the network finds likeliest, as an index into LABELS. */
function labelMap(segmentation: Segmentation, setting: Setting, width: number, height: number): Uint8Array {
  const labels = labelsIn(setting)
  const map = nameMap(segmentation, setting, width, height)
  for (let i = 0; i < map.length; i++) map[i] = labels[map[i]!]!
  return map
}

/**
 * Excess green (D. Woebbecke and others 1995), 2g − r − b of the parts of r + g + b, from which ground out of doors is
 * grown over: of the places of 30 photographs that the network takes for ground, 0.5 to 1 of those that are greener are
 * plants by their reference label maps, and 0.25 at most of the rest.
 */
const GREEN = 0.1

/** Which parts are as green as leaves, in the mean. */
export function greenParts(
  { map, count }: Parts,
  { copy: { r, g, b } }: { copy: Pick<Copy, 'r' | 'g' | 'b'> },
): boolean[] {
  const [green, all] = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < map.length; i++) {
    const k = map[i]!
    green[k] = green[k]! + 2 * g[i]! - r[i]! - b[i]!
    all[k] = all[k]! + r[i]! + g[i]! + b[i]!
  }
  return Array.from(all, (sum, k) => green[k]! > GREEN * sum)
}

/**
 * Regions of a picture and their names, by the segmentation network.
 * @param room the box of a room, whose walls are regions of their own; null without one
 */
export function nameRegions(
  { sight, setting, found, segmentation: raw, frame, backdrop }: Glance,
  view: View,
  room: RoomBox | null,
): NamedParts & { surrounded: Surrounded[]; colours: ReturnType<typeof coloursOf> } {
  const { width, height } = sight
  // What a model shows ends at its edges: the network's own borders would be blots on its faces.
  const isModel = sight.kind === 'model'
  const segmentation = isModel ? raw : refineShares(raw, setting, { width, height, data: sight.edge })
  // Within a label the picture's edges part things better than the network does, as a rug from the floor.
  const map = isModel ? new Uint8Array(width * height) : labelMap(segmentation, setting, width, height)
  const { of, numbers, known } = surroundingsOf(frame, backdrop, setting, view)
  for (let i = 0; i < map.length; i++) if (of[i]) map[i] = LABELS.length + of[i]!
  const named = splitAtLabels(found, map, width, LABELS.length + numbers)
  const parts: Parts = partsOf(found, room ? splitAtRoom(named, sight, room) : named, sight)
  const around = mainValues(parts, of, numbers)
  const isGreen = sight.kind === 'photo' && setting !== 'indoors' ? greenParts(parts, sight) : null
  const names = nameParts(parts, width, segmentation, setting).map(({ name, label, sure }, k): Named => {
    const surrounding = known(around[k]!)
    if (surrounding) return { ...surrounding, sure: SURROUNDING }
    if (isGreen?.[k] && LABELS[label] === 'ground') return { label: 'vegetation', sure }
    const { own } = NAMES[name]!
    return { label: LABELS[label]!, sure, ...(own && { own }) }
  })
  const walls = room && isBelieved(room) ? roomShares(parts, width, room) : null
  const joined = joinAlike(parts, surroundedBy(parts, sight), names, sight.kind, walls)
  const surrounded = surroundedBy(joined.parts, sight)
  const colours = coloursOf(joined.parts, sight)
  const all = { parts: joined.parts, surrounded, colours }
  if (sight.kind !== 'photo') return { ...all, names: sureAsSurfaces(joined.names, surrounded, colours) }
  const enclosed = room ? splitAtRoom(found, sight, room) : found
  const own = sureAsEnclosed(joined, enclosed, labelMeans(enclosed, width, segmentation, setting))
  return { ...all, names: wholeSurfaces(sureAsSurfaces(own, surrounded, colours), surrounded, colours) }
}
