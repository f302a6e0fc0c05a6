import { describe, expect, test } from 'vitest'
import { zFinish } from '#contracts/surfaces.ts'
import { FINISH_ROWS } from '#ops/render/lexicon-finishes.ts'
import {
  type Choice,
  chooseFinishes,
  RENDER_DOMAINS,
  RENDER_STYLES,
  type Surfaces,
  stylesFor,
  USUAL,
} from '#ops/render/styles.ts'
import { readPrompt } from '#ops/render/words.ts'
import { MATERIALS } from '#server/catalog/materials.ts'

const known = new Set(MATERIALS.map(({ id }) => id))
const nameOf = (choice: Choice) => (typeof choice === 'string' ? choice : choice[0])
const finishesOf = (surfaces: Surfaces | undefined) =>
  Object.values(surfaces ?? {})
    .flat(2)
    .map(nameOf)
const isOfLibrary = (finish: string) => finish.startsWith('#') || known.has(finish.split('@')[0]!)

describe('styles of renders', () => {
  test.each(RENDER_STYLES.map((style) => [style.id, style] as const))(
    '%s is made of the library',
    (_id, style) => {
      const used = [...finishesOf(style.indoors), ...finishesOf(style.outdoors)]
      expect(used.length).toBeGreaterThan(0)
      for (const finish of used) expect(zFinish.safeParse(finish).success, finish).toBe(true)
      expect(used.filter((finish) => !isOfLibrary(finish))).toEqual([])
      expect(style.palette).toHaveLength(5)
    },
  )

  test('what every style stands on is of the library too, and so are the words', () => {
    expect(
      Object.values(USUAL)
        .flatMap(finishesOf)
        .filter((finish) => !isOfLibrary(finish)),
    ).toEqual([])
    expect(FINISH_ROWS.map(([finish]) => finish).filter((finish) => !isOfLibrary(finish))).toEqual([])
  })

  test('each domain has a choice of them, and ids are unique', () => {
    for (const domain of RENDER_DOMAINS) expect(stylesFor(domain).length, domain).toBeGreaterThanOrEqual(6)
    expect(new Set(RENDER_STYLES.map(({ id }) => id)).size).toBe(RENDER_STYLES.length)
  })

  test.each(RENDER_STYLES.flatMap(({ id, words }) => words.map((word) => [word, id] as const)))(
    'the words %s name %s',
    (word, id) => {
      const [first, ...more] = readPrompt(word).understood
      expect(more).toEqual([])
      expect(first?.wish).toEqual({ kind: 'style', id })
    },
  )

  test('a seed chooses by weight', () => {
    const lists = [[['a', 3], 'b'], ['c']] as const
    expect(chooseFinishes(lists, () => 0.74)).toEqual(['a', 'c'])
    expect(chooseFinishes(lists, () => 0.76)).toEqual(['b', 'c'])
  })
})
