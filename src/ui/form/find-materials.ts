import { match } from 'pinyin-pro'
import { foldText } from '#contracts/typed-text.ts'

interface Named {
  name: string
  /** Other words that it is found by. */
  words: string
}

function points({ name, words }: Named, wanted: string): number {
  if (name.includes(wanted)) return name.startsWith(wanted) ? 100 : 90
  if (foldText(words).includes(wanted)) return 60
  const inName = match(name, wanted, { continuous: true })
  return inName ? (inName[0] === 0 ? 55 : 50) : 0
}

/** Materials that fit a query, best first: Chinese, English, full pinyin (`xiangmu`) or initials (`xm`). */
export function findMaterials<T extends Named>(materials: readonly T[], query: string): readonly T[] {
  const wanted = foldText(query.trim())
  return materials
    .map((material) => ({ material, score: points(material, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ material }) => material)
}
