import { makeTileable } from '#kernels/materials/make-tileable.ts'
import type { Light } from '#kernels/relight/skies.ts'
import type { MaterialPicture } from '#kernels/retexture/apply.ts'
import { type Pyramid, pyramidOf } from '#kernels/retexture/pyramid.ts'
import type { Label, Region, Seen } from '#kernels/seeing/scene.ts'
import type { Form } from './furnish.ts'
import type { Finish, Look } from './look.ts'
import type { Open } from './open-ground.ts'
import type { Outline } from './outlines.ts'

/** Pyramids of materials that were used, kept as long as the material's object is. */
const known = new WeakMap<MaterialPicture, Pyramid>()

/** A material's pyramid, made to repeat where it does not. */
export function pyramidFor(material: MaterialPicture): Pyramid {
  const had = known.get(material)
  if (had) return had
  const made = pyramidOf(material.repeats ? material.picture : makeTileable(material.picture))
  known.set(material, made)
  return made
}

const numbers = new WeakMap<MaterialPicture, number>()
let numbered = 0

function numberOf(material: MaterialPicture): number {
  const had = numbers.get(material)
  if (had) return had
  numbered++
  numbers.set(material, numbered)
  return numbered
}

/** The same for finishes that lie the same, as long as their materials' objects live. */
export function signOf(finish: Finish | null): string {
  if (!finish) return ''
  const { material, colour, tint, turn = 0, scale = 1, stain = false } = finish
  return `${material ? numberOf(material) : 0}:${colour.join()}:${tint}:${turn}:${scale}:${stain}`
}

/** Mean colour of a finish, linear light. */
export function meanOf({ material, colour, tint }: Finish): Light {
  if (!material) return colour
  const top = pyramidFor(material).levels.at(-1)!.rgb
  const mix = (c: number) => top[c]! + tint * (colour[c]! - top[c]!)
  return [mix(0), mix(1), mix(2)]
}

/** Part of a picture from which a region takes the next finish of a list. */
const COUNTS = 0.004
/** Largest part of a picture that a stone in a lawn covers. */
const STONE = 0.02

/** Regions of one plane look alike: walls in line, planes of a floor between the legs of a table. */
function planeKey({ label, plane, id }: Region): string {
  if (!plane) return `${label}#${id}`
  const [x, y, z] = plane.normal
  return `${label}/${Math.round(4 * x)},${Math.round(4 * y)},${Math.round(4 * z)}/${Math.round(plane.distance / 0.4)}`
}

