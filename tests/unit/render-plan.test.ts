import { describe, expect, test } from 'vitest'
import type { Category } from '#contracts/catalog.ts'
import { alongSeeds } from '#contracts/random.ts'
import { paramsOf } from '#ops/index.ts'
import { planRender } from '#ops/render/plan.ts'
import { findRenderStyle, USUAL } from '#ops/render/styles.ts'
import { CATEGORY_STYLES, CATEGORY_SURFACES, ENVIRONMENTS, MOODS_OF } from '#ops/render/tables.ts'
import { CATEGORIES } from '#server/catalog/categories.ts'
import { MATERIALS } from '#server/catalog/materials.ts'

const params = (own: Record<string, unknown> = {}) => paramsOf('render').parse(own)
const OUTDOORS = { setting: 'outdoors', photo: false } as const
const INDOORS = { setting: 'indoors', photo: false } as const

function idsOf(nodes: readonly Category[]): string[] {
  return nodes.flatMap(({ id, childrens }) => [id, ...idsOf(childrens)])
}

describe('what a render is to be', () => {
  test('the style that was chosen goes before words, words before the category', () => {
    const category = { classifyId2: 'commercial-food', classifyId3: 'commercial-food-bar' }
    expect(planRender(params({ style: 'wabisabi', prompt: '日式', ...category }), INDOORS).style.id).toBe(
      'wabisabi',
    )
    expect(planRender(params({ prompt: '日式', ...category }), INDOORS).style.id).toBe('japanese')
    expect(planRender(params(category), INDOORS).style.id).toBe('industrial')
    expect(planRender(params({ ...category, classifyId3: '' }), INDOORS).style.id).toBe('cafe')
    expect(planRender(params({ prompt: '不要日式' }), INDOORS).style.id).not.toBe('japanese')
  })

  test('a named label has what was named alone; a material without a place comes first', () => {
    const told = planRender(params({ style: 'brutalist', prompt: '红砖墙面' }), OUTDOORS)
    expect(told.finishes.wall).toEqual(['brick-red'])
    const meant = planRender(params({ style: 'brutalist', prompt: '红砖' }), OUTDOORS)
    expect(meant.finishes.wall?.[0]).toBe('brick-red')
    expect(meant.finishes.wall?.length).toBeGreaterThan(1)
  })

  test('it is told which labels the prompt has a finish for', () => {
    expect(planRender(params({ prompt: '防腐木' }), OUTDOORS).asked).toEqual(['ground'])
    expect(planRender(params({ prompt: '不要防腐木' }), OUTDOORS).asked).toEqual([])
  })

  test('what is not wanted is nowhere', () => {
    for (let seed = 1; seed < 12; seed++) {
      const { finishes } = planRender(params({ style: 'industrial', prompt: '不要红砖', seed }), INDOORS)
      expect(Object.values(finishes).flat()).not.toContain('brick-red')
    }
  })

  test('what takes a place leaves the others as they are', () => {
    for (let seed = 1; seed < 12; seed++) {
      const of = (prompt: string) => planRender(params({ style: 'brick', prompt, seed }), OUTDOORS).finishes
      const { ground: before, ...others } = of('')
      const { ground: after, ...still } = of('草坪换成砾石')
      expect(before).toContain('plant-lawn')
      expect(after).toEqual(['floor-gravel', ...(before ?? []).filter((finish) => finish !== 'plant-lawn')])
      expect(still).toEqual(others)
    }
  })

  test('the same seed gives the same; seeds differ', () => {
    const of = (seed: number) =>
      JSON.stringify(planRender(params({ style: 'modern', seed }), OUTDOORS).finishes)
    expect(of(7)).toBe(of(7))
    expect(new Set([1, 2, 3, 4, 5, 6].map(of)).size).toBeGreaterThan(2)
  })

  test('of three seeds in a row, no two-way choice is made three times alike', () => {
    for (let seed = 0; seed < 40; seed++) {
      const [a, b, c] = [0, 1, 2].map((more) => {
        const next = alongSeeds(seed + more)
        return Array.from({ length: 30 }, () => next() < 0.5)
      })
      expect(a!.filter((one, k) => one === b![k] && one === c![k])).toEqual([])
    }
  })

  test('four seeds of a style differ in what is seen first', () => {
    for (const style of ['modern', 'nordic', 'japanese', 'cafe', 'industrial', 'french']) {
      const plans = [1, 2, 3, 4].map((seed) => planRender(params({ style, seed }), INDOORS).finishes)
      const kinds = (label: 'floor' | 'furniture' | 'wall') =>
        new Set(plans.map((finishes) => finishes[label]!.join())).size
      expect(kinds('floor') + kinds('furniture') + kinds('wall'), style).toBeGreaterThanOrEqual(7)
    }
  })

  test('words of light go before the atmosphere, and that before the style', () => {
    const light = (own: Record<string, unknown>) =>
      planRender(params({ style: 'modern', ...own }), OUTDOORS).light
    expect(light({}).time).toBe('noon')
    expect(light({ atmosphere: 'atmosphere-snow' })).toMatchObject({ weather: 'snow', season: 'winter' })
    expect(light({ atmosphere: 'atmosphere-snow', prompt: '雨天' }).weather).toBe('rain')
    expect(light({ prompt: '没有阳光' }).time).toBe('noon')
    expect(light({ atmosphere: 'atmosphere-fog', prompt: '不要雾' }).weather).toBe('clear')
    expect(light({ prompt: 'no plants, 不要绿植' }).planting).toBe(0)
  })

  test('a photograph keeps its light unless another one is asked for', () => {
    const photo = { setting: 'outdoors', photo: true } as const
    expect(planRender(params(), photo).light).toMatchObject({ time: 'keep', weather: 'keep', season: 'keep' })
    expect(planRender(params({ prompt: '黄昏' }), photo).light).toMatchObject({
      time: 'dusk',
      weather: 'keep',
    })
  })

  test('words do nothing where they are to be ignored', () => {
    const { finishes, reading } = planRender(
      params({ prompt: '红砖墙面', ignoreWordAndImage: true }),
      OUTDOORS,
    )
    expect(reading.understood).toEqual([])
    expect(finishes.wall).not.toEqual(['brick-red'])
  })

  test('what the tables name exists', () => {
    const categories = new Set(idsOf(CATEGORIES))
    const named = [CATEGORY_STYLES, CATEGORY_SURFACES, ENVIRONMENTS, MOODS_OF].flatMap((table) =>
      Object.keys(table),
    )
    expect(named.filter((id) => !categories.has(id))).toEqual([])
    expect(Object.values(CATEGORY_STYLES).filter((id) => !findRenderStyle(id))).toEqual([])
    const library = new Set(MATERIALS.map(({ id }) => id))
    const tables = [...Object.values(CATEGORY_SURFACES), ...Object.values(ENVIRONMENTS), USUAL]
    const finishes = tables.flatMap((row) => [row.indoors, row.outdoors, row.above])
    const used = finishes.flatMap((surfaces) => Object.values(surfaces ?? {}).flat(2)).map(String)
    expect(used.filter((finish) => !finish.startsWith('#') && !library.has(finish))).toEqual([])
  })
})
