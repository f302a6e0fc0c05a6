import { makeTileable } from '#kernels/materials/make-tileable.ts'
import type { MaterialPicture } from '#kernels/materials/material-picture.ts'
import type { Light } from '#kernels/relight/skies.ts'
import { type Pyramid, pyramidOf } from '#kernels/retexture/pyramid.ts'
import { paintsOf } from '#kernels/seeing/region-facts.ts'
import { type Label, type OwnName, type Region, type Seen, SURE } from '#kernels/seeing/scene.ts'
import { horizonAt } from '#kernels/seeing/view.ts'
import type { Finish, Look } from './look.ts'
import type { Prepared } from './prepare.ts'

/** Pyramids of materials that were used, kept as long as the material's object is. */
const known = new WeakMap<MaterialPicture, Pyramid>()

/** A material's pyramid, made to repeat where it does not. */
export function pyramidFor(material: MaterialPicture): Pyramid {
  const made =
    known.get(material) ?? pyramidOf(material.repeats ? material.picture : makeTileable(material.picture))
  known.set(material, made)
  return made
}

const numbers = new WeakMap<MaterialPicture, number>()
let numbered = 0

function numberOf(material: MaterialPicture): number {
  const number = numbers.get(material) ?? ++numbered
  numbers.set(material, number)
  return number
}

/** The same for finishes that lie the same, as long as their materials' objects live. */
export function signOf(finish: Finish | null): string {
  if (!finish) return ''
  const { material, colour, tint, turn = 0, scale = 1 } = finish
  return `${material ? numberOf(material) : 0}:${colour.join()}:${tint}:${turn}:${scale}`
}

/** Mean colour of a finish, linear light. */
export function meanOf({ material, colour, tint }: Finish): Light {
  if (!material) return colour
  const top = pyramidFor(material).levels.at(-1)!.rgb
  const mix = (c: number) => top[c]! + tint * (colour[c]! - top[c]!)
  return [mix(0), mix(1), mix(2)]
}

/** Part of a picture from which a surface takes the next finish of a list. */
const COUNTS = 0.02

/** Regions of one label and one plane are one surface: walls in line, the floor between the legs of a table. */
function surfaceKey({ label, plane, id }: Region): string {
  if (!plane) return `${label}#${id}`
  const [x, y, z] = plane.normal
  return `${label}/${Math.round(4 * x)},${Math.round(4 * y)},${Math.round(4 * z)}/${Math.round(plane.distance / 0.4)}`
}

/** The rank of the surface that each region is of among those of its label, by size; small ones are like the first. */
function ranksOf({ regions, width, height }: Seen): number[] {
  const sizes = new Map<string, { label: Label; pixels: number }>()
  for (const region of regions) {
    const key = surfaceKey(region)
    sizes.set(key, { label: region.label, pixels: (sizes.get(key)?.pixels ?? 0) + region.pixels })
  }
  const taken = new Map<Label, number>()
  const ranks = new Map<string, number>()
  for (const [key, { label, pixels }] of [...sizes].sort((a, b) => b[1].pixels - a[1].pixels)) {
    if (pixels <= COUNTS * width * height) break
    ranks.set(key, taken.get(label) ?? 0)
    taken.set(label, ranks.get(key)! + 1)
  }
  return regions.map((region) => ranks.get(surfaceKey(region)) ?? 0)
}

/** The plain colour of a material. */
const plainOf = (finish: Finish): Finish =>
  finish.material ? { material: null, colour: meanOf(finish), tint: 1, gloss: 0.1 } : finish

/** The palest of some finishes, plain: where something may be something else, a dark one would be a blot. */
function palestOf(list: readonly Finish[]): Finish {
  const light = (finish: Finish) => meanOf(finish).reduce((sum, value) => sum + value, 0)
  return plainOf(list.reduce((best, one) => (light(one) > light(best) ? one : best)))
}

/** Linen of a curtain, glass and paper of a lamp, leaves of a plant in a room, whatever the style. */
const PALE: Finish = { material: null, colour: [0.7, 0.67, 0.61], tint: 1, gloss: 0.1 }
const LINEN: Finish = { ...PALE, gloss: 0 }
const LEAVES_INDOORS: Finish = { material: null, colour: [0.12, 0.17, 0.08], tint: 1, gloss: 0.1 }

/** What of a model or drawing is none of its surfaces. */
const STAYS: ReadonlySet<OwnName> = new Set(['picture', 'interface'])
/** What of a photograph changes where nothing is said of it. */
const BUILT: ReadonlySet<Label> = new Set(['wall', 'floor', 'ceiling', 'roof', 'ground'])

