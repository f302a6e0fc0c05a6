import type { Category } from '#contracts/catalog.ts'
import type { FindWords } from '#ops/generative.ts'
import { CATEGORIES } from './categories.ts'
import { MATERIALS } from './materials.ts'

const allOf = (tree: readonly Category[]): Category[] => tree.flatMap((one) => [one, ...allOf(one.childrens)])

const WORDS = {
  categories: new Map(allOf(CATEGORIES).map(({ id, prompt }) => [id, prompt])),
  materials: new Map(MATERIALS.map(({ id, name, prompt }) => [id, `${name}，${prompt}`])),
}

/** Words for a category or a material, by its id; '' for one that is not in the list. */
export const findWords: FindWords = (list, id) => WORDS[list].get(id) ?? ''
