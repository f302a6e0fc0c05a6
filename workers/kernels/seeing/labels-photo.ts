import type { Named } from './labels.ts'
import type { Facts } from './labels-facts.ts'
import { type Bends, bendsIn } from './labels-folds.ts'
import type { Parts } from './regions.ts'
import type { RoomShares } from './regions-room.ts'
import type { Sight } from './regions-sight.ts'
import { LABELS, type Label, type Setting } from './scene.ts'

/** Share of green from which a region grows. */
const GREEN = 0.55
/** Unrest, ΔE, of leaves at least: green paint and cloth have less; the part over the horizon from which no lawn is. */
const [UNREST, OVER] = [1, 0.03] as const
/** How convex a plant in a room is at most, and how straight its outline. */
const POTTED = { convex: 0.8, straight: 0.45 } as const
/** Unrest, ΔE, of leaves with sky between them, shares of plants at least and of what is built at most. */
const LOOSE = { unrest: 4, plants: 0.5, built: 0.25 } as const
/** Share of panes, by its pixels, of a wall that is none. */
const PANES = 0.4
/** Share of walls, by its pixels, under which one cannot be sure of a wall: a pond, blinds, flowers before it. */
const WALLED = 0.4
/** Share of panes, by its pixels, over which one cannot be sure of it either: panes with a room behind, slats, a door. */
const GLAZED = 0.14
/** The same of what may be grasses or flowers before it: unrest, ΔE, and the share of plants. */
const GROWN = { unrest: 3, plants: 0.25 } as const
/**
 * A curtain: how much lightness bends across its folds, ΔE, at least and at most, for slats are harder, and by how much
 * more than along them; its height in the picture's, and part of its outline at panes.
 */
const FOLDS = { least: 1.2, most: 12, upright: 3.5, high: 0.3, beside: 0.2 } as const
/** Part of a picture that a scrap of a curtain covers at most, and of its outline at which it lies in that. */
const SCRAP = { part: 0.012, around: 0.35 } as const
/** Lightness of what is too bright to show anything, and the part of a room's wall from which that is a window instead. */
const BLOWN = { light: 97.5, part: 0.5 } as const
/**
 * How sure a floor is, share of what is level by its pixels, and part of it on the room's floor, under which it is
 * something that stands there.
 */
const FLOOR = { sure: 0.95, level: 0.32, under: 0.5 } as const
/** How sure a plant is, and what is only by its pixels. */
const [SURE, GUESSED] = [0.85, 0.4] as const

/** Walls of a photographed room that are curtains: what hangs in folds beside a pane, and scraps of it. */
function curtainsIn(
  names: readonly Named[],
  facts: readonly Facts[],
  bends: readonly Bends[],
): ReadonlySet<number> {
  const partAt = ({ around }: Facts, isIt: (other: number) => boolean) => {
    let sum = 0
    for (const [other, { part }] of around) if (isIt(other)) sum += part
    return sum
  }
  const isPane = (k: number) => names[k]!.label === 'opening'
  const walls = [...names.keys()].filter((k) => names[k]!.label === 'wall')
  const hung = walls.filter((k) => {
    const { across, along } = bends[k]!
    const isFolded = across > FOLDS.least && across < FOLDS.most && across > FOLDS.upright * along
    const { top, bottom } = facts[k]!
    return isFolded && bottom - top > FOLDS.high && partAt(facts[k]!, isPane) > FOLDS.beside
  })
  const isHung = new Set(hung)
  const isScrap = (k: number) =>
    facts[k]!.part < SCRAP.part && partAt(facts[k]!, (other) => isHung.has(other)) > SCRAP.around
  return new Set([...hung, ...walls.filter((k) => !isHung.has(k) && isScrap(k))])
}

/**
 * Names what the networks of regions, that learnt on rendered scenes, overlook in photographs: plants by their green,
 * outdoors all but panes and the grass on the ground, in a room what has a ragged outline; leaves with sky between them;
 * and panes that its pixels are taken for. A wall outdoors is a guess where its pixels are none, or where a few of them are
 * panes or restless leaves. What lies level stays the ground, whatever grows on it.
 * What of a room's floor is none, by its pixels and by its place in the room, is a thing of its own.
 * @param names of all parts, as `facts` @param guesses shares of the names in each region by its pixels
 * @param room shares of the room's sides; null outdoors, and where no room was found
 */
export function namePhoto(
  names: readonly Named[],
  facts: readonly Facts[],
  { map, count }: Parts,
  { green, l, width }: { readonly green: Float32Array } & Pick<Sight, 'l' | 'width'>,
  guesses: readonly Float32Array[],
  setting: Setting,
  room: readonly RoomShares[] | null,
): Named[] {
  const [sums, blown] = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < map.length; i++) {
    const k = map[i]!
    sums[k] = sums[k]! + green[i]!
    if (l[i]! > BLOWN.light) blown[k]!++
  }
  const curtains = setting === 'indoors' ? curtainsIn(names, facts, bendsIn({ map, count }, l, width)) : null
  const grows = (label: Label, { above, convex, straight }: Facts) =>
    setting === 'indoors'
      ? label !== 'opening' && label !== 'floor' && convex < POTTED.convex && straight < POTTED.straight
      : label !== 'opening' && label !== 'sky' && (label !== 'ground' || above > OVER)
  return names.map((name, k): Named => {
    const { label, sure } = name
    const one = facts[k]!
    const shareOf = (of: Label) => guesses[k]![LABELS.indexOf(of)]!
    const isGreen = sums[k]! > GREEN * one.pixels && one.texture > UNREST
    if (isGreen && label === 'vegetation') return { label, sure: Math.max(sure, SURE) }
    if (isGreen && grows(label, one)) return { label: 'vegetation', sure: SURE }
    if (curtains?.has(k)) return { label: 'furniture', sure: GUESSED, own: true }
    const isBlown = (label === 'wall' || label === 'ceiling') && blown[k]! > BLOWN.part * one.pixels
    if (setting === 'indoors' && isBlown) return { label: 'opening', sure: GUESSED }
    const isLevel = shareOf('floor') + shareOf('ground') > FLOOR.level || (room?.[k]?.[0] ?? 0) > FLOOR.under
    const isStanding = !isLevel && sure < FLOOR.sure
    if (setting === 'indoors' && label === 'floor' && isStanding)
      return { label: 'furniture', sure: GUESSED, own: true }
    if (setting === 'indoors' || label !== 'wall') return name
    const built = shareOf('wall') + shareOf('roof') + shareOf('opening')
    const isLoose = one.texture > LOOSE.unrest && shareOf('vegetation') > LOOSE.plants && built < LOOSE.built
    if (isLoose) return { label: 'vegetation', sure: GUESSED }
    const isPane = shareOf('opening') > PANES && shareOf('opening') > shareOf('wall')
    if (isPane) return { label: 'opening', sure: GUESSED }
    const isGlazed = shareOf('opening') > GLAZED
    const isGrown = one.texture > GROWN.unrest && shareOf('vegetation') > GROWN.plants
    const isDoubtful = isGlazed || isGrown || shareOf('wall') < WALLED
    return isDoubtful ? { label, sure: Math.min(sure, GUESSED) } : name
  })
}
