import { MASK_NAMES, type MaskName } from '#contracts/mask.ts'
import type { Seen, Setting } from '#kernels/seeing/scene.ts'
import { nameParts } from '#kernels/segmentation/name-parts.ts'
import { NAMES } from '#kernels/segmentation/names.ts'
import type { Segmentation } from '#kernels/segmentation/segment.ts'

/** Part of a picture from which a name is offered: less is a crumb, or a mistake. */
const LEAST = 0.001

/** What each place of a picture is, as an index into NAMES, rows one after another. */
export interface Places {
  width: number
  height: number
  names: Uint8Array
  setting: Setting
}

/** The name of each place: that which the segmentation network finds likeliest over its region. */
export function placesIn(
  { width, height, map, regions, setting }: Pick<Seen, 'width' | 'height' | 'map' | 'regions' | 'setting'>,
  segmentation: Segmentation,
): Places {
  const of = nameParts({ map, count: regions.length }, width, segmentation, setting)
  return { width, height, names: Uint8Array.from(map, (id) => of[id]!.name), setting }
}

/** What a picture shows of a name. */
export interface NamedShare {
  name: MaskName
  /** Part of the picture, 0..1. */
  share: number
}

/** What can be selected by name at each index of NAMES; undefined for what has no such name. */
function selectableIn({ setting }: Places): readonly (MaskName | undefined)[] {
  const ids = Object.keys(MASK_NAMES) as MaskName[]
  return NAMES.map(({ name }) => {
    // The sky of a room is seen through its windows.
    const meant = name === 'sky' && setting === 'indoors' ? 'window' : name
    return ids.find((id) => (MASK_NAMES[id].names as readonly string[]).includes(meant))
  })
}

/** Names that can be selected in a picture, in the order of MASK_NAMES; only those that it shows. */
export function namesIn(places: Places): NamedShare[] {
  const selectable = selectableIn(places)
  const counts = new Map<MaskName, number>()
  for (const k of places.names) {
    const name = selectable[k]
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return (Object.keys(MASK_NAMES) as MaskName[]).flatMap((name) => {
    const share = (counts.get(name) ?? 0) / places.names.length
    return share >= LEAST ? [{ name, share }] : []
  })
}

/** All of a name in a picture: 255 on it, at the size of its places. */
export function maskOfName(places: Places, name: MaskName): Uint8Array {
  const isWanted = selectableIn(places).map((one) => (one === name ? 255 : 0))
  return places.names.map((k) => isWanted[k]!)
}

/** The region at a place, parts of the sides: 255 on it, at the size of what was seen. */
export function maskOfRegion(
  { width, height, map }: Pick<Seen, 'width' | 'height' | 'map'>,
  at: { x: number; y: number },
): Uint8Array {
  const inside = (part: number, most: number) => Math.min(most - 1, Math.max(0, Math.floor(part * most)))
  const id = map[inside(at.y, height) * width + inside(at.x, width)]
  return Uint8Array.from(map, (own) => (own === id ? 255 : 0))
}
