import { alongSeeds } from '#contracts/random.ts'
import { LABELS, type Label, type Setting } from '#contracts/surfaces.ts'
import type { ParamsOf } from '../index.ts'
import {
  type Choice,
  chooseFinishes,
  findRenderStyle,
  type RenderStyle,
  type Surfaces,
  stylesFor,
  USUAL,
} from './styles.ts'
import { CATEGORY_STYLES, CATEGORY_SURFACES, ENVIRONMENTS, MOODS_OF } from './tables.ts'
import { materialOf, type PromptReading, readPrompt, type Wish } from './words.ts'

/** A picture's light as a whole. */
export interface PlannedLight {
  time: 'keep' | 'morning' | 'noon' | 'sunset' | 'dusk' | 'night'
  weather: 'keep' | 'clear' | 'overcast' | 'rain' | 'snow' | 'fog'
  season: 'keep' | 'spring' | 'summer' | 'autumn' | 'winter'
  /** Degrees; null for the usual sun of the time of day. */
  sun: { azimuth: number; elevation: number } | null
  /** 0..1. */
  lamps: number
  /** 0..1. */
  planting: number
}

/** What a render is to be: finishes by label, light, and colours that the whole is drawn to. */
export interface RenderPlan {
  style: RenderStyle
  /** Materials and colours as in zFinish, for a label's regions by size. */
  finishes: Partial<Record<Label, readonly string[]>>
  /** Labels whose first finish the prompt asks for. */
  asked: readonly Label[]
  light: PlannedLight
  /** #rrggbb; null leaves the finishes' own. */
  palette: readonly string[] | null
  reading: PromptReading
}

/** What of the picture matters for it. */
export interface PlanFacts {
  setting: Setting
  /** It has colours and light of its own, which stay unless something else is asked for. */
  photo: boolean
}

const DOMAIN_OF: Record<Setting, string> = { indoors: 'interior', outdoors: 'building', above: 'birdsview' }

type Params = ParamsOf<'render'>

const wishesOf = <K extends Wish['kind']>({ understood }: PromptReading, kind: K, not = false) =>
  understood.flatMap(({ wish, not: unwanted }) =>
    wish.kind === kind && unwanted === not ? [wish as Extract<Wish, { kind: K }>] : [],
  )

/** The longest entry whose key begins the category. */
function byCategory<T>(table: Readonly<Record<string, T>>, category: string): T | undefined {
  const keys = Object.keys(table).filter((key) => category === key || category.startsWith(`${key}-`))
  return table[keys.sort((a, b) => b.length - a.length)[0] ?? '']
}

function styleOf(params: Params, reading: PromptReading, { setting }: PlanFacts): RenderStyle {
  const category = params.classifyId3 || params.classifyId2
  const unwanted = new Set(wishesOf(reading, 'style', true).map(({ id }) => id))
  const asked = wishesOf(reading, 'style')
  const domain = category.split('-')[0] || DOMAIN_OF[setting]
  const suited = stylesFor(domain).filter(({ id }) => !unwanted.has(id))
  const ids = [params.style, ...asked.map(({ id }) => id), byCategory(CATEGORY_STYLES, category) ?? '']
  for (const id of ids) {
    const found = unwanted.has(id) ? undefined : findRenderStyle(id)
    if (found) return found
  }
  return suited[0] ?? (findRenderStyle('modern') as RenderStyle)
}

const nameOf = (choice: Choice) => (typeof choice === 'string' ? choice : choice[0])

/** Lists without what is not wanted; of some nothing may be left. */
function without(lists: Surfaces[Label], unwanted: ReadonlySet<string>): readonly (readonly Choice[])[] {
  return (lists ?? []).map((choices) => choices.filter((choice) => !unwanted.has(materialOf(nameOf(choice)))))
}

