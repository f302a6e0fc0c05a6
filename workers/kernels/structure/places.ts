import type { Piece } from '#kernels/lines/picture-lines.ts'
import type { Label, Seen } from '#kernels/seeing/scene.ts'

/**
 * What a place of a source means for its structure: a window or a door; a wall, which has one finish; what has no edges
 * that matter (sky, plants, water); everything else.
 */
const PLACE_KINDS = ['rest', 'loose', 'opening', 'wall'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

/** What each pixel of a source is, rows one after another. */
export interface Places {
  width: number
  height: number
  /** Its kind, as an index into PLACE_KINDS. */
  kinds: Uint8Array
  /** Id of its region. */
  regions: Uint16Array
}

const WALL = PLACE_KINDS.indexOf('wall')

/** Whether a pixel is of a wall. */
export const isWallAt = ({ kinds }: Places, pixel: number): boolean => kinds[pixel] === WALL

const KIND_OF: Partial<Record<Label, PlaceKind>> = {
  sky: 'loose',
  vegetation: 'loose',
  water: 'loose',
  opening: 'opening',
  wall: 'wall',
}

/** Places of a picture that was seen. */
export function placesOf({
  width,
  height,
  map,
  regions,
}: Pick<Seen, 'width' | 'height' | 'map' | 'regions'>): Places {
  const kinds = regions.map(({ label, own }) => PLACE_KINDS.indexOf((!own && KIND_OF[label]) || 'rest'))
  const out = new Uint8Array(map.length)
  for (let i = 0; i < out.length; i++) out[i] = kinds[map[i]!]!
  return { width, height, kinds: out, regions: map }
}

/** How far beside an edge is read what it borders on, part of the longer side. */
const BESIDE = 1 / 250
/** Of the kinds that meet, the one that says what their border is of. */
const RANK: Readonly<Record<PlaceKind, number>> = { loose: 0, rest: 1, wall: 2, opening: 3 }

/** Kind of a place, px of a picture of another size; places outside have that of the nearest inside. */
export function kindAt({ width, height, kinds }: Places, x: number, y: number): PlaceKind {
  const u = Math.min(width - 1, Math.max(0, Math.floor(x)))
  const v = Math.min(height - 1, Math.max(0, Math.floor(y)))
  return PLACE_KINDS[kinds[v * width + u]!]!
}

/** What a piece of an edge borders on: an opening before a wall; `loose` only where both its sides are. */
export function kindBeside(places: Places, { x, y, dx, dy }: Piece): PlaceKind {
  const reach = BESIDE * Math.max(places.width, places.height)
  let best: PlaceKind = 'loose'
  for (const off of [-reach, 0, reach]) {
    const kind = kindAt(places, x - off * dy, y + off * dx)
    if (RANK[kind] > RANK[best]) best = kind
  }
  return best
}