/** Ranks of planes and things of each label by size. */
function ranksOf(seen: Seen): Map<string, number> {
  const all = seen.width * seen.height
  const sizes = new Map<string, number>()
  for (const region of seen.regions) {
    const key = planeKey(region)
    sizes.set(key, (sizes.get(key) ?? 0) + region.pixels)
  }
  const taken = new Map<string, number>()
  const ranks = new Map<string, number>()
  for (const [key, size] of [...sizes].sort((a, b) => b[1] - a[1])) {
    const label = key.split(/[/#]/)[0]!
    const rank = taken.get(label) ?? 0
    if (size > COUNTS * all) taken.set(label, rank + 1)
    ranks.set(key, size > COUNTS * all ? rank : 0)
  }
  return ranks
}

/** Sureness under which a piece of a floor may as well be something that stands on it. */
const HUNCH = 0.2

/** Sureness of each region; slabs of one floor or ceiling are as sure as the surest of them. */
function suresOf({ regions }: Seen): number[] {
  const most = new Map<string, number>()
  for (const region of regions) {
    const key = planeKey(region)
    most.set(key, Math.max(region.sure, most.get(key) ?? 0))
  }
  const isSlab = ({ label, sure }: Region) => (label === 'floor' || label === 'ceiling') && sure >= HUNCH
  return regions.map((region) => (isSlab(region) ? most.get(planeKey(region))! : region.sure))
}

/** Sureness under which a label is a guess: no bold material then. */
export const GUESS = 0.5

/** The same where the outline of a thing speaks for it as well. */
const DOUBT = 0.3

/** The plain colour of a material. */
const plainOf = (finish: Finish): Finish =>
  finish.material ? { material: null, colour: meanOf(finish), tint: 1, gloss: 0.1 } : finish

/** Whether something grows. */
function isGreen(finish: Finish): boolean {
  const [r, g, b] = meanOf(finish)
  return g > 1.1 * r && g > 1.1 * b
}

/** Linen of a curtain. */
const LINEN: Finish = { material: null, colour: [0.66, 0.63, 0.58], tint: 1, gloss: 0 }

/** Wood, veneer or board: what slats on a wall are made of. */
const isJoinery = (finish: Finish) => finish.material !== null && !finish.soft

/** Paper of a picture, glass of a lamp, glaze of a vase: what is pale whatever the style. */
const PALE: Finish = { material: null, colour: [0.7, 0.67, 0.61], tint: 1, gloss: 0.1 }

/** Metal of bars before panes. */
const METAL: Finish = { material: null, colour: [0.6, 0.6, 0.6], tint: 1, gloss: 0.3 }

/** Leaves of a plant in a room: calm, for their shading is the source's. */
const LEAVES_INDOORS: Finish = { material: null, colour: [0.12, 0.17, 0.08], tint: 1, gloss: 0.1 }

/** Leaves outside of a window: pale, for a picture is exposed for the room. */
const LEAVES_BEYOND: Finish = { material: null, colour: [0.36, 0.43, 0.26], tint: 1, gloss: 0 }

/** What may be something else is the palest thing there: a dark one would be a blot. */
function quietOf(list: readonly Finish[]): Finish {
  const light = (finish: Finish) => meanOf(finish).reduce((sum, value) => sum + value, 0)
  return plainOf(list.reduce((best, one) => (light(one) > light(best) ? one : best)))
}

/** What an open ground is made of, of the list for grounds: what was asked for, or what nobody has paved. */
function openOf(list: readonly Finish[], open: Open, asked: boolean): Finish {
  if (asked) return list[0]!
  const loose = list.filter((finish) => finish.loose)
  const grows = loose.find(isGreen)
  // Raked lines would run over a model's rocks, which are seldom told from its ground: the plainer one comes last.
  const still = loose.findLast((finish) => !isGreen(finish))
  const wanted = open === 'grown' || open === 'lawn' ? (grows ?? still) : open === 'loose' ? still : loose[0]
  return wanted ?? list[0]!
}

/** What a room's furniture is made of where its outline tells: cloth or leather for seats, and none for boards. */
function furnishedOf(list: readonly Finish[], form: NonNullable<Form>, rank: number): Finish {
  const soft = list.filter((finish) => finish.soft || !finish.material)
  const hard = list.filter((finish) => !finish.soft)
  if (form === 'pale') return hard.every(({ material }) => !material) ? list[0]! : PALE
  if (form === 'hard') return (hard.length > 0 ? hard : list)[rank % Math.max(1, hard.length)]!
  if (form === 'round') return plainOf(soft[0] ?? list[0]!)
  if (form === 'seat') return soft[0] ?? LINEN
  return soft[1 % Math.max(1, soft.length)] ?? LINEN
}

/** What a photograph's furniture gets: the style's wood where it is wooden; null where the style has none. */
function woodOf(list: readonly Finish[] | undefined): Finish | null {
  const wood = list?.find(({ soft }) => !soft)
  return wood ? { ...plainOf(wood), stain: true } : null
}

/** A finish without its grain, halfway to what is pale: a dark thing that may be something else would be a blot. */
function paledOf(finish: Finish): Finish {
  const mean = meanOf(finish)
  const at = (c: 0 | 1 | 2) => (mean[c] + PALE.colour[c]) / 2
  return finish.material ? { ...PALE, colour: [at(0), at(1), at(2)] } : finish
}

/** What a thing of a room is made of whose outline tells little: planes and small bars are wood or metal. */
function thingOf(list: readonly Finish[], region: Region, compact: boolean, rank: number | null): Finish {
  const hard = list.filter((finish) => !finish.soft)
  const first = hard[0] ?? list[0]!
  if (region.plane) return hard[(rank ?? 0) % Math.max(1, hard.length)] ?? first
  if (rank !== null) return paledOf(first)
  if (!compact) return first
  const soft = list.find((finish) => finish.soft) ?? first
  const place = Math.round(region.at.x / 40) + Math.round(region.at.y / 90)
  return paledOf([first, soft, first === list[0] ? first : PALE][place % 3]!)
}

/**
 * What a slab in a ground is made of, all of one piece: another material than that, but nothing that grows or lies
 * loose.
 */
function slabOf(list: readonly Finish[], around: Finish | null): Finish {
  const solid = list.filter((finish) => !finish.loose && !isGreen(finish))
  return plainOf(solid.find((finish) => finish !== around) ?? solid[0] ?? list[0]!)
}

/**
 * The finish of each region, null where the source stays: its own, or its label's. A list is dealt out by size,
 * regions of one plane together; rails, slats and legs take the first, slabs in a ground another, and small things
 * any by their place. What is a part of another region looks like it, and what may be something else is plain.
 */
export function finishesOf(
  seen: Seen,
  outlines: readonly Outline[],
  look: Look,
  own: ReadonlyMap<number, Finish>,
): readonly (Finish | null)[] {
  const ranks = ranksOf(seen)
  const sures = suresOf(seen)
  const asked = (label: Label) => look.asked?.includes(label) ?? false
  const finishOf = (region: Region): Finish | null => {
    const {
      compact,
      within,
      as,
      open,
      hangs,
      panel,
      beyond,
      apart,
      form,
      stone,
      bar,
      kept,
      inner,
      piece,
      smooth,
      stays,
    } = outlines[region.id]!
    const list = look.finishes[as]
    if (beyond) return LEAVES_BEYOND
    if (bar) return METAL
    if (apart || (kept && !asked(as))) return null
    if (stays && !asked(as)) return woodOf(look.finishes.furniture)
    if (as === 'vegetation' && seen.setting === 'indoors')
      return list?.[0] ? plainOf(list[0]) : LEAVES_INDOORS
    const stones = stone && !list?.length ? look.finishes.ground?.filter((one) => !isGreen(one)) : undefined
    if (stones?.length) return quietOf(stones)
    if (!list || list.length === 0) return null
    if (hangs) return LINEN
    const joinery = panel && !asked(as) && look.finishes.furniture?.find(isJoinery)
    if (joinery) return joinery
    // Paving and sand without end are seldom meant.
    if (region.own === 'backdrop' && !asked(as)) return plainOf(list[0]!)
    if (open) return openOf(list, open, asked(as))
    const rank = ranks.get(planeKey(region))!
    if (form && region.sure >= (form === 'hard' ? DOUBT : 0)) return furnishedOf(list, form, rank)
    const usual = list[rank % list.length]!
    if (as === 'ground' && region.pixels <= STONE * seen.width * seen.height) {
      if (within !== null) return slabOf(list, finishOf(seen.regions[within]!))
      if (smooth && isGreen(usual)) return slabOf(list, usual)
    }
    // A building is of one finish however many faces and panels it is seen in, and whatever each was taken for.
    if (seen.setting === 'outdoors' && (as === 'wall' || as === 'roof')) return list[0]!
    const isGuess = sures[region.id]! < GUESS
    if (isGuess && as === 'furniture') return quietOf(list)
    if (isGuess && as !== 'vegetation') return plainOf(list[0]!)
    if (piece) return list[0]!
    const small = region.pixels <= COUNTS * seen.width * seen.height
    if (seen.setting === 'indoors' && as === 'furniture')
      return thingOf(list, region, compact || inner, small ? null : rank)
    if (region.plane) return usual
    if (!compact) return list[0]!
    const place = Math.round(region.at.x / 40) + Math.round(region.at.y / 90)
    return list[(small ? place : rank) % list.length]!
  }
  return seen.regions.map(({ id }) => {
    const { of, as } = outlines[id]!
    const part = outlines[of]!.as === as ? of : id
    return own.get(id) ?? own.get(of) ?? finishOf(seen.regions[part]!)
  })
}