/** Whether a region stays as its picture shows it; what was named by hand does not. */
function isKept({ kind }: Seen, { label, own, sure }: Region, asked: boolean): boolean {
  if (own && STAYS.has(own)) return true
  if (kind !== 'photo' || sure === 1) return false
  if (own && own !== 'seat') return true
  return !asked && !(BUILT.has(label) && sure >= SURE)
}

/**
 * Regions of a photograph that stay as they are because it is not sure enough what they are: the rest of what a look
 * changes took its finish.
 * @param own as in finishesOf
 */
export function unsureRegions(
  seen: Seen,
  look: Pick<Look, 'finishes' | 'asked'>,
  own: ReadonlyMap<number, Finish>,
): readonly Region[] {
  const { kind, regions } = seen
  if (kind !== 'photo') return []
  return regions.filter(
    (region) =>
      BUILT.has(region.label) &&
      !region.own &&
      region.sure < SURE &&
      !own.has(region.id) &&
      !look.asked?.includes(region.label) &&
      look.finishes[region.label] !== undefined,
  )
}

/** How far what a region of a model or drawing out of doors is called shows, 0..1: the less, the less sure it is. */
export const shownAs = ({ kind, setting }: Seen, { sure }: Region) =>
  kind === 'photo' || setting !== 'outdoors' ? 1 : Math.min(1, sure / SURE)

/** A finish on the way from a wall's: a wrong name is a tint then and no patch. @param part of the way, 0..1 */
function towards(finish: Finish, wall: Finish, part: number): Finish {
  const [to, from] = [meanOf(finish), meanOf(wall)]
  const mix = (c: 0 | 1 | 2) => from[c] ** (1 - part) * to[c] ** part
  // A dark pattern that is made pale is specks.
  return {
    material: part < 0.5 ? null : finish.material,
    colour: [mix(0), mix(1), mix(2)],
    tint: 1,
    gloss: 0,
  }
}

/**
 * The finish of each region, null where the source stays: its own, or its label's. A list is dealt out by size, regions
 * of one plane together; a building out of doors has one. Seats take cloth, other furniture what is hard. What may be
 * something else stays in a photograph, and in a room's model that has colours, but for walls, floors and ceilings of the paint
 * that most of their label is of; it is plain in other models and in drawings, out of doors the nearer to a wall the less sure it is.
 */
export function finishesOf(
  { seen, source }: Pick<Prepared, 'seen' | 'source'>,
  look: Look,
  own: ReadonlyMap<number, Finish>,
): readonly (Finish | null)[] {
  const ranks = ranksOf(seen)
  const { isUsual } = paintsOf(seen.regions)
  const indoors = seen.setting === 'indoors'
  const named = (region: Region): Finish | null => {
    const { label, own: name } = region
    const isAsked = look.asked?.includes(label) ?? false
    if (isKept(seen, region, isAsked)) return null
    const isAround = name === 'backdrop' || name === 'overlay'
    if (isAround && indoors) return plainOf(look.finishes.wall?.[0] ?? PALE)
    const isSure = region.sure >= SURE
    const isOpen = source.kind === 'model' && source.coloured && !isSure && !isAsked && !isAround
    if (isOpen && !(BUILT.has(label) && isUsual[region.id])) return null
    if (name === 'curtain') return LINEN
    if (name === 'lamp') return PALE
    const list = look.finishes[label]
    if (!list || list.length === 0) return label === 'vegetation' && indoors ? LEAVES_INDOORS : null
    if (label === 'vegetation' && indoors) return plainOf(list[0]!)
    // Paving without end is seldom meant: out of doors the second finish is what lies around what is built.
    if (isAround)
      return isAsked ? list[0]! : seen.setting === 'outdoors' ? (list[1] ?? list[0]!) : plainOf(list[0]!)
    if (seen.setting === 'outdoors' && (label === 'wall' || (label === 'roof' && (isSure || isAsked))))
      return list[0]!
    if (label === 'furniture') {
      if (!isSure) return palestOf(list)
      return list.find(({ soft }) => Boolean(soft) === (name === 'seat')) ?? list[0]!
    }
    if (!isSure && label !== 'vegetation') return plainOf(list[0]!)
    // What grows above the horizon is a crown, and no meadow.
    const isHigh = label === 'vegetation' && region.at.y < horizonAt(seen.view, region.at.x)
    return list[isHigh ? 0 : ranks[region.id]! % list.length]!
  }
  const wall = look.finishes.wall?.[0]
  return seen.regions.map((region): Finish | null => {
    const given = own.get(region.id)
    if (given) return given
    const { label } = region
    const [finish, part] = [named(region), shownAs(seen, region)]
    // What grows and lies around a model is seldom something else, and its light is drawn.
    const fades = seen.kind === 'drawing' ? label !== 'wall' : label === 'roof' || label === 'opening'
    return finish && wall && fades && part < 1 && !look.asked?.includes(label)
      ? towards(finish, wall, part)
      : finish
  })
}