function finishesOf(style: RenderStyle, params: Params, reading: PromptReading, setting: Setting) {
  const random = alongSeeds(params.seed)
  const category = params.classifyId3 || params.classifyId2
  const own: Surfaces = (setting === 'indoors' ? style.indoors : style.outdoors) ?? {}
  const kind = byCategory(CATEGORY_SURFACES, category)
  // Bird's views have roofs and grounds of many kinds: only a style that is made for them knows better.
  const stylised = setting === 'above' && !style.domains.includes('birdsview') ? { wall: own.wall } : own
  const layers = [stylised, kind?.[setting] ?? {}, ENVIRONMENTS[params.environment]?.[setting] ?? {}]
  const surfaces: Surfaces = Object.assign({}, USUAL[setting], ...layers.map(defined))
  const wishes = wishesOf(reading, 'finish')
  const unwanted = new Set(wishesOf(reading, 'finish', true).map(({ finish }) => materialOf(finish)))
  const planned: Partial<Record<Label, readonly string[]>> = {}
  for (const label of LABELS) {
    // Each label takes as many numbers as it has lists, so that one word changes nothing else.
    const lists = without(surfaces[label], unwanted)
    const chosen = chooseFinishes(lists, random)
    const wanted = wishes.filter(({ labels }) => labels.includes(label))
    const told = wanted.filter((wish) => wish.told).map(({ finish }) => finish)
    const meant = wanted.map(({ finish }) => finish)
    // What is wanted takes the place of what is not, and else of what comes first.
    const spare = Math.max(0, meant.length - (lists.length - chosen.length))
    const all = told.length > 0 ? told : [...meant, ...chosen.slice(spare)]
    if (all.length > 0) planned[label] = all
  }
  return planned
}

const defined = (surfaces: Surfaces): Surfaces =>
  Object.fromEntries(Object.entries(surfaces).filter(([, lists]) => lists !== undefined))

function lightOf(style: RenderStyle, params: Params, reading: PromptReading, facts: PlanFacts): PlannedLight {
  const usual = facts.photo
    ? ({ time: 'keep', weather: 'keep', season: 'keep' } as const)
    : facts.setting === 'indoors'
      ? { ...style.light, time: style.light.time === 'morning' ? ('morning' as const) : ('noon' as const) }
      : style.light
  const facet = MOODS_OF[params.atmosphere] ?? {}
  const green = ENVIRONMENTS[params.environment]?.planting
  const moods = wishesOf(reading, 'mood').map(({ mood }) => mood)
  const set = Object.assign({}, facet, ...moods) as Partial<PlannedLight>
  const light: PlannedLight = {
    ...{ sun: null, lamps: style.lamps, planting: green ?? style.planting },
    ...usual,
    ...set,
  }
  for (const { mood } of wishesOf(reading, 'mood', true)) {
    if (mood.time && mood.time === light.time) light.time = 'noon'
    if (mood.weather && mood.weather === light.weather)
      light.weather = mood.weather === 'clear' ? 'overcast' : 'clear'
    if (mood.season && mood.season === light.season) light.season = 'keep'
    if (mood.lamps !== undefined && !mood.time) light.lamps = 0
    if (mood.planting !== undefined) light.planting = 0
  }
  // A day that is named has no weather of its own unless that is named too: the night of a clear day is clear.
  if (set.time && light.weather === 'keep' && !facts.photo) light.weather = 'clear'
  return light
}

/** What is understood of a render's words; nothing where they are not to count. */
export function readingOf({ ignoreWordAndImage, prompt }: Params): PromptReading {
  return readPrompt(ignoreWordAndImage ? '' : prompt)
}

/**
 * Decides what a render looks like from its parameters: what is said in words goes before the category, the
 * atmosphere and the surroundings, and these go before the style.
 */
export function planRender(params: Params, facts: PlanFacts): RenderPlan {
  const reading = readingOf(params)
  const style = styleOf(params, reading, facts)
  return {
    style,
    finishes: finishesOf(style, params, reading, facts.setting),
    asked: LABELS.filter((label) => wishesOf(reading, 'finish').some(({ labels }) => labels.includes(label))),
    light: lightOf(style, params, reading, facts),
    palette: wishesOf(reading, 'palette').at(-1)?.colours ?? null,
    reading,
  }
}
