import { z } from 'zod'
import type { Label, Setting } from '#contracts/surfaces.ts'
import { HOMES } from './styles-homes.ts'
import { PLACES } from './styles-places.ts'
import { WORK } from './styles-work.ts'

/** First levels of the category tree that a style may suit. */
export const RENDER_DOMAINS = ['building', 'interior', 'landscape', 'commercial', 'birdsview'] as const
export type RenderDomain = (typeof RENDER_DOMAINS)[number]

/** Light and weather of a picture, in the words of the op `relight`. */
export const zTime = z.enum(['keep', 'morning', 'noon', 'sunset', 'dusk', 'night'])
export const zWeather = z.enum(['keep', 'clear', 'overcast', 'rain', 'snow', 'fog'])
export const zSeason = z.enum(['keep', 'spring', 'summer', 'autumn', 'winter'])

/** A finish as in zFinish; with a number, it weighs so much among the others instead of 1. */
export type Choice = string | readonly [finish: string, weight: number]

/**
 * Each label's finishes: the first list is for its largest region, the next for the second largest, and so on around.
 * Of each list a seed chooses one.
 */
export type Surfaces = Partial<Record<Label, readonly (readonly Choice[])[]>>

/** A style as data. What it leaves open, the usual of its setting fills. */
export interface RenderStyle {
  id: string
  title: string
  /** What it is, in at most 16 characters. */
  line: string
  domains: readonly RenderDomain[]
  /** How prompts name it, lower case. */
  words: readonly string[]
  indoors?: Surfaces
  outdoors?: Surfaces
  /** Light that it is shown in unless something else is asked for. */
  light: {
    time: z.infer<typeof zTime>
    weather: z.infer<typeof zWeather>
    season: z.infer<typeof zSeason>
  }
  /** How brightly lamps and windows are lit, 0..1. */
  lamps: number
  /** How leafy planting is made, 0..1. */
  planting: number
  /** Five colours that it is known by, for its card. */
  palette: readonly string[]
}

/** What any style stands on: the usual of each setting. */
export const USUAL: Record<Setting, Surfaces> = {
  indoors: {
    wall: [['paint-white'], ['paint-white', 'paint-lime']],
    floor: [['floor-plank', 'wood-oak']],
    ceiling: [['paint-white']],
    opening: [['glass-clear']],
    furniture: [['fabric-linen'], ['wood-oak'], ['fabric-boucle']],
    ground: [['floor-decking', 'tile-stone-grey']],
  },
  outdoors: {
    wall: [
      ['concrete-white', 'paint-white'],
      ['wood-slats', 'stone-limestone'],
    ],
    roof: [['metal-zinc', 'concrete-grc']],
    ground: [['floor-permeable', 'stone-granite-grey'], ['plant-lawn'], ['floor-gravel']],
    opening: [['glass-lowe', 'glass-clear']],
    vegetation: [['plant-hedge'], ['plant-meadow']],
    water: [['water-mirror', 'water-lake']],
    floor: [['floor-decking', 'stone-granite-grey']],
    ceiling: [['wood-slats', 'paint-white']],
    furniture: [['wood-teak', 'fabric-linen']],
  },
  above: {
    wall: [['concrete-white', 'glass-lowe'], ['stone-limestone'], ['brick-clay']],
    roof: [['concrete-grc'], ['metal-zinc'], ['concrete-white']],
    ground: [['plant-lawn'], ['floor-permeable'], ['floor-asphalt']],
    opening: [['glass-blue']],
    vegetation: [['plant-hedge'], ['plant-meadow']],
    water: [['water-lake']],
    floor: [['floor-permeable']],
    ceiling: [['concrete-grc']],
    furniture: [['concrete-white']],
  },
}

/** Every style, in the order of the cards. */
export const RENDER_STYLES: readonly RenderStyle[] = [...HOMES, ...WORK, ...PLACES]

const byId = new Map(RENDER_STYLES.map((style) => [style.id, style]))

/** The style of this id; undefined where there is none. */
export function findRenderStyle(id: string): RenderStyle | undefined {
  return byId.get(id)
}

/** Styles that suit a domain, in the order of the cards. */
export function stylesFor(domain: string): RenderStyle[] {
  return RENDER_STYLES.filter(({ domains }) => (domains as readonly string[]).includes(domain))
}

function chooseOne(choices: readonly Choice[], at: number): string {
  const plain = choices.map((choice) => (typeof choice === 'string' ? ([choice, 1] as const) : choice))
  let rest = at * plain.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [finish, weight] of plain) {
    rest -= weight
    if (rest < 0) return finish
  }
  return plain.at(-1)?.[0] ?? ''
}

/**
 * A finish of each list that is not empty; each list takes a number all the same.
 * @param random gives 0..1
 */
export function chooseFinishes(lists: readonly (readonly Choice[])[], random: () => number): string[] {
  return lists.flatMap((choices) => {
    const drawn = random()
    return choices.length > 0 ? [chooseOne(choices, drawn)] : []
  })
}
