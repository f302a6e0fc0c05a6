import type { Named } from './labels.ts'
import type { Facts } from './labels-facts.ts'
import { curtainsIn } from './labels-folds.ts'
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
/** Lightness of what is too bright to show anything, and the part of a room's wall from which that is a window instead. */
const BLOWN = { light: 97.5, part: 0.5 } as const
/**
 * How sure a floor is, share of what is level by its pixels, and part of it on the room's floor, under which it is
 * something that stands there.
 */
const FLOOR = { sure: 0.95, level: 0.32, under: 0.5 } as const
/** How sure a plant is, and what is only by its pixels. */
const [SURE, GUESSED] = [0.85, 0.4] as const

/**
 * Names what the networks of regions, that learnt on rendered scenes, overlook in photographs: plants by their green,
 * outdoors all but panes and the grass on the ground, in a room what has a ragged outline. What lies level stays the
 * ground, whatever grows on it.
 * In a room, curtains and what was taken for floor but by its pixels and its place is none are things that stay as they
 * are, and a wall that is too bright to show anything is a window. Outdoors, leaves with sky between them are leaves, and
 * a wall whose pixels are panes is one; it is a guess where they are no wall, or a few of them panes or restless leaves.
 * @param names of all parts, as `facts` @param guesses shares of the names in each region by its pixels
 * @param room shares of the room's sides; null outdoors, and where no room was found
 */
export function namePhoto(
  names: readonly Named[],
  facts: readonly Facts[],
  parts: Parts,
  { green, l, width }: { readonly green: Float32Array } & Pick<Sight, 'l' | 'width'>,
  guesses: readonly Float32Array[],
  setting: Setting,
  room: readonly RoomShares[] | null,
): Named[] {
  const indoors = setting === 'indoors'
  const [sums, blown] = [new Float64Array(parts.count), new Float64Array(parts.count)]
  for (let i = 0; i < parts.map.length; i++) {
    const k = parts.map[i]!
    sums[k] = sums[k]! + green[i]!
    if (l[i]! > BLOWN.light) blown[k]!++
  }
  const curtains = indoors ? curtainsIn(names, facts, parts, l, width) : null
  const shareOf = (k: number, of: Label) => guesses[k]![LABELS.indexOf(of)]!
  const grows = (label: Label, { above, convex, straight }: Facts) =>
    indoors
      ? label !== 'opening' && label !== 'floor' && convex < POTTED.convex && straight < POTTED.straight
      : label !== 'opening' && label !== 'sky' && (label !== 'ground' || above > OVER)
  const inRoom = (name: Named, k: number): Named => {
    const { label, sure } = name
    if (curtains?.has(k)) return { label: 'furniture', sure: GUESSED, own: true }
    const mayGlare = label === 'wall' || label === 'ceiling'
    if (mayGlare && blown[k]! > BLOWN.part * facts[k]!.pixels) return { label: 'opening', sure: GUESSED }
    if (label !== 'floor' || sure >= FLOOR.sure || (room?.[k]?.[0] ?? 0) > FLOOR.under) return name
    const isLevel = shareOf(k, 'floor') + shareOf(k, 'ground') > FLOOR.level
    return isLevel ? name : { label: 'furniture', sure: GUESSED, own: true }
  }
  const outdoors = (name: Named, k: number): Named => {
    const { label, sure } = name
    if (label !== 'wall') return name
    const { texture } = facts[k]!
    const [walls, panes, plants] = [shareOf(k, 'wall'), shareOf(k, 'opening'), shareOf(k, 'vegetation')]
    const built = walls + shareOf(k, 'roof') + panes
    const isLoose = texture > LOOSE.unrest && plants > LOOSE.plants && built < LOOSE.built
    if (isLoose) return { label: 'vegetation', sure: GUESSED }
    if (panes > PANES && panes > walls) return { label: 'opening', sure: GUESSED }
    const isGrown = texture > GROWN.unrest && plants > GROWN.plants
    const isDoubtful = panes > GLAZED || isGrown || walls < WALLED
    return isDoubtful ? { label, sure: Math.min(sure, GUESSED) } : name
  }
  return names.map((name, k) => {
    const { label, sure } = name
    const one = facts[k]!
    const isGreen = sums[k]! > GREEN * one.pixels && one.texture > UNREST
    if (isGreen && label === 'vegetation') return { label, sure: Math.max(sure, SURE) }
    if (isGreen && grows(label, one)) return { label: 'vegetation', sure: SURE }
    return indoors ? inRoom(name, k) : outdoors(name, k)
  })
}
