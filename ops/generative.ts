import type { InputRole } from '#contracts/ops.ts'
import { RENDER_STYLES } from './render/styles.ts'

/** Lists whose ids parameters hold; engines bring the words for an id. */
export type WordList = 'categories' | 'materials' | 'styles'

/** When something is said: while another parameter has a value, and while no picture says it. */
interface Condition {
  readonly when?: readonly [param: string, value: string]
  readonly unless?: InputRole
}

/**
 * What a parameter's value adds to the words: a sentence with {} for the value, a sentence each for some values, one up
 * to each of rising numbers, or a sentence with {} for what a list has under the value. Values that are empty, and those
 * that are not named, add nothing.
 */
export type Saying =
  | string
  | (Condition & { readonly words: string; readonly list?: WordList })
  | (Condition & { readonly values: Readonly<Record<string, string>> })
  | { readonly upTo: readonly (readonly [most: number, words: string])[] }

/** How a generative engine is asked to carry out an operation. */
export interface GenerativeFacts {
  /** What is to be done, in Chinese; '' where the user's words say it. */
  readonly task: string
  /** What parameters add, in this order. */
  readonly says: Readonly<Record<string, Saying>>
  /** Roles of the further pictures that are sent along, and what each is for; {} stands for its number. */
  readonly pictures: readonly (readonly [role: InputRole, words: string])[]
  /** Parameters that are left out while the one named is set. */
  readonly without?: { readonly param: string; readonly hides: readonly string[] }
  /** Parameter that holds a list: a picture for each of its values, which is called and asked for by these words. */
  readonly each?: {
    readonly param: string
    readonly titles: Readonly<Record<string, string>>
    readonly words: string
  }
  /** Whether one of the user's own words, a named style or a further picture has to say what is wanted. */
  readonly needsWish?: boolean
  /**
   * Size of the result: `aspect` is the parameter's ratio, `source` the source's own, `margins` the source's with what
   * is added on its sides, `larger` the source's times the parameter `factor`.
   */
  readonly size: 'aspect' | 'source' | 'margins' | 'larger'
}

/** Words for ids of lists that belong to a server. */
export type FindWords = (list: Exclude<WordList, 'styles'>, id: string) => string

/** One picture that is asked for. */
export interface Wanted {
  words: string
  /** What it is called among several; '' for the only one. */
  title: string
}

type Params = Readonly<Record<string, unknown>>

function findIn(list: WordList, id: string, find: FindWords): string {
  if (list !== 'styles') return find(list, id)
  const style = RENDER_STYLES.find((one) => one.id === id)
  return style ? `${style.title}（${style.line}）` : ''
}

/** Words that a parameter's value adds to the prompt. @param find needed where a saying has a list */
export function sayingOf(saying: Saying, value: unknown, find: FindWords = () => ''): string {
  if (typeof saying === 'string') return sayingOf({ words: saying }, value, find)
  if ('values' in saying) return saying.values[String(value)] ?? ''
  if ('upTo' in saying) return saying.upTo.find(([most]) => Number(value) <= most)?.[1] ?? ''
  const told = value === null || value === undefined ? '' : String(value)
  const words = saying.list && told ? findIn(saying.list, told, find) : told
  return words && saying.words.replace('{}', () => words)
}

/** Whether a saying's condition is met. */
function counts(saying: Saying, params: Params, roles: readonly InputRole[]): boolean {
  if (typeof saying === 'string' || 'upTo' in saying) return true
  const { when, unless } = saying
  return (!when || params[when[0]] === when[1]) && !(unless && roles.includes(unless))
}

/** Parameters that count. */
function countingParams({ without }: GenerativeFacts, params: Params): Params {
  if (!without || !params[without.param]) return params
  return Object.fromEntries(Object.entries(params).filter(([key]) => !without.hides.includes(key)))
}

/**
 * The words by which an engine is asked, one for each picture that is wanted.
 * @param roles roles of the further pictures that go along, in the order in which they do
 * @param first number of the first of them: 2 behind a source
 */
export function wantedOf(
  facts: GenerativeFacts,
  job: { params: Params; roles: readonly InputRole[]; first: number },
  find: FindWords,
): Wanted[] {
  const params = countingParams(facts, job.params)
  const along = job.roles.map((role, index) => {
    const words = facts.pictures.find(([one]) => one === role)?.[1] ?? ''
    return words.replace('{}', `第 ${job.first + index} 张图`)
  })
  const said = Object.entries(facts.says).map(([key, saying]) =>
    counts(saying, params, job.roles) ? sayingOf(saying, params[key], find) : '',
  )
  const all = [facts.task, ...said, ...along].filter(Boolean).join('\n')
  const { each } = facts
  if (!each) return [{ words: all, title: '' }]
  const values: unknown[] = [params[each.param]].flat()
  return values.map((value) => {
    const title = each.titles[String(value)] ?? String(value)
    return { words: [each.words.replace('{}', title), all].filter(Boolean).join('\n'), title }
  })
}

/** The English part of words of a list: 客厅，living room. */
const englishOf = (words: string) => words.slice(words.indexOf('，') + 1)

/**
 * The same in English words for models that read no Chinese: the user's own as they are, names of values, and what lists
 * have in English. What is only said in sentences is left to what graphs bind.
 */
export function tagsOf(
  facts: GenerativeFacts,
  job: { params: Params; roles: readonly InputRole[] },
  find: FindWords,
): string {
  const params = countingParams(facts, job.params)
  const tags = Object.entries(facts.says).map(([key, saying]) => {
    const value = params[key]
    if (key === 'negative' || typeof value !== 'string' || !counts(saying, params, job.roles)) return ''
    if (typeof saying === 'string') return value
    if ('values' in saying) return saying.values[value] ? value : ''
    if ('upTo' in saying) return ''
    if (saying.list === 'styles') return value
    return saying.list ? englishOf(find(saying.list, value)) : value
  })
  return tags.filter(Boolean).join(', ')
}

/** Parameters by which the user says what is wanted. */
const WISHES = ['prompt', 'style', 'classifyId3', 'material']

/** Whether it is said what is wanted, where that has to be. */
export function tellsWish(facts: GenerativeFacts, params: Params, roles: readonly InputRole[]): boolean {
  const counting = countingParams(facts, params)
  return !facts.needsWish || roles.length > 0 || WISHES.some((key) => Boolean(counting[key]))
}
