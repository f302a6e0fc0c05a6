import type { PlaceKind, PlanStyle } from '#contracts/flatplan.ts'

/** How a floor is laid. */
export interface Floor {
  /** Of the library of materials. */
  material: string
  /** Stands in for the material's picture, and is what it is drawn towards, #rrggbb. */
  colour: string
  /** Boards or tiles, mm: along the room's length and across it; none for what has its own or no joints. */
  joint?: { long: number; wide: number; staggered: boolean }
  /** Its own joints, for drawings in vectors: its picture has them. */
  drawn?: { long: number; wide: number; staggered: boolean }
  /** Runs along the room's longer side. */
  directed?: boolean
  /** The grain of its picture runs upright: it is turned to run along the boards. */
  upright?: boolean
}

const plank: Floor = {
  material: 'floor-plank',
  colour: '#dcbd94',
  drawn: { long: 1800, wide: 225, staggered: true },
  directed: true,
}
const herringbone: Floor = { material: 'floor-herringbone', colour: '#d3b489', directed: true }
const paleOak: Floor = {
  material: 'wood-oak-white',
  colour: '#e6d5b8',
  joint: { long: 1800, wide: 190, staggered: true },
  directed: true,
  upright: true,
}
const ash: Floor = { ...paleOak, material: 'wood-ash', colour: '#d9cbb4' }
const walnut: Floor = { ...paleOak, material: 'wood-walnut', colour: '#a07a5c' }
const square = (material: string, colour: string, side: number): Floor => ({
  material,
  colour,
  joint: { long: side, wide: side, staggered: false },
})
const beige = square('stone-limestone', '#e9e2d4', 800)
const marble = square('stone-carrara', '#efeeeb', 800)
const grey = square('concrete-microcement', '#d2cfc9', 750)
const small = square('stone-limestone', '#dfe3e0', 300)
const smallGrey = square('concrete-microcement', '#c4c8c8', 300)
const terrazzo = square('concrete-terrazzo', '#dcd8d0', 600)
const slab: Floor = {
  material: 'stone-granite-grey',
  colour: '#cbc9c4',
  joint: { long: 600, wide: 300, staggered: true },
}
const decking: Floor = {
  ...{ material: 'floor-decking', colour: '#bd9a74', directed: true },
  drawn: { long: 1400, wide: 140, staggered: true },
}
const lawn: Floor = { material: 'plant-lawn', colour: '#a3b97a' }
const screed: Floor = { material: 'concrete-microcement', colour: '#d3d1cc' }

type Set = Partial<Record<PlaceKind, Floor>> & { living: Floor; bedroom: Floor; wet: Floor; outside: Floor }

const SETS: Record<Exclude<PlanStyle, 'plain'>, Set> = {
  natural: { living: plank, bedroom: plank, wet: small, outside: slab, entrance: beige, kitchen: beige },
  cream: { living: beige, bedroom: paleOak, wet: small, outside: terrazzo, study: herringbone },
  grey: { living: grey, bedroom: ash, wet: smallGrey, outside: slab, balcony: terrazzo },
  walnut: { living: marble, bedroom: walnut, wet: small, outside: decking, study: walnut },
}

/** Even tints of the plain style. */
const TINTS: Record<PlaceKind, string> = {
  ...{ living: '#f3e3c8', dining: '#f1dcc0', bedroom: '#ead9c4', study: '#e3dccb', kitchen: '#dbe6e4' },
  ...{ bath: '#cfe1e8', balcony: '#dbe5cf', entrance: '#eee6da', corridor: '#f0eae0', closet: '#e6dbd3' },
  ...{ storage: '#e2dfda', laundry: '#d4e2e6', office: '#e4e3dd', stairs: '#dedcd8', garage: '#d6d6d4' },
  ...{ garden: '#cfdcb4', other: '#efe9df' },
  ...{ building: '#f4f1ec', road: '#c9c8c6', paving: '#e4dccf', parking: '#d5d4d2', lawn: '#c3d4a0' },
  ...{ planting: '#b3c98c', water: '#b2d3dc', court: '#d9a88f', deck: '#d4b896' },
}

const SITE: Partial<Record<PlaceKind, Floor>> = {
  building: { material: '', colour: '#f4f1ec' },
  road: { material: 'floor-asphalt', colour: '#a9a9a8' },
  paving: { material: 'floor-permeable', colour: '#d8cfc2' },
  parking: { material: 'floor-permeable', colour: '#c2bfba' },
  lawn: { material: 'plant-lawn', colour: '#9db873' },
  planting: { material: 'plant-meadow', colour: '#93ac63' },
  water: { material: 'water-lake', colour: '#86b4c4' },
  court: { material: 'floor-rubber', colour: '#c98a72' },
  deck: decking,
}

/** The floor of a kind of room or part of a site in a style. */
export function floorOf(kind: PlaceKind, style: PlanStyle): Floor {
  if (style === 'plain') return { material: '', colour: TINTS[kind] }
  const site = SITE[kind]
  if (site) return site
  const set = SETS[style]
  const own = set[kind]
  if (own) return own
  switch (kind) {
    case 'kitchen':
    case 'bath':
    case 'laundry':
      return set.wet
    case 'balcony':
      return set.outside
    case 'study':
    case 'closet':
      return set.bedroom
    case 'garden':
      return lawn
    case 'garage':
    case 'stairs':
    case 'storage':
      return screed
    default:
      return set.living
  }
}

/** A material of the library that the user gave a room. */
export function floorOfMaterial(material: string, colour: string): Floor {
  const isWood = material.startsWith('wood-')
  return { material, colour, directed: isWood || /^floor-/.test(material), upright: isWood }
}
