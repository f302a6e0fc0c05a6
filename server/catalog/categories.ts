import type { Category } from '#contracts/catalog.ts'
import { DOMAINS } from './domains.ts'
import { MOODS } from './moods.ts'

/** One line of the lists: id within its parent, Chinese name, English words of the prompt. */
export type Entry = readonly [id: string, name: string, english: string, children?: readonly Entry[]]

/** Builds nodes; an id is its parent's id, a dash, and its own. */
function grow(entries: readonly Entry[], parent: string): Category[] {
  return entries.map(([key, name, english, children]) => {
    const id = parent ? `${parent}-${key}` : key
    return { id, name, prompt: `${name}，${english}`, childrens: grow(children ?? [], id) }
  })
}

/** The category tree: domain › type › kind, then the branches style, atmosphere, view and environment. */
export const CATEGORIES: Category[] = grow([...DOMAINS, ...MOODS], '')
